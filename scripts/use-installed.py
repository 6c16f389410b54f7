"""Use an installed assess, away from its checkout. Called by scripts/check-wheel: NAME PROGRAM."""

import subprocess
import sys
from pathlib import Path


def main(name: str, program: str) -> None:
    from assess import assets, demo

    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    expected = "pure Python" if name == "no-compiler" else "compiled kernel"
    assert expected in version, f"{name}: {version}, expected {expected}"
    assert (assets.TEMPLATES / "base.html").is_file(), f"{name}: no templates in {assets.TEMPLATES}"
    assert (assets.STATIC / "css" / "assess.css").is_file(), f"{name}: no stylesheet in {assets.STATIC}"
    assert all(path.is_file() for path in (demo.TOPICS, demo.ITEMS, demo.GRADES, *demo.RUNS)), f"{name}: no demo"
    sources = ["--topics", demo.TOPICS, "--items", demo.ITEMS, "--grades", demo.GRADES, "--runs", *demo.RUNS]
    database = ["--db", f"sqlite:///{name}.db"]
    created = subprocess.run([program, "new", "demo", *sources, *database], capture_output=True, text=True, check=True)
    assert "(draft, created" in created.stdout, f"{name}: no campaign, {created}"
    if name != "editable":
        assert Path.cwd() not in Path(assets.__file__).parents or "site-packages" in assets.__file__
    print(f"{name}: {version}")


if __name__ == "__main__":
    main(*sys.argv[1:])
