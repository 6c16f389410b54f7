"""The image of an item, fetched by the server so that assessors see neither its file name nor its origin."""

import mimetypes
from functools import lru_cache
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from assess.errors import UnknownNameError

SECONDS = 10
LARGEST = 20 * 2**20  # bytes
# Remote images are fetched once while they are in use; an image of a campaign does not change.
KEPT = 64


def read_image(source: str, folder: Path) -> tuple[bytes, str]:
    """The bytes and the media type of an image: a path below *folder*, or a URL."""
    if urlsplit(source).scheme in ("http", "https"):
        return _fetch(source)
    path = (folder / source).resolve()
    if not path.is_relative_to(folder.resolve()) or not path.is_file():
        raise UnknownNameError(f"found no image {source!r} in {folder}; ASSESS_IMAGES names the folder of the images")
    return path.read_bytes(), _image_type(mimetypes.guess_type(path.name)[0], source)


@lru_cache(maxsize=KEPT)
def _fetch(url: str) -> tuple[bytes, str]:
    try:
        with urlopen(Request(url, headers={"User-Agent": "assess"}), timeout=SECONDS) as response:
            data: bytes = response.read(LARGEST + 1)
            found = response.headers.get_content_type()
    except (URLError, TimeoutError) as error:
        raise UnknownNameError(f"cannot fetch the image {url}: {error}") from error
    if len(data) > LARGEST:
        raise UnknownNameError(f"the image {url} has more than {LARGEST:,} bytes; serve a smaller one")
    return data, _image_type(found, url)


def _image_type(found: str | None, source: str) -> str:
    if found is None or not found.startswith("image/"):
        raise UnknownNameError(f"{source}: found {found or 'an unknown type'}, expected an image")
    return found
