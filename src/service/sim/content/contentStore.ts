import { createHash } from 'node:crypto';
import { messageOf } from '../../../lib/thrown.ts';
import { Refusal } from '../../engine.ts';
import { requireWritable } from '../persistence/durable.ts';
import { memoryPersistence, PersistenceError, type Persistence } from '../persistence/persistence.ts';
import type { UploadWriter } from '../persistence/uploadStore.ts';
import type { Content, SavedContent } from './content.ts';
import { restoreGenerated } from './generated.ts';

const MIB = 1024 * 1024;

/** Maximum size of the uploaded contents of all objects and files of a simulated cluster, in bytes. */
const LIMIT = 256 * MIB;
/** Chunks are joined up to this size in bytes, because each costs memory and a write. */
const CHUNK_BYTES = MIB / 4;

/**
 * The uploaded contents of the cluster, which are stored as files. Each object and file references its content with
 * `hold` and releases it with `drop`; unreferenced content is removed. Generated content does not count toward the
 * limit.
 */
export class ContentStore {
  readonly #limit: number;
  readonly #persistence: Persistence;
  /** Number of references to each uploaded content. */
  readonly #holders = new WeakMap<Content, { count: number; readonly file: string }>();
  /** Restored contents by file. */
  readonly #restored = new Map<string, Content>();
  #used = 0;

  constructor(persistence: Persistence = memoryPersistence(), limit = LIMIT) {
    this.#persistence = persistence;
    this.#limit = limit;
  }

  /** Bytes in use, including uploads in progress. */
  get used(): number {
    return this.#used;
  }

  /**
   * Receives an upload and passes it to `commit` once it is complete; a failure leaves nothing behind.
   * @param accept called after each chunk with the number of bytes so far; throws when there are too many
   * @param commit must call `hold` if it stores the content
   * @throws Refusal 413 when the limit for uploads is reached
   * @throws PersistenceError when the content cannot be stored
   */
  async receive(
    upload: AsyncIterable<Uint8Array>,
    accept: (size: number) => void,
    commit: (content: Content) => void,
  ): Promise<void> {
    const incoming = new IncomingUpload(this.#writing(() => this.#persistence.uploads.write()));
    try {
      for await (const chunk of upload) {
        this.#used += chunk.length;
        this.#writing(() => incoming.add(chunk));
        if (this.#used > this.#limit) throw this.#tooLarge();
        accept(incoming.size);
      }
      const content = this.#track(this.#writing(() => incoming.end()));
      try {
        requireWritable(this.#persistence);
        this.#persistence.transaction(() => commit(content));
      } catch (error) {
        this.#persistence.uploads.remove(content.saved.file);
        throw error;
      }
    } finally {
      incoming.discard();
      this.#used -= incoming.size;
    }
  }

  /** Restores a saved content; all references to it share one object. */
  restore(saved: SavedContent): Content {
    if ('kind' in saved) return restoreGenerated(saved);
    const content = this.#restored.get(saved.file) ?? this.#track(saved);
    this.#restored.set(saved.file, content);
    return content;
  }

  #track<Saved extends Extract<SavedContent, { file: string }>>(saved: Saved) {
    const { file, size, etag } = saved;
    const content = { size, etag, saved, read: () => this.#persistence.uploads.read(file) } satisfies Content;
    this.#holders.set(content, { count: 0, file });
    return content;
  }

  /** @throws PersistenceError when the upload cannot be written */
  #writing<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      const unknown = { status: 503, reason: messageOf(error) } as const;
      throw new PersistenceError(this.#persistence.problem() ?? unknown);
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
    this.#restored.delete(holders.file);
    this.#persistence.afterCommit(() => {
      // It may have been referenced again by now.
      if (holders.count === 0) this.#persistence.uploads.remove(holders.file);
    });
  }

  #tooLarge(): Refusal {
    const limit = `${this.#limit / MIB} MiB`;
    return new Refusal(
      413,
      `the simulated cluster keeps ${limit} of uploads in total, and this one exceeds that: delete uploaded objects or files, or upload less`,
    );
  }
}

/** An upload that is being written to a file. */
class IncomingUpload {
  readonly #md5 = createHash('md5');
  readonly #writer: UploadWriter;
  #pending: Uint8Array[] = [];
  #pendingSize = 0;
  #ended = false;
  size = 0;

  constructor(writer: UploadWriter) {
    this.#writer = writer;
  }

  add(chunk: Uint8Array): void {
    this.#md5.update(chunk);
    this.#pending.push(chunk);
    this.#pendingSize += chunk.length;
    this.size += chunk.length;
    if (this.#pendingSize >= CHUNK_BYTES) this.#join();
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

  /** Copies the chunks, because each may be a small view of a large buffer. */
  #join(): void {
    if (this.#pendingSize > 0) this.#writer.add(Buffer.concat(this.#pending));
    this.#pending = [];
    this.#pendingSize = 0;
  }
}
