import { refusal } from '../../rules/refused.ts';
import { wrongSize } from '../../rules/s3.ts';

/** Content that arrives in chunks of any size, handed out in pieces of chosen sizes. */
export class Pieces {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Uint8Array | undefined;

  constructor(content: AsyncIterable<Uint8Array>) {
    this.#source = content[Symbol.asyncIterator]();
  }

  /** The next bytes as they arrive, at most so many; fewer only at the end. */
  async *take(most: number): AsyncGenerator<Uint8Array> {
    for (let left = most; left > 0;) {
      const chunk = this.#rest ?? (await this.#next());
      if (chunk === undefined) return;
      this.#rest = chunk.length > left ? chunk.subarray(left) : undefined;
      yield chunk.subarray(0, left);
      left -= Math.min(left, chunk.length);
    }
  }

  /** The same, once they have arrived. */
  async gather(most: number): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.take(most)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  /** Tells the sender that no more is wanted. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#source.return?.();
  }

  async #next(): Promise<Uint8Array | undefined> {
    const { done, value } = await this.#source.next();
    return done ? undefined : value;
  }
}

/**
 * Content that must have exactly so many bytes. Its last chunk is held back until the content has ended, so
 * that whoever waits for so many bytes never gets them when there are more.
 * @param stated the size of the whole file, where this is a part of it
 * @throws Refusal 400
 */
export async function* exactly(
  content: AsyncIterable<Uint8Array>,
  size: number,
  stated = size,
): AsyncGenerator<Uint8Array> {
  let received = 0;
  let held: Uint8Array | undefined;
  for await (const chunk of content) {
    received += chunk.length;
    if (received > size) throw refusal(wrongSize(stated, 'more'));
    if (held) yield held;
    held = chunk;
  }
  if (received < size) throw refusal(wrongSize(stated, 'fewer'));
  if (held) yield held;
}
