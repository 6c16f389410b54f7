/** Key presses -> answers and moves. Digits are read by their place on the keyboard, so that Shift works on all. */

const FIELDS = "input:not([type=radio]):not([type=checkbox]), textarea, select";
const PRESSED_BY_ENTER = "button, a[href], summary, input[type=checkbox]";

/** The side or tie that a key names: -1, 0, 1, or null. */
function sideOf(event) {
  if (event.code === "Digit1" || event.code === "Numpad1" || event.key === "ArrowLeft") return -1;
  if (event.code === "Digit2" || event.code === "Numpad2" || event.key === "ArrowRight") return 1;
  if (event.code === "Digit0" || event.code === "Numpad0" || event.key.toLowerCase() === "t") return 0;
  return null;
}

/** The answer that a key gives on the pair page, or null when the scale has none such. */
export function pairKey(event, values) {
  const side = sideOf(event);
  if (side === null) return null;
  const wanted = event.shiftKey ? 2 * side : side;
  return values.includes(wanted) ? wanted : null;
}

/** The grade that a digit gives, best grade first. */
export function gradeKey(event, values) {
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code);
  return digit ? (values[digit[1] - 1] ?? null) : null;
}

/** Call the matching action for key presses anywhere on the page; *enabled* is asked at each press. */
export function listen({ answer, proceed, back, enabled }) {
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (!(target instanceof Element) || target.matches(FIELDS) || target.closest("dialog")) return;
    if (event.key === "Enter") {
      if (target.matches(PRESSED_BY_ENTER) || event.repeat) return;
      event.preventDefault();
      proceed();
    } else if (enabled() && !event.repeat) {
      if (event.key.toLowerCase() === "b") back();
      else if (!answer(event)) return;
      event.preventDefault();
      // An answer by a key is followed by Enter: a button used before must not catch it.
      if (document.activeElement?.matches(PRESSED_BY_ENTER)) document.activeElement.blur();
    }
  });
}
