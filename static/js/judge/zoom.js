/** An image at full size, over the page: fitted to the window first, then at its own size. */

import { t } from "./texts.js";

/** The button that enlarges *img*. */
export function zoomable(img, name) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button zoom";
  button.textContent = t("enlarge");
  button.setAttribute("aria-label", t("enlarge_this", { name }));
  button.addEventListener("click", () => open(img, name));
  return button;
}

function open(img, name) {
  const dialog = document.getElementById("zoom");
  const large = img.cloneNode();
  const size = dialog.querySelector("[data-size]");
  large.removeAttribute("style"); // the height it has beside the other image
  dialog.querySelector(".zoom-room").replaceChildren(large);
  dialog.setAttribute("aria-label", name);
  setActual(false);
  size.onclick = () => setActual(!dialog.classList.contains("actual"));
  large.onclick = size.onclick;
  dialog.querySelector("[data-close]").onclick = () => dialog.close();
  dialog.showModal();

  function setActual(actual) {
    dialog.classList.toggle("actual", actual);
    size.textContent = t(actual ? "fit" : "actual_size");
  }
}
