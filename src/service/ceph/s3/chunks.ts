import { refusal } from '../../rules/refused.ts';
import { wrongSize } from '../../rules/s3.ts';

/** Reads a stream of chunks in pieces of a chosen size. */
export class ChunkReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Uint8Array | undefined;

  constructor(content: AsyncIterable<Uint8Array>) {
    this.#source = content[Symbol.asyncIterator]();
  }

  /** Yields the next `max` bytes as they arrive; fewer only at the end. */
  async *read(max: number): AsyncGenerator<Uint8Array> {
    for (let left = max; left > 0;) {
      const chunk = this.#rest ?? (await this.#next());
      if (chunk === undefined) return;
      this.#rest = chunk.length > left ? chunk.subarray(left) : undefined;
      yield chunk.subarray(0, left);
      left -= Math.min(left, chunk.length);
    }
  }

  /** Reads the next `max` bytes into one array; fewer only at the end. */
  async readAll(max: number): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.read(max)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  /** Closes the source. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#source.return?.();
  }

  async #next(): Promise<Uint8Array | undefined> {
    const { done, value } = await this.#source.next();
    return done ? undefined : value;
  }
}

/**
 * Checks that content has exactly `size` bytes. The last chunk is held back until the content has ended, so that a
 * receiver does not accept the expected number of bytes when there are more.
 * @param stated the size of the whole file, if the content is a part of it
 * @throws Refusal 400
 */
export async function* withExactSize(
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
