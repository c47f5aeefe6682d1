import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Links } from '../../src/lib/links.ts';
import { createLook } from '../../src/lib/look.ts';
import { painted, visible } from '../../src/lib/text.ts';
import { abilitiesOf, takesLinks } from '../../src/output/abilities.ts';
import { Differ } from '../../src/output/differ.ts';
import { anyText } from '../support/anyText.ts';
import { drawnRows, Emulator } from './emulator.ts';

const SIZE = { columns: 40, rows: 8 };
const BASE = 'https://host.example/';
const LINK = /\x1b\]8;(?:id=\d+)?;[^\x1b]*\x1b\\/g;

/** The look, and a differ that knows its links. */
function linked() {
  const links = new Links();
  const look = createLook({ depth: '256', unicode: true, theme: 'dark', links });
  return { look, differ: new Differ(abilitiesOf('xterm-256color'), links) };
}

const ends = (bytes: string): string | undefined => bytes.match(LINK)?.at(-1);

test('a link reaches the terminal as OSC 8 around its text only', () => {
  const { look, differ } = linked();
  const bytes = differ.update(`a ${look.link('b c', BASE)} d`, SIZE);
  expect(bytes).toContain(`a \x1b]8;id=0;${BASE}\x1b\\b c\x1b]8;;\x1b\\ d`);
});

test('a change inside a link opens it again and closes it', () => {
  const { look, differ } = linked();
  differ.update(look.link('osd.17 is down', BASE), SIZE);
  const bytes = differ.update(look.link('osd.18 is down', BASE), SIZE);
  expect(bytes).toContain(`\x1b]8;id=0;${BASE}\x1b\\8`);
  expect(ends(bytes)).toBe('\x1b]8;;\x1b\\');
});

test('a differ without links writes linked text as plain text', () => {
  const { look } = linked();
  const update = (text: string) => new Differ(abilitiesOf('xterm')).update(text, SIZE);
  const colour = look.paint('error', 'b');
  expect(update(`a ${look.link(colour, BASE)} d`)).toBe(update(`a ${colour} d`));
});

const part = fc.record({
  text: fc.constantFrom('osd.17', 'up', ' ', '      ', 'a b', '漢', 'e\u0301', '✓'),
  role: fc.constantFrom('error' as const, 'dim' as const, 'selected' as const, undefined),
  link: fc.option(fc.nat(2), { nil: undefined }),
});
const lines = fc.array(fc.array(part, { maxLength: 5 }), { minLength: 8, maxLength: 8 });

test('the screen shows exactly the links of the frame after any sequence of frames', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(lines, { minLength: 1, maxLength: 5 }), fc.nat(3), async (frames, by) => {
      const { look, differ } = linked();
      const terminal = new Emulator(SIZE);
      const draw = (rows: (typeof frames)[number], link: (text: string, n: number) => string) =>
        rows
          .map((row) =>
            row
              .map(({ text, role, link: n }) => {
                const shown = role ? look.paint(role, text) : text;
                return n === undefined ? shown : link(shown, n);
              })
              .join(''),
          )
          .join('\n');
      const all = frames.flatMap((rows) => [rows, [...rows.slice(by), ...rows.slice(0, by)]]);
      for (const rows of all) {
        const bytes = differ.update(
          draw(rows, (text, n) => look.link(text, `${BASE}${n}`)),
          SIZE,
        );
        expect(ends(bytes) ?? '\x1b]8;;\x1b\\').toBe('\x1b]8;;\x1b\\');
        terminal.write(bytes);
        // The emulator reports the cells of a link as underlined.
        const expected = draw(rows, (text, n) => `\x1b]8;;${BASE}${n}\x1b\\${text}\x1b]8;;\x1b\\`);
        expect(await terminal.rows()).toEqual(await drawnRows(expected, SIZE));
      }
    }),
    { numRuns: 50 },
  );
});

test('no text and no address can break out of the sequence of a link', () => {
  const any = anyText();
  fc.assert(
    fc.property(any, any, fc.constantFrom('', BASE, `${BASE}?q=\x1b\\`), (text, rest, start) => {
      const { look, differ } = linked();
      const bytes = differ.update(painted(look.link(visible(text), start + rest)), SIZE);
      const others = bytes.replace(LINK, '').replace(/\x1b\[[?\d;]*[A-Za-z]/g, '');
      // oxlint-disable-next-line no-control-regex
      expect(others).not.toMatch(/[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f]/);
      for (const [, address] of bytes.matchAll(/\x1b\]8;(?:id=\d+)?;([^\x1b]*)\x1b\\/g))
        expect(address).toMatch(/^[\x21-\x7e]{0,2000}$/);
    }),
  );
});

const X = 'xterm-256color';
test.each([
  ['kitty', { TERM: 'xterm-kitty' }, true],
  ['foot', { TERM: 'foot' }, true],
  ['Alacritty', { TERM: 'alacritty' }, true],
  ['GNOME Terminal', { TERM: X, VTE_VERSION: '7600' }, true],
  ['an old GNOME Terminal', { TERM: X, VTE_VERSION: '4803' }, false],
  ['Windows Terminal', { TERM: X, WT_SESSION: '1' }, true],
  ['iTerm2', { TERM: X, TERM_PROGRAM: 'iTerm.app' }, true],
  [
    'tmux 3.4',
    { TERM: 'tmux-256color', TMUX: '/x', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.4' },
    true,
  ],
  ['tmux 3.3a', { TERM: 'screen', TMUX: '/x', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.3a' }, false],
  ['GNU screen in GNOME Terminal', { TERM: 'screen', STY: '1.x', VTE_VERSION: '7600' }, false],
  ['an unknown terminal', { TERM: X }, false],
  ['the Linux console', { TERM: 'linux', WT_SESSION: '1' }, false],
  ['a dumb terminal', { TERM: 'dumb', VTE_VERSION: '7600' }, false],
] as const)('links are detected for %s', (_, env, takes) => {
  expect(takesLinks(env, 'auto')).toBe(takes);
  expect(takesLinks(env, 'off')).toBe(false);
});

test('the setting on writes links to a terminal that is not known, but not to the Linux console', () => {
  expect(takesLinks({ TERM: X }, 'on')).toBe(true);
  expect(takesLinks({ TERM: 'linux' }, 'on')).toBe(false);
});
