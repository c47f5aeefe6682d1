import type { Clock } from '../lib/clock.ts';
import type { Press } from './press.ts';

/** The time to wait after a lone Escape over SSH for the rest of its sequence, in milliseconds. */
export const REMOTE_ESCAPE_MS = 100;

const FINAL: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  Z: 'shift-tab',
};
const TILDE: Readonly<Record<string, string>> = {
  '1': 'home',
  '3': 'delete',
  '4': 'end',
  '5': 'pageup',
  '6': 'pagedown',
  '7': 'home',
  '8': 'end',
};

/** The key for a sequence without its Escape: `[B` is `down`, `[5~` is `pageup`. */
function sequenceTail(text: string): string | undefined {
  const match = /^[[O](?:(?:1;\d+)?([ABCDHFZ])|(\d)(?:;\d+)?~)$/.exec(text);
  if (!match) return undefined;
  return match[1] === undefined ? TILDE[match[2] ?? ''] : FINAL[match[1]];
}

/**
 * Joins escape sequences that a slow link has split. Ink takes a lone Escape as a key after 20 ms; over SSH the `[B` of an
 * arrow key may arrive later and would be read as two letters after Escape.
 */
export function createEscapeJoiner(clock: Clock, holdMs: number, deliver: (presses: Press[]) => void) {
  let held: Disposable | undefined;
  const release = () => {
    held?.[Symbol.dispose]();
    held = undefined;
  };
  return (presses: Press[]): void => {
    if (held) {
      release();
      const name = sequenceTail(presses.map((press) => press.name).join(''));
      if (name !== undefined) {
        deliver([{ name, alone: true }]);
        return;
      }
      deliver([{ name: 'esc', alone: true }]);
    }
    if (holdMs > 0 && presses.length === 1 && presses[0]?.name === 'esc') {
      held = clock.after(holdMs, () => {
        held = undefined;
        deliver([{ name: 'esc', alone: true }]);
      });
      return;
    }
    deliver(presses);
  };
}
