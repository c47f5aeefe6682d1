import type { Clock } from '../lib/clock.ts';
import { withOverrides } from '../lib/withOverrides.ts';
import { isMouseReport, type MouseEvent, splitMouse, reportTail } from './mouse.ts';

/** The time that an Escape at the end of a chunk is held back, in milliseconds, as the rest of a mouse report may follow. */
const HOLD_MS = 30;

export interface MouseInputOptions {
  readonly clock: Clock;
  /** True while reports may arrive; only then is input held back. */
  readonly expected: () => boolean;
  readonly onEvent: (event: MouseEvent) => void;
}

/** Reads chunks of input, reports mouse events and returns the keyboard input. */
export class MouseReader {
  readonly #options: MouseInputOptions;
  /** Called when held-back input must be released. */
  readonly #onDue: () => void;
  #held = '';
  #timer: Disposable | undefined;
  /** True if an Escape was released that may have been the start of a report. */
  #escaped = false;

  constructor(options: MouseInputOptions, onDue: () => void) {
    this.#options = options;
    this.#onDue = onDue;
  }

  /** The keyboard input in a chunk, together with input held back before. */
  take(chunk: string): string {
    this.#timer?.[Symbol.dispose]();
    const { clock, expected, onEvent } = this.#options;
    const tail = this.#escaped && this.#held === '' ? reportTail(chunk) : '';
    this.#escaped = false;
    const { keys, events, begun } = splitMouse(this.#held + chunk.slice(tail.length));
    this.#held = expected() ? begun : '';
    for (const event of events) onEvent(event);
    if (this.#held === '') return keys + begun;
    if (!isMouseReport(begun)) this.#timer = clock.after(HOLD_MS, this.#onDue);
    return keys;
  }

  /** Returns the held-back input, after nothing has followed it. */
  release(): string {
    const text = this.#held;
    this.#held = '';
    this.#escaped = text !== '';
    return text;
  }
}

/** Standard input without mouse reports. */
export function withoutMouse(stdin: NodeJS.ReadStream, options: MouseInputOptions): NodeJS.ReadStream {
  let due = false;
  const reader = new MouseReader(options, () => {
    due = true;
    stdin.emit('readable');
  });

  function read(): string | null {
    for (;;) {
      const chunk: string | null = stdin.read();
      if (chunk === null && !due) return null;
      due = false;
      const text = chunk === null ? reader.release() : reader.take(chunk);
      if (text !== '') return text;
    }
  }

  return withOverrides(stdin, { read });
}
