/** What work on one assignment takes: seconds in which the rater was at it, and seconds of checking facts. */

/** @typedef {import("./shapes.js").Time} Time */

/** Without a touch of keys or mouse for so long, and without sound, the rater is elsewhere. */
const IDLE_MS = 60000;
const TICK_MS = 1000;
/** A longer gap between two ticks is a computer that slept. */
const LONGEST_TICK_MS = 5000;
const SIGNS = ["keydown", "pointerdown", "pointermove", "wheel"];

/** Event `tick`: another second of checking facts; `over`: the time for it is used up. */
export class Effort extends EventTarget {
  #touched = performance.now();
  #last = performance.now();
  /** @type {ReturnType<typeof setInterval>|undefined} */
  #timer;
  #stop = new AbortController();
  /** @type {string|null} The target whose facts are being checked. */
  checking = null;

  /**
   * @param {Time} [saved]
   * @param {number|null} [limit] Seconds there are for checking the facts of one response.
   */
  constructor(saved = {}, limit = null) {
    super();
    this.active = saved.active_seconds || 0;
    /** @type {Record<string, number>} */
    this.checks = { ...saved.fact_checks };
    this.limit = limit;
  }

  /** Count from now on.
   * @param {() => boolean} isListening
   * @param {(seconds: number) => void} worked Told of each second at work. */
  start(isListening, worked) {
    this.#last = this.#touched = performance.now();
    for (const sign of SIGNS) {
      document.addEventListener(sign, () => (this.#touched = performance.now()), { signal: this.#stop.signal, capture: true, passive: true });
    }
    this.#timer = setInterval(() => this.#tick(isListening(), worked), TICK_MS);
  }

  stop() {
    this.#stop.abort();
    clearInterval(this.#timer);
  }

  /** Begin to check facts, or stop.
   * @param {string} target */
  turnCheck(target) {
    this.checking = this.checking === target || this.leftFor(target) === 0 ? null : target;
    this.dispatchEvent(new Event("tick"));
  }

  /** Seconds left for checking the facts of a target.
   * @param {string} target */
  leftFor(target) {
    return Math.max(0, (this.limit || 0) - (this.checks[target] || 0));
  }

  /** @returns {Time} */
  toBody() {
    const rounded = (/** @type {number} */ seconds) => Math.round(seconds * 10) / 10;
    const checks = Object.entries(this.checks).map(([target, seconds]) => [target, rounded(seconds)]);
    const spent = checks.length ? { fact_checks: Object.fromEntries(checks) } : {};
    return { active_seconds: rounded(this.active), ...spent };
  }

  /** @param {boolean} isListening
   * @param {(seconds: number) => void} worked */
  #tick(isListening, worked) {
    const now = performance.now();
    const seconds = Math.min(now - this.#last, LONGEST_TICK_MS) / 1000;
    this.#last = now;
    const isHere = document.visibilityState === "visible" && (isListening || now - this.#touched < IDLE_MS);
    // Facts are looked up in other tabs: the rater who started the timer is at work there.
    if (isHere || this.checking) {
      this.active += seconds;
      worked(seconds);
    }
    if (this.checking) this.#check(this.checking, seconds);
  }

  /** @param {string} target
   * @param {number} seconds */
  #check(target, seconds) {
    this.checks = { ...this.checks, [target]: Math.min(this.limit || 0, (this.checks[target] || 0) + seconds) };
    const isOver = this.leftFor(target) === 0;
    if (isOver) this.checking = null;
    this.dispatchEvent(new Event("tick"));
    if (isOver) this.dispatchEvent(new Event("over"));
  }
}
