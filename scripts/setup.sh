# Sourced by the other scripts: makes .venv with the pinned versions, or finds that it is right already.
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

fingerprint() { # what the environment was made from
  { "$1" -VV; echo "$2"; cat pyproject.toml scripts/constraints.txt assess/native/*; } | cksum
}

set_up() {
  local python stamp=.venv/.made-from want
  python=$(find_python) || return 1
  want=$(fingerprint "$python" "$1")
  # The environment of the tests serves everything else as well.
  if [ -f "$stamp" ] && { [ "$(cat "$stamp")" = "$want" ] ||
                          [ "$(cat "$stamp")" = "$(fingerprint "$python" "[test]")" ]; }; then
    return
  fi
  echo "Setting up .venv (once; takes a minute or two) ..." >&2
  # An environment of another Python is made anew; otherwise pip brings the one that is there up to date.
  if [ "$(.venv/bin/python -VV 2>/dev/null)" != "$("$python" -VV)" ] && ! "$python" -m venv --clear .venv; then
    echo "Could not make a virtual environment; on Debian and Ubuntu: apt-get install python3-venv" >&2
    return 1
  fi
  .venv/bin/python -m pip install --quiet --disable-pip-version-check \
    --constraint scripts/constraints.txt --editable ".$1" || return 1
  echo "$want" > "$stamp"
}
