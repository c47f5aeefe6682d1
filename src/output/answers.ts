import type { Clock } from '../lib/clock.ts';
import { withOverrides } from '../lib/withOverrides.ts';

/** The terminal's report that it is well. */
const WELL = '\x1b[0n';
/** An answer of the terminal: that report, or the colour of its background, which may come late. */
const ANSWER = /\x1b\[0n|\x1b\]11;[^\x07\x1b]{0,64}(?:\x07|\x1b\\)/g;
/** The beginning of an answer at the end of what has come so far. */
const BEGUN = /\x1b(?:\[0?|\](?:1(?:1(?:;[^\x07\x1b]{0,64}\x1b?)?)?)?)?$/;
/** Milliseconds for which such a beginning is held back: it may as well be the Escape key. */
const HOLD_MS = 30;

export interface AnswersOptions {
  readonly clock: Clock;
  /** True while answers may come; only then is anything held back. */
  readonly expected: () => boolean;
  readonly onAnswer: () => void;
}

/** Standard input without the terminal's answers, which come between the keys. */
export function withoutAnswers(
  stdin: NodeJS.ReadStream,
  { clock, expected, onAnswer }: AnswersOptions,
): NodeJS.ReadStream {
  let held = '';
  let due = false;
  let timer: Disposable | undefined;

  /** The part of a chunk that is not an answer. */
  function take(chunk: string): string {
    timer?.[Symbol.dispose]();
    const mayBegin = expected();
    const text = (held + chunk).replace(ANSWER, (answer) => {
      if (answer === WELL) onAnswer();
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
