# Sourced by the other scripts: creates .venv with the pinned versions, unless it is up to date.
#   set_up EXTRAS      e.g. set_up "" or set_up "[test]"

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

find_python() {
  local name
  for name in "${PYTHON:-python3}" python3.14 python3.13 python3.12 python3.11; do
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$name"
      return
    fi
  done
  echo "Python 3.11 or newer is needed, and none was found. Set PYTHON to its path if it is not on PATH." >&2
  return 1
}

fingerprint() { # a checksum of everything that the environment depends on
  { "$1" -VV; echo "$2"; cat pyproject.toml scripts/constraints.txt assess/native/*; } | cksum
}

set_up() {
  local python stamp=.venv/.made-from want
  python=$(find_python) || return 1
  want=$(fingerprint "$python" "$1")
  # The environment for the tests has everything that the others need.
  if [ -f "$stamp" ] && { [ "$(cat "$stamp")" = "$want" ] ||
                          [ "$(cat "$stamp")" = "$(fingerprint "$python" "[test]")" ]; }; then
    return
  fi
  echo "Setting up .venv (once; takes a minute or two) ..." >&2
  # Create the environment again if its Python is another one; otherwise let pip update it.
  if [ "$(.venv/bin/python -VV 2>/dev/null)" != "$("$python" -VV)" ] && ! "$python" -m venv --clear .venv; then
    echo "Could not create a virtual environment; on Debian and Ubuntu: apt-get install python3-venv" >&2
    return 1
  fi
  .venv/bin/python -m pip install --quiet --disable-pip-version-check \
    --constraint scripts/constraints.txt --editable ".$1" || return 1
  echo "$want" > "$stamp"
}
