import { createHash } from 'node:crypto';
import { Refusal } from '../../engine.ts';
import type { Content } from './content.ts';

const MIB = 1024 * 1024;

/** Bytes of uploaded content that a simulated cluster keeps, of all objects and files together. */
const MEMORY_LIMIT = 256 * MIB;
/** Pieces are joined to this size, because each one costs memory of its own. */
const PIECE = MIB / 4;

/**
 * The uploaded contents of the cluster, which lie in memory. Each object and file holds its content with
 * `hold` and lets it go with `drop`; what nobody holds any more counts no more. Generated contents pass
 * through and count nothing.
 */
export class ContentStore {
  readonly #limit: number;
  /** How many objects and files hold a content that was uploaded here. */
  readonly #holders = new WeakMap<Content, { count: number }>();
  #used = 0;

  constructor(limit = MEMORY_LIMIT) {
    this.#limit = limit;
  }

  /** Bytes in memory, those that are just arriving included. */
  get used(): number {
    return this.#used;
  }

  /**
   * Takes an upload in, and hands it to `commit` once it is complete; whatever fails leaves nothing behind.
   * @param accept called with the bytes so far after each piece, to throw when they are too many
   * @param commit must hold the content when it keeps it
   * @throws Refusal 413 when the memory for uploads is used up
   */
  async receive(
    upload: AsyncIterable<Uint8Array>,
    accept: (size: number) => void,
    commit: (content: Content) => void,
  ): Promise<void> {
    const pieces = new Pieces();
    try {
      for await (const chunk of upload) {
        pieces.add(chunk);
        this.#used += chunk.length;
        if (this.#used > this.#limit) throw this.#tooLarge();
        accept(pieces.size);
      }
      const content = pieces.end();
      this.#holders.set(content, { count: 0 });
      commit(content);
    } finally {
      this.#used -= pieces.size;
    }
  }

  hold(content: Content): void {
    const holders = this.#holders.get(content);
    if (holders !== undefined && holders.count++ === 0) this.#used += content.size;
  }

  drop(content: Content): void {
    const holders = this.#holders.get(content);
    if (holders !== undefined && --holders.count === 0) this.#used -= content.size;
  }

  #tooLarge(): Refusal {
    const limit = `${this.#limit / MIB} MiB`;
    return new Refusal(
      413,
      `the simulated cluster keeps ${limit} of uploads in all, and this one is too much: delete uploaded objects or files, or upload less`,
    );
  }
}

/** An upload on its way to become a content. */
class Pieces {
  readonly #md5 = createHash('md5');
  readonly #pieces: Uint8Array[] = [];
  #loose: Uint8Array[] = [];
  #looseSize = 0;
  size = 0;

  add(chunk: Uint8Array): void {
    this.#md5.update(chunk);
    this.#loose.push(chunk);
    this.#looseSize += chunk.length;
    this.size += chunk.length;
    if (this.#looseSize >= PIECE) this.#join();
  }

  end(): Content {
    this.#join();
    const pieces = this.#pieces;
    return { size: this.size, etag: this.#md5.digest('hex'), read: () => pieces };
  }

  /** Copies, because a chunk may be a small view of a large buffer. */
  #join(): void {
    if (this.#looseSize > 0) this.#pieces.push(Buffer.concat(this.#loose));
    this.#loose = [];
    this.#looseSize = 0;
  }
}
