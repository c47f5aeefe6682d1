import type { LogEvent } from '../../api/contract/logs.ts';
import { patternOf, sourcedPattern } from './pattern.ts';
import { type LogSheet, LogWriter, type PackedSheet, unpack } from './sheet.ts';

/** Lines that are packed together: to read one, all are unpacked, in some 0.3 ms. */
export const CHUNK_LINES = 2048;
/** Text that is packed together, in bytes, where lines are long. */
const CHUNK_BYTES = 512 * 1024;

/** The priority of a line that has none: less grave than all. */
export const NO_PRIORITY = 255;

/** Memory of the objects around a chunk, and of the time, the priority and the patterns of a line, in bytes. */
const CHUNK_OVERHEAD = 600;
const LINE_OVERHEAD = 17;

/** Log lines that follow each other, in few bytes. Their times, priorities and patterns stay at hand when the rest is packed. */
export class LogChunk {
  /** Number of the first line; the others follow. */
  start = 0;
  /** The earliest and the latest time of the lines; one without a time counts as later than all. */
  oldest = Infinity;
  newest = -Infinity;
  /** The lowest, that is the worst, priority among the lines. */
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

  /** Memory that it takes, about. */
  get bytes(): number {
    return (
      CHUNK_OVERHEAD + LINE_OVERHEAD * this.count + (this.#packed?.bytes.length ?? this.#writer?.length ?? 0)
    );
  }

  /** Seconds since the epoch; infinite for a line that does not tell. */
  time(index: number): number {
    return this.#times[index] ?? Infinity;
  }

  /** Syslog priority, or NO_PRIORITY. One that syslog does not know is told as the nearest that fits a byte. */
  priority(index: number): number {
    return this.#priorities[index] ?? NO_PRIORITY;
  }

  /** The hash of what the line says but for its numbers. */
  pattern(index: number): number {
    return this.#patterns[index] ?? 0;
  }

  /** That hash together with who wrote the line: a repeat of it has the same. */
  source(index: number): number {
    return this.#sources[index] ?? 0;
  }

  /**
   * Puts a line behind the others.
   * @throws when the chunk was packed, or is full
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

  /** Takes no more lines from now on, and less memory. */
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

  /** The source that lines are read from: that of a packed chunk is made anew each time, and worth keeping for a while. */
  sheet(): LogSheet {
    if (this.#packed !== undefined) return unpack(this.#packed);
    return (this.#writer ?? new LogWriter(0)).sheet();
  }

  /** The line at an index, from the chunk's own sheet. */
  at(index: number, sheet: LogSheet): LogEvent {
    const [t, p] = [this.time(index), this.priority(index)];
    return sheet.read(index, t === Infinity ? undefined : t, p === NO_PRIORITY ? undefined : p);
  }
}
