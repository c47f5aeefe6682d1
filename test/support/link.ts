/** A thin link between the program and the terminal. */
export interface LinkSpeed {
  readonly bytesPerSecond: number;
  readonly roundTripMs: number;
}

/**
 * One direction of a link that loses nothing and buffers without limit, as SSH does: data arrives in order, at most
 * at the speed of the link, and half a round trip later.
 */
export class OneWay {
  readonly #speed: LinkSpeed | undefined;
  #freeAt = 0;
  /** Data on the way, in the order in which it was sent. */
  readonly #onTheWay: (() => void)[] = [];

  /** Without a speed all data arrives at once. */
  constructor(speed?: LinkSpeed) {
    this.#speed = speed;
  }

  send(bytes: number, deliver: () => void): void {
    if (!this.#speed) {
      deliver();
      return;
    }
    const now = performance.now();
    this.#freeAt = Math.max(now, this.#freeAt) + (bytes / this.#speed.bytesPerSecond) * 1000;
    this.#onTheWay.push(deliver);
    // A timer may overtake another one by some milliseconds, but it always delivers the next chunk.
    setTimeout(() => this.#onTheWay.shift()?.(), this.#freeAt - now + this.#speed.roundTripMs / 2);
  }
}
