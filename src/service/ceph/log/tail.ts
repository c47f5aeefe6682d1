import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { Clock } from '../../../lib/clock.ts';

/** Bytes of a file that are read from its past when it is first seen, and in one turn. */
const MOST_BYTES = 256 * 1024;
/** Bytes of a file that may be left for the next turns: half a minute's reading. */
const MOST_BEHIND = 8 * 1024 * 1024;
const TURN_MS = 1000;
/** Directories change seldom: new files are looked for every so many turns. */
const LOOK_EVERY = 10;
const NOTHING = { lines: [], skipped: 0 };

/** Text that was appended to a file. */
export interface Appended {
  readonly lines: readonly string[];
  /** Bytes before them that were written faster than they are read, and left out. */
  readonly skipped: number;
}

/** Reads what is appended to one file, over truncation and replacement, in whole lines. */
class Tail {
  readonly #path: string;
  #inode = 0;
  #offset = 0;
  /** Bytes that are left for the next turn. */
  #unread = 0;
  #decoder = new StringDecoder('utf8');
  #rest = '';
  /** The first line from here began before. */
  #midLine = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** The lines since the last call, or the first of them. Rejects when the file cannot be read. */
  async read(): Promise<Appended> {
    await using file = await open(this.#path);
    const { ino, size } = await file.stat();
    let skipped = 0;
    if (this.#inode === 0) this.#restart(ino, Math.max(0, size - MOST_BYTES));
    else if (ino !== this.#inode || size < this.#offset) {
      skipped = this.#unread;
      this.#restart(ino, 0);
    }
    if (size - this.#offset > MOST_BEHIND) {
      skipped += size - MOST_BYTES - this.#offset;
      this.#restart(ino, size - MOST_BYTES);
    }
    const bytes = Buffer.alloc(Math.min(size - this.#offset, MOST_BYTES));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, this.#offset);
    this.#offset += bytesRead;
    this.#unread = size - this.#offset;
    const lines = (this.#rest + this.#decoder.write(bytes.subarray(0, bytesRead))).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#midLine && lines.length > 0) {
      this.#midLine = false;
      lines.shift();
    }
    return { lines, skipped };
  }

  #restart(inode: number, offset: number): void {
    this.#inode = inode;
    this.#offset = offset;
    this.#decoder = new StringDecoder('utf8');
    this.#rest = '';
    this.#midLine = offset > 0;
  }
}

/**
 * Follows all files of a directory that `wanted` accepts, by looking once a second: a notification for
 * each of a thousand lines a second would cost more. Files that cannot be read are left out.
 */
export function followFiles(
  clock: Clock,
  directory: string,
  wanted: (file: string) => boolean,
  onTurn: (appended: ReadonlyMap<string, Appended>) => void,
): Disposable {
  const tails = new Map<string, Tail>();
  let turns = 0;
  let timer: Disposable | undefined;
  let ended = false;

  const look = async () => {
    const files = await readdir(directory).catch(() => []);
    for (const file of files) {
      if (wanted(file) && !tails.has(file)) tails.set(file, new Tail(join(directory, file)));
    }
  };
  const turn = async () => {
    if (turns++ % LOOK_EVERY === 0) await look();
    const appended = new Map<string, Appended>();
    for (const [file, tail] of tails) {
      const read = await tail.read().catch(() => {
        tails.delete(file);
        return NOTHING;
      });
      if (read.lines.length > 0 || read.skipped > 0) appended.set(file, read);
    }
    if (appended.size > 0 && !ended) onTurn(appended);
    if (!ended) timer = clock.after(TURN_MS, () => void turn());
  };
  void turn();
  return {
    [Symbol.dispose]() {
      ended = true;
      timer?.[Symbol.dispose]();
    },
  };
}
