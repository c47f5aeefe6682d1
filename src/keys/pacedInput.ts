import type { Clock } from '../lib/clock.ts';
import { withOverrides } from '../lib/withOverrides.ts';
import { KeySplitter } from './escape.ts';

export interface PacedInputOptions {
  readonly clock: Clock;
  /** The time after a lone Escape in which the rest of a sequence may follow, in milliseconds. */
  readonly escapeMs: number;
}

/**
 * Wraps standard input so that it delivers one key event per turn of the event loop, and no incomplete escape sequence. A
 * slow link delivers several keys in one chunk; Ink would emit them all before React renders the first, and
 * ink-text-input, which edits the value of its last render, would lose all but the last key.
 */
export function pacedInput(
  stdin: NodeJS.ReadStream,
  { clock, escapeMs }: PacedInputOptions,
): NodeJS.ReadStream {
  const splitter = new KeySplitter(escapeMs);
  let pieces: string[] = [];
  let handedOver = false;
  let due = false;
  let timer: Disposable | undefined;

  function wait(): void {
    timer?.[Symbol.dispose]();
    const ms = splitter.waitMs;
    timer =
      ms === undefined
        ? undefined
        : clock.after(ms, () => {
            due = true;
            stdin.emit('readable');
          });
  }

  function read(): string | null {
    if (handedOver) return null;
    while (pieces.length === 0) {
      const chunk: string | null = stdin.read();
      if (chunk === null && !due) return null;
      due = false;
      pieces = chunk === null ? splitter.release() : splitter.take(chunk);
      wait();
    }
    handedOver = true;
    setImmediate(() => {
      handedOver = false;
      stdin.emit('readable');
    });
    return pieces.shift() ?? null;
  }

  return withOverrides(stdin, { read });
}
