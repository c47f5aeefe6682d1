import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { Clock } from '../../../lib/clock.ts';
import { every } from '../client/timeouts.ts';

/** The maximum number of bytes that are read in one turn, and of older content that is read at first. */
const MAX_BYTES = 256 * 1024;
/** The maximum number of unread bytes in a file: half a minute's reading. If there are more, most are skipped. */
const MAX_BEHIND = 8 * 1024 * 1024;
const TURN_MS = 1000;
/** The number of turns between two searches for new files: directories change rarely. */
const SEARCH_EVERY = 10;
const NOTHING = { lines: [], skipped: 0 };

/** Text that was appended to a file. */
export interface Appended {
  readonly lines: readonly string[];
  /** The number of bytes before these lines that were skipped because the file grows faster than it is read. */
  readonly skipped: number;
}

/** Reads the whole lines that are appended to a file; handles truncation and replacement. */
class HostLogTail {
  readonly #path: string;
  #inode = 0;
  #offset = 0;
  /** The number of bytes that are left for the next turn. */
  #unread = 0;
  #decoder = new StringDecoder('utf8');
  #rest = '';
  /** The offset may be in the middle of a line, whose rest is dropped. */
  #midLine = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** Reads the lines since the last call, up to a limit. Rejects when the file cannot be read. */
  async read(): Promise<Appended> {
    await using file = await open(this.#path);
    const { ino, size } = await file.stat();
    let skipped = 0;
    if (this.#inode === 0) this.#restart(ino, Math.max(0, size - MAX_BYTES));
    else if (ino !== this.#inode || size < this.#offset) {
      skipped = this.#unread;
      this.#restart(ino, 0);
    }
    if (size - this.#offset > MAX_BEHIND) {
      skipped += size - MAX_BYTES - this.#offset;
      this.#restart(ino, size - MAX_BYTES);
    }
    const bytes = Buffer.alloc(Math.min(size - this.#offset, MAX_BYTES));
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
 * Follows all files of a directory that `wanted` accepts. It polls once a second: a notification for each of a thousand
 * lines a second would cost more. Files that cannot be read are ignored.
 */
export function followFiles(
  clock: Clock,
  directory: string,
  wanted: (file: string) => boolean,
  onTurn: (appended: ReadonlyMap<string, Appended>) => void,
): Disposable {
  const tails = new Map<string, HostLogTail>();
  let count = 0;
  let ended = false;
  const findFiles = async () => {
    const files = await readdir(directory).catch(() => []);
    for (const file of files) {
      if (wanted(file) && !tails.has(file)) tails.set(file, new HostLogTail(join(directory, file)));
    }
  };
  const turn = async () => {
    if (count++ % SEARCH_EVERY === 0) await findFiles();
    const appended = new Map<string, Appended>();
    for (const [file, tail] of tails) {
      const read = await tail.read().catch(() => {
        tails.delete(file);
        return NOTHING;
      });
      if (read.lines.length > 0 || read.skipped > 0) appended.set(file, read);
    }
    if (appended.size > 0 && !ended) onTurn(appended);
  };
  const turns = every(clock, TURN_MS, turn);
  return {
    [Symbol.dispose]() {
      ended = true;
      turns[Symbol.dispose]();
    },
  };
}
