import type { LogEvent } from '../../api/contract/logs.ts';

/** Loaded only when there are enough lines to compress, so that it does not delay the first frame. */
const zlib = () => process.getBuiltinModule('node:zlib');

type SheetColumns = readonly [
  bytes: ArrayLike<number>,
  servers: ArrayLike<number>,
  services: ArrayLike<number>,
  cursors: ArrayLike<number>,
  flags: ArrayLike<number>,
];

/** Flags of a line; the first four say which fields it has. */
const CURSOR = 1;
const MESSAGE = 2;
const SERVICE = 4;
const SERVER = 8;
const ALL = CURSOR | MESSAGE | SERVICE | SERVER;
const ASCII = 16;
/** The line is written as JSON, because a value does not fit the columns. */
const UNUSUAL = 32;

const COLUMNS = 5;
const INITIAL_BYTES = 2048;
/** The maximum number of UTF-8 bytes per UTF-16 code unit. */
const MAX_UTF8_BYTES = 3;

const isInt32 = (value: number): boolean => value === (value | 0);

/**
 * Log lines without their times and priorities, as bytes: the concatenated service, cursor and message of each line,
 * and columns with their lengths. Fields that are not in the contract are not kept.
 */
export interface LogSheet {
  /** Decodes line `index`; `t` and `p` are its time and priority, which are stored elsewhere. */
  read(index: number, t: number | undefined, p: number | undefined): LogEvent;
}

class Sheet implements LogSheet {
  readonly #text: Buffer;
  readonly #columns: SheetColumns;
  readonly #starts: ArrayLike<number>;

  constructor(text: Buffer, columns: SheetColumns, starts: ArrayLike<number>) {
    this.#text = text;
    this.#columns = columns;
    this.#starts = starts;
  }

  read(index: number, t: number | undefined, p: number | undefined): LogEvent {
    const [bytes, servers, services, cursors, flags] = this.#columns;
    const flag = flags[index]!;
    const from = this.#starts[index]!;
    const to = from + bytes[index]!;
    // Latin 1 is decoded several times as fast as UTF-8.
    const text = this.#text.toString(flag & ASCII ? 'latin1' : 'utf8', from, to);
    const time = t !== undefined && { t };
    if (flag & UNUSUAL) return { ...(JSON.parse(text) as LogEvent), ...time };
    const cursorAt = services[index]!;
    const messageAt = cursorAt + cursors[index]!;
    const c = text.slice(cursorAt, messageAt);
    const m = text.slice(messageAt);
    const s = text.slice(0, cursorAt);
    const h = servers[index]!;
    // Fast path: nearly all lines have all fields, and conditional spreading takes several times as long.
    if ((flag & ALL) === ALL && t !== undefined && p !== undefined) return { c, t, m, s, h, p };
    return {
      ...time,
      ...(p !== undefined && { p }),
      ...(flag & CURSOR && { c }),
      ...(flag & MESSAGE && { m }),
      ...(flag & SERVICE && { s }),
      ...(flag & SERVER && { h }),
    };
  }
}

/** The writer of a sheet. */
export class LogWriter {
  #text = Buffer.allocUnsafe(INITIAL_BYTES);
  #end = 0;
  #count = 0;
  readonly #starts: Int32Array;
  readonly #columns: readonly [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];

  /** @param maxLines the maximum number of lines */
  constructor(maxLines: number) {
    const column = () => new Int32Array(maxLines);
    this.#starts = column();
    this.#columns = [column(), column(), column(), column(), column()];
  }

  /** The length of the text so far, in bytes. */
  get length(): number {
    return this.#end;
  }

  /** @param isUsual true if the priority fits the chunk's priority column and need not be written here */
  write(event: LogEvent, isUsual: boolean): void {
    const { c, s, m, h } = event;
    let text = (s ?? '') + (c ?? '') + (m ?? '');
    let flag =
      (c === undefined ? 0 : CURSOR) |
      (m === undefined ? 0 : MESSAGE) |
      (s === undefined ? 0 : SERVICE) |
      (h === undefined ? 0 : SERVER);
    // UTF-8 cannot encode a lone surrogate; JSON escapes it.
    if (!isUsual || !isInt32(h ?? 0) || !text.isWellFormed()) {
      const { p } = event;
      text = JSON.stringify({ c, s, m, h, p });
      flag = UNUSUAL;
    }
    this.#makeRoom(text.length * MAX_UTF8_BYTES);
    const bytes = this.#text.write(text, this.#end, 'utf8');
    const [lengths, servers, services, cursors, flags] = this.#columns;
    const index = this.#count++;
    this.#starts[index] = this.#end;
    lengths[index] = bytes;
    servers[index] = flag & SERVER ? (h ?? 0) : 0;
    services[index] = s?.length ?? 0;
    cursors[index] = c?.length ?? 0;
    flags[index] = bytes === text.length ? flag | ASCII : flag;
    this.#end += bytes;
  }

  #makeRoom(bytes: number): void {
    const needed = this.#end + bytes;
    if (needed <= this.#text.length) return;
    const longer = Buffer.allocUnsafe(Math.max(needed, 2 * this.#text.length));
    this.#text.copy(longer, 0, 0, this.#end);
    this.#text = longer;
  }

  /** A sheet for reading the lines written so far. */
  sheet(): LogSheet {
    return new Sheet(this.#text, this.#columns, this.#starts);
  }

  /** The written lines, compressed: a line of 130 characters takes about 20 bytes. */
  pack(): PackedSheet {
    const count = this.#count;
    const columns = this.#columns.map(({ buffer }) => new Uint8Array(buffer, 0, count * 4));
    const raw = Buffer.concat([...columns, this.#text.subarray(0, this.#end)]);
    const { constants, zstdCompressSync } = zlib();
    const packed = zstdCompressSync(raw, {
      pledgedSrcSize: raw.length,
      // Level 1 takes a third of the time of level 3, for 5 % more bytes.
      params: { [constants.ZSTD_c_compressionLevel]: 1 },
    });
    // Copy the bytes, because the buffer behind them is larger than its content.
    return { bytes: Uint8Array.from(packed), length: raw.length, count };
  }
}

/** A compressed sheet. */
export interface PackedSheet {
  readonly bytes: Uint8Array;
  /** The uncompressed length, in bytes. */
  readonly length: number;
  /** The number of lines. */
  readonly count: number;
}

/** Decompresses the result of `LogWriter.pack`. */
export function unpack({ bytes, length, count }: PackedSheet): LogSheet {
  // With this chunk size the output is one piece, instead of several that have to be concatenated.
  const raw = zlib().zstdDecompressSync(bytes, { chunkSize: length + 64 });
  const column = (index: number) => new Int32Array(raw.buffer, raw.byteOffset + index * count * 4, count);
  const columns: SheetColumns = [column(0), column(1), column(2), column(3), column(4)];
  const starts = new Int32Array(count);
  for (let line = 1; line < count; line++) starts[line] = starts[line - 1]! + columns[0][line - 1]!;
  return new Sheet(raw.subarray(COLUMNS * count * 4), columns, starts);
}
