/** A mouse event: the left button was pressed, or the wheel turned up or down. Columns and rows count from 0. */
export interface MouseEvent {
  readonly kind: 'press' | 'up' | 'down';
  readonly column: number;
  readonly row: number;
}

/** A chunk of input, split into keys and mouse events. */
export interface MouseSplit {
  /** The input without mouse reports. */
  readonly keys: string;
  readonly events: readonly MouseEvent[];
  /** The start of an incomplete report at the end of the chunk. */
  readonly begun: string;
}

/** Switches on reports of buttons and the wheel (mode 1000) in decimal SGR form (mode 1006), as in xterm. */
export const MOUSE_ON = '\x1b[?1000h\x1b[?1006h';
/** Switches both modes off again. */
export const MOUSE_OFF = '\x1b[?1006l\x1b[?1000l';

const REPORT = /\x1b\[<(\d{1,10});(\d{1,10});(\d{1,10})([Mm])/g;
const BEGUN = /\x1b(?:\[(?:<[\d;]{0,32})?)?$/;

/** Codes of the wheel and of the left button; the bits of `HELD` are modifier keys. */
const WHEEL = 64;
const HELD = 0b11100;
const LEFT = 0;

function eventOf(code: number, column: number, row: number, released: boolean): MouseEvent | undefined {
  const at = { column: column - 1, row: row - 1 };
  if (released || column < 1 || row < 1) return undefined;
  if (code === LEFT) return { kind: 'press', ...at };
  // Modifier keys do not change the meaning of the wheel.
  if ((code & ~HELD) === WHEEL) return { kind: 'up', ...at };
  if ((code & ~HELD) === WHEEL + 1) return { kind: 'down', ...at };
  return undefined;
}

/** Removes mouse reports from a chunk of input, including those of events that are not used. */
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

/** True if an incomplete sequence can only be a mouse report: no key sends such a sequence. */
export const isMouseReport = (begun: string): boolean => begun.startsWith('\x1b[<');

/** A report at the start of the text that lacks its Escape, which was already passed on as a key. */
export const reportTail = (text: string): string =>
  /^\[<\d{1,10};\d{1,10};\d{1,10}[Mm]/.exec(text)?.[0] ?? '';
