/** Seconds of attention: time with the page visible and in focus. */

export class Attention {
  #total = 0;
  #since = null;

  constructor() {
    // A frame that nobody has clicked into is not "focused" though it is being read: only a loss of focus stops the clock.
    window.addEventListener("blur", () => this.#stop());
    for (const sign of ["focus", "pointermove", "pointerdown", "wheel", "keydown"]) {
      window.addEventListener(sign, () => this.#go(), { passive: true });
    }
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#stop() : this.#go()));
  }

  /** Count on from *seconds*: those of earlier visits to the task. */
  restart(seconds) {
    this.#total = seconds * 1000;
    this.#since = null;
    this.#go();
  }

  get seconds() {
    const running = this.#since === null ? 0 : performance.now() - this.#since;
    return Math.round(this.#total + running) / 1000;
  }

  #go() {
    if (!document.hidden) this.#since ??= performance.now();
  }

  #stop() {
    if (this.#since !== null) this.#total += performance.now() - this.#since;
    this.#since = null;
  }
}
