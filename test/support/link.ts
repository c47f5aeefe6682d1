/** A thin link between the program and the terminal. */
export interface LinkSpeed {
  readonly bytesPerSecond: number;
  readonly roundTripMs: number;
}

/**
 * One direction of a link that loses nothing and buffers without end, as SSH does: what is sent arrives in order,
 * no faster than the link carries it, and half a round trip later.
 */
export class OneWay {
  readonly #speed: LinkSpeed | undefined;
  #freeAt = 0;

  /** Without a speed everything arrives at once. */
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
    setTimeout(deliver, this.#freeAt - now + this.#speed.roundTripMs / 2);
  }
}
