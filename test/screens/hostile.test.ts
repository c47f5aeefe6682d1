import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paneAge } from '../../src/app/frame/deckFrame.ts';
import { headerLine } from '../../src/app/frame/header.ts';
import { deckLayout } from '../../src/app/frame/layout.ts';
import { createLook } from '../../src/lib/look.ts';
import { panes } from '../../src/screens/panes.ts';
import { PANE_FACTS, PANES } from '../../src/store/session/panes.ts';
import { paneTitle } from '../../src/widgets/paneTitle.ts';
import { firstFlaws, flawsIn } from './flaws.ts';
import { hostileEngine } from './hostile.ts';
import { type ShownDeck, showDeck } from './shownDeck.tsx';

const LOOKS = {
  unicode: createLook({ depth: '256', unicode: true, theme: 'dark' }),
  ascii: createLook({ depth: '16', unicode: false }),
} as const;

const SIZES = [60, 80, 100, 140, 200, 300].flatMap((columns) =>
  [16, 24, 48, 100].map((rows) => ({ columns, rows })),
);

describe.each([
  ['unicode', false],
  ['ascii', true],
] as const)(
  'hostile texts in the scenario %s, enumerated words replaced too: %s',
  (characters, everything) => {
    const look = LOOKS[characters];
    const isAscii = characters === 'ascii';
    let deck: ShownDeck;
    beforeAll(async () => {
      deck = await showDeck({
        columns: 100,
        rows: 30,
        look,
        engine: (inner) => hostileEngine(inner, { everything }),
      });
      await deck.clock.advance(1000);
    }, 240_000);
    afterAll(() => deck[Symbol.asyncDispose]());

    const flawsOf = (where: string, lines: readonly string[], columns: number, rows: number): string[] =>
      flawsIn(where, lines, { columns, rows, ascii: isAscii });

    test('no pane writes outside of its place, on the deck of any size or in full', () => {
      const { cockpit } = deck;
      const flaws: string[] = [];
      const examine = (...found: Parameters<typeof flawsOf>) => flaws.push(...flawsOf(...found));
      for (const [index, { columns, rows }] of SIZES.entries()) {
        const area = { x: 0, y: 1, width: columns, height: rows - 2 };
        examine('header', [headerLine(cockpit, columns)], columns, 1);
        const { rects } = deckLayout(area, PANES[index % PANES.length] ?? 'health');
        for (const rect of [...rects, ...PANES.map((pane) => ({ pane, ...area }))]) {
          const pane = panes[rect.pane];
          const where = `${PANE_FACTS[pane.id].title} at ${rect.width}x${rect.height}`;
          const detail = rect.height > 1 ? (pane.status?.(cockpit) ?? '') : pane.summary(cockpit);
          const title = {
            title: PANE_FACTS[pane.id].title,
            hotkey: '1',
            detail,
            status: paneAge(cockpit, pane),
          };
          examine(`title of ${where}`, [paneTitle(title, rect.width, look)], rect.width, 1);
          const box = { width: rect.width, height: rect.height - 1 };
          const zoomed = rect.height === area.height;
          if (box.height > 0)
            examine(where, pane.body(cockpit, { box, focused: true, zoomed }), box.width, box.height);
        }
      }
      expect(firstFlaws(flaws)).toEqual([]);
    }, 240_000);

    test.each([
      [60, 16],
      [80, 24],
      [300, 100],
    ])(
      'the screen of %ix%i stays intact with hostile texts in every view',
      async (columns, rows) => {
        await deck.resize(columns, rows);
        const flaws: string[] = [];
        const check = async (where: string) => {
          const lines = (await deck.frame()).split('\n');
          flaws.push(...flawsOf(where, lines, columns, rows));
          if (lines.length < rows) flaws.push(`${where} has only ${lines.length} lines`);
        };
        await check('deck');
        for (const digit of ['1', '2', '3', '4', '5', '6']) {
          await deck.press(digit, 'f');
          await check(`pane ${digit}`);
          await deck.press('d');
          await check(`details of pane ${digit}`);
          await deck.press('end');
          await check(`end of the details of pane ${digit}`);
          await deck.press('esc', 'f');
        }
        for (const [digit, key] of [
          ['3', 'a'],
          ['1', '?'],
          ['1', 'M'],
          ['4', 'o'],
          ['4', 'H'],
        ] as const) {
          await deck.press(digit, key);
          await check(`after ${key}`);
          await deck.press('esc');
        }
        expect(firstFlaws(flaws)).toEqual([]);
      },
      240_000,
    );

    test.each([
      ['pools', 'e'],
      ['networks', 'e'],
      ['scripts', 'r'],
      ['hooks', 'e'],
      ['ha-groups', 'e'],
      ['exports 1', 'e'],
      ['settings', 'e'],
      ['users', 'e'],
      ['buckets', 'e'],
      ['images rbd', 'e'],
    ])(
      'the form of :%s is safe in each field, with hostile values in it and typed into it',
      async (screen, key) => {
        await deck.resize(100, 30);
        const flaws: string[] = [];
        const check = async (where: string) => {
          flaws.push(...flawsOf(where, (await deck.frame()).split('\n'), 100, 30));
        };
        await deck.command(screen);
        await deck.clock.advance(1000);
        await deck.press(key);
        await deck.clock.advance(400);
        const fields = () => {
          const top = deck.cockpit.view.getState().overlays.at(-1);
          return top?.kind === 'action' ? top.flow.plan.fields.length : 0;
        };
        for (let field = 0; field < fields(); field++) {
          await check(`field ${field}`);
          await deck.press('left');
          await check(`field ${field}, edited`);
          await deck.send(`x\u2028y\u{E0041}z\u0604 e${'\u0301'.repeat(60)}`);
          await check(`field ${field}, typed`);
          await deck.press('end', 'tab');
        }
        await deck.press('esc', 'esc');
        await deck.command('deck');
        expect(firstFlaws(flaws)).toEqual([]);
      },
      240_000,
    );
  },
);

test('no prompt accepts an invisible character, typed or pasted', async () => {
  await using deck = await showDeck({ columns: 100, rows: 30 });
  await deck.clock.advance(1000);
  const sneaky = 'a\u0604\u202E\u{E0041}\uE000\u2028b';
  const opening = [['?'], [':'], ['5', '/'], ['1', 'd', '/'], ['1', 'y', '/']] as const;
  for (const keys of opening) {
    await deck.press(...keys);
    await deck.type(sneaky);
    await deck.send(`\x1b[200~${sneaky}\x1b[201~`);
    const shown = await deck.frame();
    expect(flawsIn(keys.join(' '), shown.split('\n'), { columns: 100, rows: 30, ascii: false })).toEqual([]);
    expect(shown, keys.join(' ')).toMatch(/aba b/);
    await deck.press('esc', 'esc', 'esc', 'esc');
  }
});
