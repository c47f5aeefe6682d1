import { createHash } from 'node:crypto';
import { Refusal } from '../../engine.ts';
import { requireKeeping } from '../kept/durable.ts';
import { memoryKeep, NotKept, type Keep } from '../kept/keep.ts';
import type { ShelfWriter } from '../kept/shelf.ts';
import type { Content, KeptContent } from './content.ts';
import { generatedAgain } from './generated.ts';

const MIB = 1024 * 1024;

/** Bytes of uploaded content that a simulated cluster keeps, of all objects and files together. */
const LIMIT = 256 * MIB;
/** Pieces are joined to this size, because each one costs memory or a write of its own. */
const PIECE = MIB / 4;

/**
 * The uploaded contents of the cluster, which lie on the shelf of its keep. Each object and file holds its content
 * with `hold` and lets it go with `drop`; what nobody holds any more counts no more. Generated contents pass
 * through and count nothing.
 */
export class ContentStore {
  readonly #limit: number;
  readonly #keep: Keep;
  /** The number of objects and files that hold a content that was uploaded here. */
  readonly #holders = new WeakMap<Content, { count: number; readonly file: string }>();
  /** The content that was brought back, by its file. */
  readonly #again = new Map<string, Content>();
  #used = 0;

  constructor(keep: Keep = memoryKeep(), limit = LIMIT) {
    this.#keep = keep;
    this.#limit = limit;
  }

  /** Bytes in use, those that are just arriving included. */
  get used(): number {
    return this.#used;
  }

  /**
   * Takes an upload in, and hands it to `commit` once it is complete; whatever fails leaves nothing behind.
   * @param accept called with the bytes so far after each piece, to throw when they are too many
   * @param commit must hold the content when it keeps it
   * @throws Refusal 413 when the room for uploads is used up
   * @throws NotKept
   */
  async receive(
    upload: AsyncIterable<Uint8Array>,
    accept: (size: number) => void,
    commit: (content: Content) => void,
  ): Promise<void> {
    const arriving = new Arriving(this.#onShelf(() => this.#keep.shelf.write()));
    try {
      for await (const chunk of upload) {
        this.#used += chunk.length;
        this.#onShelf(() => arriving.add(chunk));
        if (this.#used > this.#limit) throw this.#tooLarge();
        accept(arriving.size);
      }
      const content = this.#known(this.#onShelf(() => arriving.end()));
      try {
        requireKeeping(this.#keep);
        this.#keep.together(() => commit(content));
      } catch (error) {
        this.#keep.shelf.remove(content.kept.file);
        throw error;
      }
    } finally {
      arriving.discard();
      this.#used -= arriving.size;
    }
  }

  /** Brings back a content that was stored, the same one for all who hold it. */
  restore(kept: KeptContent): Content {
    if ('kind' in kept) return generatedAgain(kept);
    const content = this.#again.get(kept.file) ?? this.#known(kept);
    this.#again.set(kept.file, content);
    return content;
  }

  #known<Kept extends Extract<KeptContent, { file: string }>>(kept: Kept) {
    const { file, size, etag } = kept;
    const content = { size, etag, kept, read: () => this.#keep.shelf.read(file) } satisfies Content;
    this.#holders.set(content, { count: 0, file });
    return content;
  }

  /** @throws NotKept when the shelf cannot be written */
  #onShelf<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      const unknown = { status: 503, reason: (error as Error).message } as const;
      throw new NotKept(this.#keep.trouble() ?? unknown);
    }
  }

  hold(content: Content): void {
    const holders = this.#holders.get(content);
    if (holders !== undefined && holders.count++ === 0) this.#used += content.size;
  }

  drop(content: Content): void {
    const holders = this.#holders.get(content);
    if (holders === undefined || --holders.count > 0) return;
    this.#used -= content.size;
    this.#again.delete(holders.file);
    this.#keep.afterwards(() => {
      // It may have been taken up again by what came after.
      if (holders.count === 0) this.#keep.shelf.remove(holders.file);
    });
  }

  #tooLarge(): Refusal {
    const limit = `${this.#limit / MIB} MiB`;
    return new Refusal(
      413,
      `the simulated cluster keeps ${limit} of uploads in all, and this one is too much: delete uploaded objects or files, or upload less`,
    );
  }
}

/** An upload on its way to the shelf. */
class Arriving {
  readonly #md5 = createHash('md5');
  readonly #writer: ShelfWriter;
  #loose: Uint8Array[] = [];
  #looseSize = 0;
  #ended = false;
  size = 0;

  constructor(writer: ShelfWriter) {
    this.#writer = writer;
  }

  add(chunk: Uint8Array): void {
    this.#md5.update(chunk);
    this.#loose.push(chunk);
    this.#looseSize += chunk.length;
    this.size += chunk.length;
    if (this.#looseSize >= PIECE) this.#join();
  }

  end() {
    this.#join();
    const file = this.#writer.end();
    this.#ended = true;
    return { file, size: this.size, etag: this.#md5.digest('hex') };
  }

  discard(): void {
    if (!this.#ended) this.#writer.discard();
  }

  /** Copies, because a chunk may be a small view of a large buffer. */
  #join(): void {
    if (this.#looseSize > 0) this.#writer.add(Buffer.concat(this.#loose));
    this.#loose = [];
    this.#looseSize = 0;
  }
}
