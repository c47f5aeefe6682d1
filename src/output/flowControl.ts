import { type Clock, sleep } from '../lib/clock.ts';

/** The request for a status report (DSR); the terminal answers when it has processed everything before it. */
const ASK = '\x1b[5n';

/** The maximum number of unanswered frames: one is drawn by the terminal while the next one is in transit. */
const MAX_IN_FLIGHT = 2;
/** The wait for the first answer, in milliseconds. A terminal that does not answer then gets every frame. */
const FIRST_ANSWER_MS = 1500;
/** The time after which a request counts as lost, in milliseconds, if the terminal has answered before. */
const SILENCE_MS = 5000;
/** The maximum wait for answers when leaving, in milliseconds: longer than a satellite round trip. */
const LEAVING_MS = 750;
/** The interval for checking for outstanding answers when leaving, in milliseconds. */
const POLL_MS = 5;

/**
 * Limits the frames in flight to what the terminal can process. The kernel and SSH buffer megabytes for a slow link, so only
 * the terminal itself can tell how far it is. It is asked for an answer after each frame, and while two answers are
 * outstanding, frames are dropped.
 */
export class FlowControl {
  /** Called when the next frame may be written. */
  onFree: () => void = () => undefined;
  /** Called with the time until the terminal answered, in milliseconds: transit both ways and drawing. */
  onRoundTrip: (ms: number) => void = () => undefined;
  readonly #clock: Clock;
  /** The times of unanswered requests in monotonic milliseconds of the clock, oldest first. */
  #asked: number[] = [];
  #hasAnswered = false;
  #asks = true;
  #leaving = false;
  #answerTimeout: Disposable | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** True while answers may arrive. */
  get awaitsAnswers(): boolean {
    return this.#asked.length > 0;
  }

  /** True while the next frame must wait. */
  get isFull(): boolean {
    return this.#asks && !this.#leaving && this.#asked.length >= MAX_IN_FLIGHT;
  }

  /** The request to write after a frame. */
  ask(): string {
    if (!this.#asks || this.#leaving) return '';
    this.#asked.push(this.#clock.elapsed());
    if (!this.#answerTimeout) this.#wait();
    return ASK;
  }

  /** Handles an answer. */
  answered(): void {
    const asked = this.#asked.shift();
    this.#hasAnswered = this.#asks = true;
    this.#stopWaiting();
    if (this.#asked.length > 0) this.#wait();
    if (asked !== undefined) this.onRoundTrip(this.#clock.elapsed() - asked);
    this.onFree();
  }

  /** Stops asking; resolves when all answers have arrived, or after 750 ms. */
  async stopAsking(): Promise<void> {
    this.#leaving = true;
    this.#stopWaiting();
    if (!this.#hasAnswered && !this.#asks) return;
    for (let waited = 0; this.#asked.length > 0 && waited < LEAVING_MS; waited += POLL_MS)
      await sleep(this.#clock, POLL_MS);
  }

  /** Starts asking again after `stopAsking`, when the screen is entered anew. */
  startAsking(): void {
    this.#leaving = false;
    this.#asked = [];
  }

  /** Gives up on outstanding answers; the round trip took at least as long as the wait. */
  #forget(): void {
    this.#asked = [];
    this.onRoundTrip(SILENCE_MS);
  }

  #wait(): void {
    this.#answerTimeout = this.#clock.after(this.#hasAnswered ? SILENCE_MS : FIRST_ANSWER_MS, () => {
      this.#answerTimeout = undefined;
      // After a first answer that is late, asking starts again.
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
