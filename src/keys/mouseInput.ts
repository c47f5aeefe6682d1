import type { Clock } from '../lib/clock.ts';
import { withOverrides } from '../lib/withOverrides.ts';
import { isMouseReport, type MouseEvent, splitMouse, reportTail } from './mouse.ts';

/** Milliseconds for which an Escape at the end of a chunk is held back while the mouse is on: a report may follow. */
const HOLD_MS = 30;

export interface MouseInputOptions {
  readonly clock: Clock;
  /** True while reports may come; only then is anything held back. */
  readonly expected: () => boolean;
  readonly onEvent: (event: MouseEvent) => void;
}

/** Takes chunks of input and hands over what of them is for the keyboard. */
export class MouseReader {
  readonly #options: MouseInputOptions;
  /** Says that what was held back is to be read. */
  readonly #onDue: () => void;
  #held = '';
  #timer: Disposable | undefined;
  /** An Escape was let go that may have been the beginning of a report. */
  #escaped = false;

  constructor(options: MouseInputOptions, onDue: () => void) {
    this.#options = options;
    this.#onDue = onDue;
  }

  /** The keyboard's part of the chunk and of what was held back before it. */
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

  /** Gives up what was held back, once nothing has followed it. */
  release(): string {
    const text = this.#held;
    this.#held = '';
    this.#escaped = text !== '';
    return text;
  }
}

/** Standard input without the reports of the mouse, which come between the keys. */
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
