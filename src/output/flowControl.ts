import { type Clock, sleep } from '../lib/clock.ts';

/** Asks the terminal for a report of its state (DSR): it answers once it has come so far in what was written. */
const ASK = '\x1b[5n';

/** Frames that may be on the way to the terminal: one is drawn there while the next one travels. */
const MOST_ON_THE_WAY = 2;
/** Milliseconds to wait for the first answer. A terminal that does not answer gets every frame from then on. */
const FIRST_ANSWER_MS = 1500;
/** Milliseconds after which a question counts as lost, once the terminal has answered before. */
const SILENCE_MS = 5000;
/** Milliseconds that leaving waits for answers at most: longer than a satellite takes there and back. */
const LEAVING_MS = 750;
/** Milliseconds between two checks, while leaving, for answers that are missing. */
const LOOK_MS = 5;

/**
 * Frames as the terminal takes them. Kernel and SSH take megabytes on behalf of a thin link, so that nothing but the
 * terminal itself can say how far it has come: it is asked after each frame, and while two answers are missing, frames
 * are left out.
 */
export class FlowControl {
  /** Called when the next frame may go. */
  onFree: () => void = () => undefined;
  /** Called with the milliseconds that the terminal took to answer a frame: to get there and back, and to draw it. */
  onRoundTrip: (ms: number) => void = () => undefined;
  readonly #clock: Clock;
  /** When each question that is not answered yet was asked, in milliseconds since the epoch, oldest first. */
  #asked: number[] = [];
  #hasAnswered = false;
  #asks = true;
  #leaving = false;
  #answerTimeout: Disposable | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** True while answers may come. */
  get awaitsAnswers(): boolean {
    return this.#asked.length > 0;
  }

  /** True while the next frame has to wait. */
  get isFull(): boolean {
    return this.#asks && !this.#leaving && this.#asked.length >= MOST_ON_THE_WAY;
  }

  /** The question to write after a frame. */
  ask(): string {
    if (!this.#asks || this.#leaving) return '';
    this.#asked.push(this.#clock.now());
    if (!this.#answerTimeout) this.#wait();
    return ASK;
  }

  /** Takes an answer. */
  answered(): void {
    const asked = this.#asked.shift();
    this.#hasAnswered = this.#asks = true;
    this.#stopWaiting();
    if (this.#asked.length > 0) this.#wait();
    if (asked !== undefined) this.onRoundTrip(this.#clock.now() - asked);
    this.onFree();
  }

  /** Asks nothing any more, and resolves when all that was asked is answered, or after 750 ms. */
  async leave(): Promise<void> {
    this.#leaving = true;
    this.#stopWaiting();
    if (!this.#hasAnswered && !this.#asks) return;
    for (let waited = 0; this.#asked.length > 0 && waited < LEAVING_MS; waited += LOOK_MS)
      await sleep(this.#clock, LOOK_MS);
  }

  /** Asks again, after a leave that was not for good. */
  comeBack(): void {
    this.#leaving = false;
    this.#asked = [];
  }

  /** The questions count as lost; the way took at least as long as was waited. */
  #forget(): void {
    this.#asked = [];
    this.onRoundTrip(SILENCE_MS);
  }

  #wait(): void {
    this.#answerTimeout = this.#clock.after(this.#hasAnswered ? SILENCE_MS : FIRST_ANSWER_MS, () => {
      this.#answerTimeout = undefined;
      // An answer that comes after all starts it again.
      this.#asks = this.#hasAnswered;
      if (this.#hasAnswered) this.#forget();
      this.onFree();
    });
  }

  #stopWaiting(): void {
    this.#answerTimeout?.[Symbol.dispose]();
    this.#answerTimeout = undefined;
  }
}
