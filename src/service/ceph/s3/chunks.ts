import { refusal } from '../../rules/refused.ts';
import { wrongSize } from '../../rules/s3.ts';

/** Reads content that arrives in chunks of any size in amounts of a chosen size. */
export class ChunkReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Uint8Array | undefined;

  constructor(content: AsyncIterable<Uint8Array>) {
    this.#source = content[Symbol.asyncIterator]();
  }

  /** Yields the next bytes as they arrive, up to `most`; fewer only at the end. */
  async *read(most: number): AsyncGenerator<Uint8Array> {
    for (let left = most; left > 0;) {
      const chunk = this.#rest ?? (await this.#next());
      if (chunk === undefined) return;
      this.#rest = chunk.length > left ? chunk.subarray(left) : undefined;
      yield chunk.subarray(0, left);
      left -= Math.min(left, chunk.length);
    }
  }

  /** Reads the next bytes, up to `most`, into one array. */
  async readAll(most: number): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.read(most)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  /** Ends the source: no more is read. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#source.return?.();
  }

  async #next(): Promise<Uint8Array | undefined> {
    const { done, value } = await this.#source.next();
    return done ? undefined : value;
  }
}

/**
 * Content that must have exactly `size` bytes. Its last chunk is held back until the content has ended, so that a
 * receiver never gets all of its bytes when there are more.
 * @param stated the size of the whole file, where this is a part of it
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
