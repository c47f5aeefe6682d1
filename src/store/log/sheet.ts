import type { LogEvent } from '../../api/contract/logs.ts';

/** Loaded when there are lines enough to compress, which the first frame is not kept waiting for. */
const zlib = () => process.getBuiltinModule('node:zlib');

type Columns = readonly [
  bytes: ArrayLike<number>,
  servers: ArrayLike<number>,
  services: ArrayLike<number>,
  cursors: ArrayLike<number>,
  flags: ArrayLike<number>,
];

/** The form in which a line is written; the first four tell which fields it has. */
const CURSOR = 1;
const MESSAGE = 2;
const SERVICE = 4;
const SERVER = 8;
const ALL = CURSOR | MESSAGE | SERVICE | SERVER;
const ASCII = 16;
/** As JSON: what is not like other lines. */
const UNUSUAL = 32;

const COLUMNS = 5;
const FIRST_BYTES = 2048;
/** UTF-8 takes so many bytes at most for a UTF-16 code unit. */
const MOST_BYTES = 3;

const isWhole32 = (value: number): boolean => value === (value | 0);

/**
 * Log lines without their times and priorities, as bytes: service, cursor and message of each one after the other,
 * and numbers that tell them apart. Fields that the contract does not know are not kept.
 */
export interface LogSheet {
  /** Line `index`, given its time and its priority. */
  read(index: number, t: number | undefined, p: number | undefined): LogEvent;
}

class Sheet implements LogSheet {
  readonly #text: Buffer;
  readonly #columns: Columns;
  readonly #starts: ArrayLike<number>;

  constructor(text: Buffer, columns: Columns, starts: ArrayLike<number>) {
    this.#text = text;
    this.#columns = columns;
    this.#starts = starts;
  }

  read(index: number, t: number | undefined, p: number | undefined): LogEvent {
    const [bytes, servers, services, cursors, flags] = this.#columns;
    const flag = flags[index] ?? 0;
    const from = this.#starts[index] ?? 0;
    const to = from + (bytes[index] ?? 0);
    // Latin 1 is read several times as fast as UTF-8.
    const text = this.#text.toString(flag & ASCII ? 'latin1' : 'utf8', from, to);
    const time = t !== undefined && { t };
    if (flag & UNUSUAL) return { ...(JSON.parse(text) as LogEvent), ...time };
    const cursorAt = services[index] ?? 0;
    const messageAt = cursorAt + (cursors[index] ?? 0);
    const c = text.slice(cursorAt, messageAt);
    const m = text.slice(messageAt);
    const s = text.slice(0, cursorAt);
    const h = servers[index] ?? 0;
    // Nearly all lines have all fields, and taking them one by one takes several times as long.
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

/** A sheet that is being written. */
export class LogWriter {
  #text = Buffer.allocUnsafe(FIRST_BYTES);
  #end = 0;
  #count = 0;
  readonly #starts: Int32Array;
  readonly #columns: readonly [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];

  /** @param most as many lines are written at most */
  constructor(most: number) {
    const column = () => new Int32Array(most);
    this.#starts = column();
    this.#columns = [column(), column(), column(), column(), column()];
  }

  /** Bytes of text so far. */
  get length(): number {
    return this.#end;
  }

  /** @param isUsual whether the priority is one that is kept elsewhere */
  write(event: LogEvent, isUsual: boolean): void {
    const { c, s, m, h } = event;
    let text = (s ?? '') + (c ?? '') + (m ?? '');
    let flag =
      (c === undefined ? 0 : CURSOR) |
      (m === undefined ? 0 : MESSAGE) |
      (s === undefined ? 0 : SERVICE) |
      (h === undefined ? 0 : SERVER);
    // UTF-8 cannot hold half a pair of surrogates; JSON spells it out.
    if (!isUsual || !isWhole32(h ?? 0) || !text.isWellFormed()) {
      const { p } = event;
      text = JSON.stringify({ c, s, m, h, p });
      flag = UNUSUAL;
    }
    this.#makeRoom(text.length * MOST_BYTES);
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

  /** Reads what was written so far. */
  sheet(): LogSheet {
    return new Sheet(this.#text, this.#columns, this.#starts);
  }

  /** The written lines, compressed: a line of 130 characters takes some 20 bytes. */
  pack(): PackedSheet {
    const count = this.#count;
    const columns = this.#columns.map(({ buffer }) => new Uint8Array(buffer, 0, count * 4));
    const whole = Buffer.concat([...columns, this.#text.subarray(0, this.#end)]);
    const { constants, zstdCompressSync } = zlib();
    const packed = zstdCompressSync(whole, {
      pledgedSrcSize: whole.length,
      // Level 1 takes a third of the time of level 3, for a twentieth more bytes.
      params: { [constants.ZSTD_c_compressionLevel]: 1 },
    });
    // The compressor's own buffer is longer than what is in it.
    return { bytes: Uint8Array.from(packed), length: whole.length, count };
  }
}

/** A compressed sheet, and how long it is otherwise. */
export interface PackedSheet {
  readonly bytes: Uint8Array;
  /** Bytes before they were compressed. */
  readonly length: number;
  /** Lines. */
  readonly count: number;
}

/** Reads what `LogWriter.pack` compressed. */
export function unpack({ bytes, length, count }: PackedSheet): LogSheet {
  // In one piece, instead of many that would have to be put together.
  const whole = zlib().zstdDecompressSync(bytes, { chunkSize: length + 64 });
  const column = (index: number) => new Int32Array(whole.buffer, whole.byteOffset + index * count * 4, count);
  const columns: Columns = [column(0), column(1), column(2), column(3), column(4)];
  const starts = new Int32Array(count);
  for (let line = 1; line < count; line++)
    starts[line] = (starts[line - 1] ?? 0) + (columns[0][line - 1] ?? 0);
  return new Sheet(whole.subarray(COLUMNS * count * 4), columns, starts);
}
