import type { Clock } from '../lib/clock.ts';
import { withOverrides } from '../lib/withOverrides.ts';

/** The terminal's status report, "OK" (DSR 0). */
const STATUS_OK = '\x1b[0n';
/** An answer of the terminal: the status report, or the background colour, which may arrive late. */
const ANSWER = /\x1b\[0n|\x1b\]11;[^\x07\x1b]{0,64}(?:\x07|\x1b\\)/g;
/** The start of an incomplete answer at the end of the input. */
const BEGUN = /\x1b(?:\[0?|\](?:1(?:1(?:;[^\x07\x1b]{0,64}\x1b?)?)?)?)?$/;
/** The time for which such a start is held back, in milliseconds: it may be the Escape key instead. */
const HOLD_MS = 30;

export interface AnswersOptions {
  readonly clock: Clock;
  /** True while answers may arrive; only then is input held back. */
  readonly expected: () => boolean;
  readonly onAnswer: () => void;
}

/** Standard input without the terminal's answers, which are mixed with the keys. */
export function withoutAnswers(
  stdin: NodeJS.ReadStream,
  { clock, expected, onAnswer }: AnswersOptions,
): NodeJS.ReadStream {
  let held = '';
  let due = false;
  let timer: Disposable | undefined;

  /** The part of a chunk that is keyboard input. */
  function take(chunk: string): string {
    timer?.[Symbol.dispose]();
    const mayBegin = expected();
    const text = (held + chunk).replace(ANSWER, (answer) => {
      if (answer === STATUS_OK) onAnswer();
      return '';
    });
    held = '';
    if (mayBegin) held = BEGUN.exec(text)?.[0] ?? '';
    if (held === '') return text;
    timer = clock.after(HOLD_MS, () => {
      due = true;
      stdin.emit('readable');
    });
    return text.slice(0, -held.length);
  }

  function read(): string | null {
    for (;;) {
      const chunk: string | null = stdin.read();
      if (chunk === null && !due) return null;
      const text = chunk === null ? held : take(chunk);
      if (chunk === null) held = '';
      due = false;
      if (text !== '') return text;
    }
  }

  return withOverrides(stdin, { read });
}
