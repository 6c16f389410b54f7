/** The plain pages: formats the organiser's texts, submits a form once, copies the completion code. */

import { byId, setText } from "../shared/dom.js";
import { format } from "./prose.js";

for (const element of document.querySelectorAll(".prose")) format(element);

for (const form of document.forms) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });
}

// A page that Back brings out of the browser's memory may be sent again.
window.addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
});

const copy = byId("copy");
copy?.addEventListener("click", async () => {
  const code = byId("code");
  try {
    await navigator.clipboard.writeText(code.textContent.trim());
    setText(byId("copied"), copy.dataset.done);
  } catch {
    // Frames and plain http have no clipboard: the code is selected instead, for Ctrl-C.
    getSelection().selectAllChildren(code);
  }
});
