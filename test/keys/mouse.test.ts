import fc from 'fast-check';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { KeySplitter } from '../../src/keys/escape.ts';
import { type MouseEvent, splitMouse } from '../../src/keys/mouse.ts';
import { MouseReader, withoutMouse } from '../../src/keys/mouseInput.ts';
import { fakeClock } from '../support/fakeClock.ts';

const report = (code: number, column: number, row: number, end = 'M') =>
  `\x1b[<${code};${column};${row}${end}`;

describe('splitMouse', () => {
  test.each([
    [report(0, 1, 1), { kind: 'press', column: 0, row: 0 }],
    [report(0, 300, 99), { kind: 'press', column: 299, row: 98 }],
    [report(64, 5, 7), { kind: 'up', column: 4, row: 6 }],
    [report(65, 5, 7), { kind: 'down', column: 4, row: 6 }],
    [report(65 + 16, 5, 7), { kind: 'down', column: 4, row: 6 }],
  ])('the mouse report %j is read as a press or a turn of the wheel', (text, event) => {
    expect(splitMouse(text)).toEqual({ keys: '', events: [event], begun: '' });
  });

  test.each([
    ['of a released button', report(0, 5, 7, 'm')],
    ['of another button', report(2, 5, 7)],
    ['with a modifier key', report(4, 5, 7)],
    ['of a movement', report(32, 5, 7)],
    ['of a horizontal wheel', report(66, 5, 7)],
    ['outside of the screen', report(0, 0, 0)],
  ])('a mouse report %s has no effect and is not read as a key', (_, text) => {
    expect(splitMouse(`a${text}b`)).toEqual({ keys: 'ab', events: [], begun: '' });
  });
});

/** The output of a keyboard, with anything that can come between two mouse reports. */
const key = fc.constantFrom(
  'a',
  'j',
  'G',
  ' ',
  '\r',
  '<',
  '[',
  'M',
  '1;2',
  '\x1b[A',
  '\x1b[5~',
  '\x1bOP',
  'ü',
  '漢',
);
const at = fc.integer({ min: 1, max: 400 });
const mouse = fc
  .record({ code: fc.constantFrom(0, 64, 65), column: at, row: at })
  .map(({ code, column, row }) => report(code, column, row));
/** Pieces of a stream, with the positions where it is cut. */
const stream = fc.tuple(
  fc.array(fc.oneof(key, mouse), { maxLength: 12 }),
  fc.array(fc.nat(200), { maxLength: 6 }),
);

function chunks(text: string, cuts: readonly number[]): string[] {
  const places = [...new Set([0, ...cuts.filter((cut) => cut < text.length), text.length])].sort(
    (a, b) => a - b,
  );
  return places.slice(1).map((end, index) => text.slice(places[index], end));
}

function reader(expected = true) {
  const events: MouseEvent[] = [];
  const clock = fakeClock();
  let due = 0;
  const made = new MouseReader(
    { clock, expected: () => expected, onEvent: (event) => events.push(event) },
    () => due++,
  );
  return { made, events, clock, due: () => due };
}

describe('MouseReader', () => {
  test('keys and mouse reports are separated wherever the stream is cut', () => {
    fc.assert(
      fc.property(stream, ([pieces, cuts]) => {
        const text = pieces.join('');
        const { made, events } = reader();
        const keys = chunks(text, cuts).map((chunk) => made.take(chunk));
        expect(keys.join('') + made.release()).toBe(
          pieces.filter((piece) => !piece.includes('<') || piece === '<').join(''),
        );
        expect(events).toHaveLength(pieces.filter((piece) => piece.startsWith('\x1b[<')).length);
      }),
    );
  });

  test('no complete mouse report reaches the keys, whatever input surrounds it', () => {
    const raw = fc.string({ unit: fc.constantFrom('\x1b', '[', '<', '0', '6', ';', 'M', 'm', 'a', '\r') });
    fc.assert(
      fc.property(raw, mouse, raw, (before, one, after) => {
        const { made, events } = reader();
        const keys = made.take(before + one + after) + made.release();
        expect(events.length).toBeGreaterThan(0);
        for (const piece of new KeySplitter(0).take(keys))
          expect(piece).not.toMatch(/^\x1b\[<\d+;\d+;\d+[Mm]/);
      }),
    );
  });

  test('input is not delayed while the mouse is off, and mouse reports are still removed from the keys', () => {
    const { made, events } = reader(false);
    expect(made.take(`x${report(0, 2, 2)}\x1b`)).toBe('x\x1b');
    expect(events).toHaveLength(1);
  });
});

describe('MouseReader after an Escape', () => {
  test('an Escape that nothing follows is released when its wait is over', async () => {
    const { made, clock, due } = reader();
    expect(made.take('\x1b')).toBe('');
    expect(due()).toBe(0);
    await clock.advance(1000);
    expect(due()).toBe(1);
    expect(made.release()).toBe('\x1b');
  });

  test('the rest of a mouse report is dropped if its Escape was already released', () => {
    const { made, events } = reader();
    made.take('\x1b');
    expect(made.release()).toBe('\x1b');
    expect(made.take(`${report(64, 3, 3).slice(1)}j`)).toBe('j');
    expect(events).toEqual([]);
    expect(made.take('[<0;1;1M')).toBe('[<0;1;1M');
  });

  test('text that looks like the rest of a mouse report stays text if no Escape came before it', () => {
    const { made, events } = reader();
    expect(made.take('[<0;1;1M')).toBe('[<0;1;1M');
    expect(events).toEqual([]);
  });

  test('an incomplete mouse report waits for its rest without a limit', async () => {
    const { made, events, clock, due } = reader();
    expect(made.take('\x1b[<0;4')).toBe('');
    await clock.advance(60_000);
    expect(due()).toBe(0);
    expect(made.take('0;3M')).toBe('');
    expect(events).toEqual([{ kind: 'press', column: 39, row: 2 }]);
  });
});

describe('standard input without mouse reports', () => {
  function typed() {
    const pipe = new PassThrough({ encoding: 'utf8' });
    const events: MouseEvent[] = [];
    const clock = fakeClock();
    let told = 0;
    const stdin = withoutMouse(pipe as unknown as NodeJS.ReadStream, {
      clock,
      expected: () => true,
      onEvent: (event) => events.push(event),
    });
    pipe.on('readable', () => told++);
    return {
      clock,
      events,
      type: (text: string) => pipe.write(text),
      read: () => stdin.read(),
      told: () => told,
    };
  }

  test('standard input gives the keys around mouse reports, and nothing for a report alone', () => {
    const { type, read, events } = typed();
    expect(read()).toBeNull();
    type(`a${report(0, 2, 2)}b`);
    expect(read()).toBe('ab');
    type(report(64, 2, 2));
    expect(read()).toBeNull();
    expect(events.map(({ kind }) => kind)).toEqual(['press', 'up']);
  });

  test('an Escape on standard input is announced and given 30 ms later, once', async () => {
    const { clock, type, read, told } = typed();
    type('\x1b');
    expect(read()).toBeNull();
    await clock.advance(29);
    expect(read()).toBeNull();
    const before = told();
    await clock.advance(1);
    expect(told()).toBe(before + 1);
    expect(read()).toBe('\x1b');
    expect(read()).toBeNull();
    type('j');
    expect(read()).toBe('j');
  });
});
