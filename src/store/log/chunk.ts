import type { LogEvent } from '../../api/contract/logs.ts';
import { patternOf, sourcedPattern } from './pattern.ts';
import { type LogSheet, LogWriter, type PackedSheet, unpack } from './sheet.ts';

/** The number of lines that are packed together; reading one of them unpacks all, which takes about 0.3 ms. */
export const CHUNK_LINES = 2048;
/** The maximum text that is packed together, in bytes, in case lines are long. */
const CHUNK_BYTES = 512 * 1024;

/** Stands for a missing priority; it compares as less severe than any other. */
export const NO_PRIORITY = 255;

/** The memory of a chunk's own objects, and of the time, priority and patterns of one line, in bytes. */
const CHUNK_OVERHEAD = 600;
const LINE_OVERHEAD = 17;

/**
 * Consecutive log lines in little memory. Their times, priorities and patterns stay readable when the rest is packed.
 */
export class LogChunk {
  /** The number of the first line; the others have consecutive numbers. */
  start = 0;
  /** The earliest and the latest time of the lines; a line without a time counts as later than all others. */
  oldest = Infinity;
  newest = -Infinity;
  /** The numerically lowest, that is, most severe priority. */
  worstPriority = NO_PRIORITY;
  count = 0;
  #times = new Float64Array(CHUNK_LINES);
  #priorities = new Uint8Array(CHUNK_LINES);
  #patterns = new Uint32Array(CHUNK_LINES);
  #sources = new Uint32Array(CHUNK_LINES);
  #writer: LogWriter | undefined = new LogWriter(CHUNK_LINES);
  #packed: PackedSheet | undefined;

  /** One past the number of the last line. */
  get end(): number {
    return this.start + this.count;
  }

  get isFull(): boolean {
    return this.count >= CHUNK_LINES || (this.#writer?.length ?? CHUNK_BYTES) >= CHUNK_BYTES;
  }

  /** The approximate memory that the chunk takes, in bytes. */
  get bytes(): number {
    return (
      CHUNK_OVERHEAD + LINE_OVERHEAD * this.count + (this.#packed?.bytes.length ?? this.#writer?.length ?? 0)
    );
  }

  /** Seconds since the epoch; Infinity for a line without a time. */
  time(index: number): number {
    return this.#times[index] ?? Infinity;
  }

  /** The syslog priority, or NO_PRIORITY. An invalid priority is rounded and clamped to a byte. */
  priority(index: number): number {
    return this.#priorities[index] ?? NO_PRIORITY;
  }

  /** The hash of the line's message without its numbers, its priority and its kind of service. */
  pattern(index: number): number {
    return this.#patterns[index]!;
  }

  /** The hash of the pattern with the line's service and server, which its repeats have in common. */
  source(index: number): number {
    return this.#sources[index]!;
  }

  /**
   * Appends a line.
   * @throws if the chunk is packed or full
   */
  add(event: LogEvent): void {
    if (this.#writer === undefined || this.isFull) throw new Error('the chunk takes no more lines');
    const { t = Infinity, p = NO_PRIORITY } = event;
    const time = Number.isFinite(t) ? t : Infinity;
    const priority = Math.max(0, Math.min(NO_PRIORITY, Math.ceil(p)));
    this.#writer.write(event, priority === p && (p < NO_PRIORITY || event.p === undefined));
    this.#times[this.count] = time;
    this.#priorities[this.count] = priority;
    const pattern = patternOf(event);
    this.#patterns[this.count] = pattern;
    this.#sources[this.count] = sourcedPattern(pattern, event);
    this.count++;
    this.oldest = Math.min(this.oldest, time);
    this.newest = Math.max(this.newest, time);
    this.worstPriority = Math.min(this.worstPriority, priority);
  }

  /** Compresses the chunk; it accepts no more lines afterwards. */
  pack(): void {
    if (this.#writer === undefined) return;
    this.#packed = this.#writer.pack();
    if (this.count < CHUNK_LINES) {
      this.#times = this.#times.slice(0, this.count);
      this.#priorities = this.#priorities.slice(0, this.count);
      this.#patterns = this.#patterns.slice(0, this.count);
      this.#sources = this.#sources.slice(0, this.count);
    }
    this.#writer = undefined;
  }

  get isPacked(): boolean {
    return this.#packed !== undefined;
  }

  /**
   * The decoded text of the lines. For a packed chunk it is decompressed at each call, so callers should keep it for a
   * while.
   */
  sheet(): LogSheet {
    if (this.#packed !== undefined) return unpack(this.#packed);
    return (this.#writer ?? new LogWriter(0)).sheet();
  }

  /** The line at an index; `sheet` must be this chunk's own. */
  at(index: number, sheet: LogSheet): LogEvent {
    const [t, p] = [this.time(index), this.priority(index)];
    return sheet.read(index, t === Infinity ? undefined : t, p === NO_PRIORITY ? undefined : p);
  }
}
