"""Images go through the app: from a folder, or from elsewhere on the web."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from assess.errors import UnknownNameError
from assess.web.judge.images import read_image

PNG = b"\x89PNG\r\n\x1a\n and so on"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "images"
    folder.mkdir()
    (folder / "fox.png").write_bytes(PNG)
    (folder / "notes.txt").write_text("not for assessors")
    (tmp_path / "secret.png").write_bytes(PNG)
    return folder


class Elsewhere(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200 if "fox" in self.path else 404)
        self.send_header("Content-Type", "text/html" if "page" in self.path else "image/png")
        self.end_headers()
        self.wfile.write(PNG)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_an_image_is_read_from_the_folder(folder: Path) -> None:
    assert read_image("fox.png", folder) == (PNG, "image/png")


@pytest.mark.parametrize("source", ["../secret.png", "absent.png", "notes.txt", "/etc/passwd", "."])
def test_nothing_but_images_below_the_folder_is_served(folder: Path, source: str) -> None:
    with pytest.raises(UnknownNameError):
        read_image(source, folder)


def test_a_remote_image_is_fetched_by_the_server(folder: Path, elsewhere: str) -> None:
    assert read_image(f"{elsewhere}/fox.png", folder) == (PNG, "image/png")


@pytest.mark.parametrize("path", ["/absent.png", "/fox/page"])
def test_a_remote_page_or_a_dead_address_is_an_error_that_names_it(folder: Path, elsewhere: str, path: str) -> None:
    with pytest.raises(UnknownNameError, match=path):
        read_image(elsewhere + path, folder)
