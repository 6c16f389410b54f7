/** The work page: shows the tasks of an assignment one after the other, and saves each answer the moment it is given. */

import { byId, pageData } from "../shared/dom.js";
import { gradeAnswers, pairAnswers } from "./answers.js";
import { Api } from "./api.js";
import { Attention } from "./attention.js";
import { Clock } from "./clock.js";
import { gradeKey, listen, pairKey } from "./keys.js";
import { prefetch } from "./materials.js";
import { Options } from "./options.js";
import { Outbox } from "./outbox.js";
import { Status } from "./status.js";
import { t, useTexts } from "./texts.js";
import { View } from "./view.js";

/** A name for one answer: sending it twice stores it once. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12)); // randomUUID is missing on plain http
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

class Work {
  #urls;
  #prompt;
  #ownLink;
  #status = new Status();
  #options = new Options(byId("options"));
  #attention = new Attention();
  #outbox;
  #clock;
  #view;
  #assignment;
  #isGrading;
  #answers;
  #tasks;
  #index = 0;
  #told = false; // whether feedback on a training answer is shown
  #busy = false; // while the page waits for the server
  #moving = false; // while another page is being opened

  constructor(page) {
    this.#urls = page.urls;
    this.#prompt = page.prompt;
    this.#ownLink = page.own_link;
    this.#outbox = new Outbox(new Api(page.urls.api, page.token), page.token.slice(-12), (state, n) =>
      this.#status.connection(state, n),
    );
    this.#clock = new Clock(byId("time"), () => this.#status.say(t("time_soon")));
    this.#view = new View({
      onChoose: (value) => this.#choose(value),
      onProceed: () => this.proceed(),
      onBack: () => this.back(),
    });
    this.#load(page.assignment);
    this.#view.unfold(this.#tasks.every((task) => task.saved === null));
  }

  /** Begin an assignment at its first task without an answer. */
  #load(assignment) {
    this.#assignment = assignment;
    this.#isGrading = assignment.kind === "grading";
    this.#answers = this.#isGrading ? gradeAnswers(assignment.grades) : pairAnswers(assignment.answers);
    this.#tasks = assignment.tasks.map((task) => ({ ...task, saved: task.answer, chosen: task.answer, seconds: 0, changes: 0 }));
    this.#view.answers(this.#answers);
    this.#clock.start(assignment.seconds_left ?? null);
    const open = this.#tasks.findIndex((task) => task.saved === null);
    this.#show(open < 0 ? this.#tasks.length - 1 : open);
  }

  /** Whether more follows this assignment without a page between: always after training, and for an invited assessor. */
  get #goesOn() {
    return this.#ownLink || this.#assignment.kind === "training";
  }

  #usualPrompt({ item, left }) {
    const { kind } = item ?? left;
    return t(this.#isGrading ? `grade_${kind}` : `which_${kind}`);
  }

  get #task() {
    return this.#tasks[this.#index];
  }

  #show(index) {
    this.#index = index;
    this.#told = false;
    this.#attention.restart(this.#task.seconds);
    this.#status.say("");
    this.#view.feedback(null);
    this.#view.show(this.#task, {
      position: index + 1,
      of: this.#tasks.length,
      answer: this.#task.chosen,
      prompt: this.#prompt || this.#usualPrompt(this.#task),
      last: index === this.#tasks.length - 1 && !this.#goesOn,
    });
    this.#offerComment();
    if (index + 1 < this.#tasks.length) prefetch(this.#tasks[index + 1]);
  }

  /** A comment names the task at hand. */
  #offerComment() {
    const place = new URLSearchParams({ assignment: this.#assignment.assignment, position: this.#task.position });
    byId("comment").href = `${this.#urls.comments}?${place}`;
  }

  #go(index) {
    this.#view.fold();
    this.#task.seconds = this.#attention.seconds;
    this.#show(index);
    this.#view.focus();
  }

  #choose(value) {
    if (this.#busy || this.#told) return;
    if (this.#task.chosen !== null && this.#task.chosen !== value) this.#task.changes += 1;
    this.#task.chosen = value;
    this.#status.say("");
    this.#view.choose(value);
    if (this.#options.on("advance")) this.proceed();
  }

  back() {
    if (this.#index > 0 && !this.#busy) this.#go(this.#index - 1);
  }

  proceed() {
    if (this.#busy) return;
    if (this.#task.chosen === null) return this.#status.say(t("choose_first"));
    const saved = this.#save();
    if (this.#assignment.kind === "training" && !this.#told) return this.#teach(saved);
    saved.catch((refusal) => this.#leave(refusal));
    if (this.#index + 1 < this.#tasks.length) this.#go(this.#index + 1);
    else this.#finish();
  }

  /** Send the answer, unless the server holds it already. */
  async #save() {
    const task = this.#task;
    if (task.saved === task.chosen) return null;
    task.saved = task.chosen;
    task.seconds = this.#attention.seconds;
    const answer = this.#isGrading ? { grade: task.chosen } : { answer: task.chosen };
    const path = `/assignments/${this.#assignment.assignment}/${this.#isGrading ? "grades" : "tasks"}/${task.position}`;
    return this.#outbox.add("PUT", path, { ...answer, seconds: task.seconds, changes: task.changes, key: newKey() });
  }

  /** Training: stay at the pair and show whether the answer was right. */
  async #teach(saved) {
    const reply = await this.#waitFor(saved);
    this.#told = true;
    if (reply?.feedback) this.#view.feedback(reply.feedback);
    else this.proceed();
  }

  async #finish() {
    const ended = await this.#waitFor(this.#outbox.add("POST", `/assignments/${this.#assignment.assignment}/finish`));
    if (!ended) return;
    if (ended.outcome === "unfinished") location.reload();
    else if (ended.next) this.#next();
    else this.#move(this.#urls.done + this.#assignment.assignment);
  }

  /** An invited assessor goes on in place, without a page in between. */
  async #next() {
    const assignment = await this.#waitFor(this.#outbox.add("POST", "/assignments"));
    if (!assignment) return;
    if (assignment.kind !== this.#assignment.kind) return this.#move(this.#urls.work); // other instructions, other keys
    this.#load(assignment);
    this.#view.focus();
  }

  /** Wait for *answer* while the page accepts no input; a refusal leads to the page that explains it. */
  async #waitFor(answer) {
    this.#busy = true;
    this.#view.busy = true;
    try {
      return await answer;
    } catch (refusal) {
      this.#leave(refusal);
      return null;
    } finally {
      this.#busy = false;
      this.#view.busy = false;
    }
  }

  /** The server no longer takes answers to this assignment: its pages say why, and what is next. */
  #leave({ reason }) {
    this.#move(reason === "expired" ? this.#urls.expired : this.#urls.work);
  }

  #move(url) {
    this.#moving = true;
    location.replace(url);
  }

  get usesKeys() {
    return this.#options.on("keys");
  }

  /** Whether answers are still on their way, and the page is about to be closed by hand. */
  get isUnsaved() {
    return this.#outbox.waiting > 0 && !this.#moving;
  }

  /** The answer that a key press gives, if any; true when it was one. */
  key(event) {
    const values = this.#answers.map(({ value }) => value);
    const value = (this.#isGrading ? gradeKey : pairKey)(event, values);
    if (value === null) return false;
    this.#choose(value);
    return true;
  }
}

const page = pageData();
useTexts(page.texts);
const work = new Work(page);

listen({
  answer: (event) => work.key(event),
  proceed: () => work.proceed(),
  back: () => work.back(),
  enabled: () => work.usesKeys,
});

window.addEventListener("beforeunload", (event) => {
  if (work.isUnsaved) event.preventDefault();
});

// Back from a later page brings this one out of the browser's memory as it was: ask the server how things stand.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
