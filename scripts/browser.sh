# Sourced by scripts/test and scripts/screenshots: finds or downloads a browser for the browser tests.
#   provide_browser    sets ASSESS_BROWSER to "playwright", to the path of a Chromium, or to "" when there is none

playwright_has_its_own() {
  .venv/bin/python - <<'PY' 2>/dev/null
import sys
from pathlib import Path
from playwright.sync_api import sync_playwright
with sync_playwright() as p:
    sys.exit(not Path(p.chromium.executable_path).exists())
PY
}

chromium_on_the_machine() {
  local name
  for name in chromium chromium-browser google-chrome google-chrome-stable \
              "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
    command -v "$name" 2>/dev/null && return
  done
  return 1
}

install_debians_chromium() {
  command -v apt-get >/dev/null || return 1
  local sudo=""
  if [ "$(id -u)" != 0 ]; then
    sudo -n true 2>/dev/null || return 1
    sudo="sudo -n"
  fi
  echo "Installing Debian's chromium for the browser tests ..." >&2
  $sudo apt-get update -qq >/dev/null 2>&1
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends chromium fonts-noto-core \
    fonts-noto-cjk >/dev/null 2>&1
}

provide_browser() {
  local tried=.venv/.browser-download-tried
  export ASSESS_BROWSER
  if [ ! -f "$tried" ]; then # one attempt per environment: without a network it fails, and is not repeated
    touch "$tried"
    playwright_has_its_own || .venv/bin/playwright install chromium >/dev/null 2>&1 || true
  fi
  if playwright_has_its_own; then
    ASSESS_BROWSER=playwright
  elif ! ASSESS_BROWSER=$(chromium_on_the_machine); then
    install_debians_chromium || true
    ASSESS_BROWSER=$(chromium_on_the_machine) || ASSESS_BROWSER=""
  fi
  if [ -z "$ASSESS_BROWSER" ]; then
    echo "No browser: Playwright could not download one, no Chromium was found, and none could be installed." >&2
    echo "The browser tests will be skipped. To run them, install Chromium and start again." >&2
    if [ -n "${CI:-}" ]; then
      echo "In CI the browser tests must not be skipped." >&2
      return 1
    fi
  fi
}
