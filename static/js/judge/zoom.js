/** An image at full size, over the page: fitted to the window first, then at its own size. */

import { byId, make, setAttributes, setText } from "../shared/dom.js";
import { t } from "./texts.js";

/** The button that enlarges *img*. */
export function zoomButton(img, name) {
  const attributes = { type: "button", class: "button zoom", "aria-label": t("enlarge_this", { name }) };
  const button = make("button", attributes, t("enlarge"));
  button.addEventListener("click", () => open(img, name));
  return button;
}

function open(img, name) {
  const dialog = byId("zoom");
  const large = img.cloneNode();
  large.removeAttribute("style"); // the height it has beside the other image
  large.addEventListener("click", () => toggleSize(dialog));
  dialog.querySelector(".zoom-room").replaceChildren(large);
  setAttributes(dialog, { "aria-label": name });
  toggleSize(dialog, false);
  dialog.showModal();
}

function toggleSize(dialog, actual = !dialog.classList.contains("actual")) {
  dialog.classList.toggle("actual", actual);
  setText(dialog.querySelector("[data-size]"), t(actual ? "fit" : "actual_size"));
}

/** Let the buttons of the dialog work. */
export function listenToZoom() {
  const dialog = byId("zoom");
  dialog.querySelector("[data-size]").addEventListener("click", () => toggleSize(dialog));
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
}
