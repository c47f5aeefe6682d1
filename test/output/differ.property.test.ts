import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cut, fit } from '../../src/lib/text.ts';
import { abilitiesOf } from '../../src/output/abilities.ts';
import { Differ, type ScreenSize } from '../../src/output/differ.ts';
import { drawnRows, Emulator } from './emulator.ts';

const WORDS = ['osd.17', 'up', 'a', ' ', '      ', 'HEALTH_WARN', '│', '▂▅█', '✓', 'ä', '12.5 TiB'];
/** Characters of two columns, letters with combining marks, and emoji that terminals measure differently. */
const UNUSUAL = ['容量', '漢', 'e\u0301', 'n\u0303o', '👨‍👩‍👧', '🇩🇪', '❤️', '💾'];
const ATTRIBUTES = [
  '1',
  '2',
  '3',
  '4',
  '5',
  '7',
  '8',
  '9',
  '22',
  '23',
  '24',
  '25',
  '27',
  '28',
  '29',
  '0',
  '',
];

const word = fc.constantFrom(...WORDS, ...UNUSUAL);
const colour = fc.oneof(
  fc.integer({ min: 30, max: 37 }).map(String),
  fc.integer({ min: 90, max: 97 }).map(String),
  fc.integer({ min: 0, max: 255 }).map((n) => `38;5;${n}`),
  fc.constantFrom('38;2;1;2;3', '48;2;9;8;7', '48;5;203', '41', '44', '102', '39', '49'),
);
const attribute = fc.constantFrom(...ATTRIBUTES);
const sgr = fc.array(fc.oneof(colour, attribute), { maxLength: 3 }).map((list) => `\x1b[${list.join(';')}m`);
const line = fc
  .array(fc.oneof({ weight: 3, arbitrary: word }, sgr), { maxLength: 10 })
  .map((parts) => parts.join(''));
const wideLine = fc
  .array(fc.constantFrom('漢', '字', '量', 'a', 'b', ' '), { maxLength: 20 })
  .map((parts) => parts.join(''));
const plainLine = fc
  .array(fc.constantFrom('osd.1', ' ', '    ', 'up', '|', '\x1b[7m', '\x1b[m'), { maxLength: 8 })
  .map((parts) => parts.join(''));

/** An event that changes the frame or the terminal before the next drawing. */
type Step =
  | { readonly kind: 'lines'; readonly lines: readonly (readonly [number, string])[] }
  | { readonly kind: 'scroll'; readonly top: number; readonly by: number; readonly come: readonly string[] }
  | { readonly kind: 'pad'; readonly row: number; readonly columns: number }
  | { readonly kind: 'resize'; readonly size: ScreenSize }
  | { readonly kind: 'overwritten'; readonly text: string };

const row = fc.nat(11);
const size = fc.record({ columns: fc.integer({ min: 2, max: 40 }), rows: fc.integer({ min: 1, max: 12 }) });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('lines' as const),
    lines: fc.array(fc.tuple(row, fc.oneof(line, wideLine, plainLine)), { maxLength: 4 }),
  }),
  fc.record({
    kind: fc.constant('scroll' as const),
    top: fc.nat(3),
    by: fc.integer({ min: -4, max: 4 }),
    come: fc.array(line, { minLength: 4, maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant('pad' as const), row, columns: fc.nat(40) }),
  fc.record({ kind: fc.constant('resize' as const), size }),
  fc.record({ kind: fc.constant('overwritten' as const), text: line }),
);

function changed(lines: readonly string[], taken: Step): string[] {
  const next = [...lines];
  if (taken.kind === 'lines') for (const [at, text] of taken.lines) next[at] = text;
  if (taken.kind === 'pad') next[taken.row] = fit(next[taken.row] ?? '', taken.columns);
  if (taken.kind === 'scroll') {
    const moving = next.slice(taken.top);
    const come = taken.come.slice(0, Math.abs(taken.by));
    const moved = taken.by > 0 ? [...moving.slice(taken.by), ...come] : [...come, ...moving];
    next.splice(taken.top, moving.length, ...moved.slice(0, moving.length));
  }
  return next;
}

/** Extra columns that a terminal may use for a text, beyond its measured width. */
const inDoubt = (text: string): number => 4 * [...text.matchAll(/[👨🇩❤💾]/gu)].length;

// A terminal takes what is written in a later turn: while one test waits for that, the others go on.
describe.concurrent.each(['xterm-256color', 'linux', 'vt100'])('differ with TERM=%s', (term) => {
  test('the screen shows exactly the frame after any sequence of frames', async () => {
    await fc.assert(
      fc.asyncProperty(
        size,
        fc.array(fc.oneof(line, wideLine, plainLine), { minLength: 12, maxLength: 12 }),
        fc.array(step, { maxLength: 8 }),
        async (first, start, steps) => {
          const differ = new Differ(abilitiesOf(term));
          const terminal = new Emulator(first);
          terminal.write('what was here before\r\n\x1b[7mon several lines');
          let now = first;
          let lines = start;
          for (const taken of [undefined, ...steps]) {
            if (taken) lines = changed(lines, taken);
            if (taken?.kind === 'resize') terminal.resize((now = taken.size));
            if (taken?.kind === 'overwritten') {
              terminal.write(`\x1b[2;3H${taken.text}\x1b[m`);
              differ.forget();
            }
            const frame = lines.map((text) => cut(text, now.columns - inDoubt(text), '')).join('\n');
            terminal.write(differ.update(frame, now));
            const [shown, drawn] = await Promise.all([terminal.rows(), drawnRows(frame, now)]);
            expect(shown).toEqual(drawn);
            expect(differ.update(frame, now)).toBe('');
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

test.concurrent('the screen shows exactly the frame while any part of a list scrolls', async () => {
  let scrolls = 0;
  const run = fc.record({
    top: fc.nat(4),
    bottom: fc.integer({ min: 8, max: 12 }),
    by: fc.integer({ min: -3, max: 3 }),
    touched: row,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 8 }), async (runs) => {
      const size = { columns: 40, rows: 12 };
      const differ = new Differ(abilitiesOf('xterm'));
      const terminal = new Emulator(size);
      const named = (name: string) => `\x1b[32m✓\x1b[39m a row of its own, called ${name}`;
      let made = 0;
      let lines = Array.from({ length: size.rows }, () => named(`${made++}`));
      for (const { top, bottom, by, touched } of runs) {
        lines = lines.map((text, at) =>
          at < top || at >= bottom
            ? text
            : at + by < top || at + by >= bottom
              ? named(`new ${made++}`)
              : (lines[at + by] ?? ''),
        );
        lines[touched] = `${lines[touched]}!`.slice(-50);
        const bytes = differ.update(lines.join('\n'), size);
        if (/\x1b\[\d+[;\d]*r/.test(bytes)) scrolls++;
        terminal.write(bytes);
        const [shown, drawn] = await Promise.all([terminal.rows(), drawnRows(lines.join('\n'), size)]);
        expect(shown).toEqual(drawn);
      }
    }),
    { numRuns: 100 },
  );
  expect(scrolls).toBeGreaterThan(20);
});
