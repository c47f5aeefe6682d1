/** An event of the mouse: the left button went down, or the wheel turned. Columns and rows count from 0. */
export interface MouseEvent {
  readonly kind: 'press' | 'up' | 'down';
  readonly column: number;
  readonly row: number;
}

/** A piece of the keyboard's input, taken apart. */
export interface MouseSplit {
  /** The input that is for the keyboard. */
  readonly keys: string;
  readonly events: readonly MouseEvent[];
  /** The beginning of a report at the end of the piece: more may come. */
  readonly begun: string;
}

/** Reports of presses and of the wheel (1000), written with digits (1006): xterm's control sequences. */
export const MOUSE_ON = '\x1b[?1000h\x1b[?1006h';
/** Ends what MOUSE_ON began, in the opposite order. */
export const MOUSE_OFF = '\x1b[?1006l\x1b[?1000l';

const REPORT = /\x1b\[<(\d{1,10});(\d{1,10});(\d{1,10})([Mm])/g;
const BEGUN = /\x1b(?:\[(?:<[\d;]{0,32})?)?$/;

/** Codes of the left button and of the wheel; the bits between tell what was held down meanwhile. */
const WHEEL = 64;
const HELD = 0b11100;
const LEFT = 0;

function eventOf(code: number, column: number, row: number, released: boolean): MouseEvent | undefined {
  const at = { column: column - 1, row: row - 1 };
  if (released || column < 1 || row < 1) return undefined;
  if (code === LEFT) return { kind: 'press', ...at };
  // With Shift, Ctrl or Alt the wheel turns all the same.
  if ((code & ~HELD) === WHEEL) return { kind: 'up', ...at };
  if ((code & ~HELD) === WHEEL + 1) return { kind: 'down', ...at };
  return undefined;
}

/** Takes the reports of the mouse out of a piece of input; those that mean nothing here go as well. */
export function splitMouse(text: string): MouseSplit {
  const events: MouseEvent[] = [];
  const rest = text.replace(REPORT, (_, code: string, column: string, row: string, end: string) => {
    const event = eventOf(Number(code), Number(column), Number(row), end === 'm');
    if (event) events.push(event);
    return '';
  });
  const begun = BEGUN.exec(rest)?.[0] ?? '';
  return { keys: rest.slice(0, rest.length - begun.length), events, begun };
}

/** True for a beginning that only a report of the mouse has: no key sends it. */
export const isMouseReport = (begun: string): boolean => begun.startsWith('\x1b[<');

/** The rest of a report whose Escape came alone before it, and went to the keyboard already. */
export const reportTail = (text: string): string =>
  /^\[<\d{1,10};\d{1,10};\d{1,10}[Mm]/.exec(text)?.[0] ?? '';
