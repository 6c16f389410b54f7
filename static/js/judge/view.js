/** What the assessor sees of a task: the question, one or two items, the answers. It knows nothing about saving. */

import { byId, make, setText } from "../shared/dom.js";
import { equalHeights } from "./equal.js";
import { material, nameOf } from "./materials.js";
import { format } from "./prose.js";
import { t } from "./texts.js";
import { listenToZoom, zoomButton } from "./zoom.js";

const ROOMY = matchMedia("(min-width: 46rem) and (min-height: 44rem)");
const SIDES = ["left", "right"];

export class View {
  #question = byId("question");
  #items = byId("items");
  #choices = byId("choices");
  #proceed = byId("proceed");
  #onChoose;

  constructor({ onChoose, onProceed, onBack }) {
    this.#onChoose = onChoose;
    byId("answers").addEventListener("submit", (event) => {
      event.preventDefault();
      onProceed();
    });
    byId("back").addEventListener("click", onBack);
    // Not "change": choosing the same answer again, after going back, is an answer too.
    this.#choices.addEventListener("click", ({ target }) => target.matches("input") && onChoose(Number(target.value)));
    listenToZoom();
    new ResizeObserver(() => this.#fit()).observe(this.#items);
  }

  /** Lay out the answers of an assignment: the same for all its tasks. */
  answers(answers) {
    this.#choices.className = `choices of-${answers.length}`;
    this.#choices.replaceChildren(...answers.map(choice));
  }

  show(task, { position, of, answer, prompt, last }) {
    this.#ask(task);
    setText(byId("prompt"), prompt);
    this.#items.replaceChildren(...this.#cards(task));
    this.#items.scrollTop = 0;
    this.#items.classList.toggle("single", Boolean(task.item));
    for (const img of this.#items.querySelectorAll("img")) img.addEventListener("load", () => this.#fit());
    this.choose(answer);
    this.#progress(position, of);
    byId("back").setAttribute("aria-disabled", String(position === 1));
    setText(this.#proceed.querySelector("span"), t(last ? "finish" : "continue"));
    this.#fit();
  }

  /** Mark *value* as the answer; null takes the mark away. */
  choose(value) {
    for (const input of this.#choices.querySelectorAll("input")) input.checked = Number(input.value) === value;
    const chosen = value === null || value === 0 ? null : value < 0 ? "left" : "right";
    for (const card of this.#items.children) card.classList.toggle("chosen", card.dataset.side === chosen);
    this.#proceed.setAttribute("aria-disabled", String(value === null));
  }

  /** Open what a new assessor should read, if there is room for it. */
  unfold(isNew) {
    format(document.querySelector("#instructions .prose"));
    byId("instructions").open = isNew && ROOMY.matches;
    byId("about").open = ROOMY.matches;
  }

  /** The instructions have been read by the time the first answer is given. */
  fold() {
    byId("instructions").open = false;
  }

  /** Move the focus, and with it a screen reader, to the question. */
  focus() {
    this.#question.focus({ preventScroll: true });
  }

  set busy(is) {
    this.#proceed.setAttribute("aria-busy", String(is));
  }

  /** Show whether a training answer was right, and why; null hides it. */
  feedback(told) {
    const box = byId("feedback");
    box.hidden = told === null;
    if (told === null) return;
    box.classList.toggle("wrong", !told.right);
    setText(byId("verdict"), told.right ? t("right") : t("wrong", { answer: this.#label(told.expected) }));
    format(byId("why"), told.why ?? "");
    this.#fit();
  }

  #label(value) {
    return this.#choices.querySelector(`input[value="${value}"]`)?.labels[0].dataset.label ?? "";
  }

  #ask({ question, description }) {
    setText(this.#question, question);
    byId("about").hidden = !description;
    format(byId("description"), description ?? "");
  }

  #cards(task) {
    if (task.item) return [card(task.item, nameOf(task.item))];
    return SIDES.map((side, i) => this.#choosable(card(task[side], nameOf(task[side], i + 1)), side));
  }

  /** A click anywhere on an item chooses it, unless text is being selected or a button was clicked. */
  #choosable(made, side) {
    made.dataset.side = side;
    made.addEventListener("click", (event) => {
      if (event.target.closest("button") || !getSelection().isCollapsed) return;
      this.#onChoose(side === "left" ? -1 : 1);
    });
    return made;
  }

  #progress(position, of) {
    const text = t("progress", { n: position, of });
    setText(byId("progress-text"), text);
    byId("progress").max = of;
    byId("progress").value = position - 1;
    document.title = `${text} · ${document.body.dataset.title}`;
  }

  #fit() {
    equalHeights(this.#items);
    for (const box of [this.#items, ...this.#items.querySelectorAll(".item-body"), byId("feedback")]) reachable(box);
  }
}

/** What scrolls must be reachable by keyboard; what does not should not stop the Tab key. */
function reachable(box) {
  if (box.scrollHeight > box.clientHeight + 1) box.tabIndex = 0;
  else box.removeAttribute("tabindex");
}

function card(item, name) {
  const header = make("header", {}, make("h2", {}, name));
  const body = make("div", { class: "item-body", role: "group", "aria-label": name }, material(item, name));
  const img = body.querySelector(".picture img");
  if (img) header.append(zoomButton(img, name));
  return make("section", { class: `item item-${item.kind}`, "aria-label": name }, header, body);
}

function choice({ value, label, key, guideline }) {
  const made = make(
    "label",
    { class: "choice", "data-label": label },
    make("input", { type: "radio", name: "answer", value }),
    make("span", { class: "words" }, label),
    make("kbd", { "aria-hidden": "true" }, key),
  );
  if (guideline) made.append(make("small", {}, guideline));
  return made;
}
