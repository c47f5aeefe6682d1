import { expect, test } from 'vitest';
import { descriptionText } from '../../src/screens/description/descriptionLines.ts';
import type { Description } from '../../src/store/action/action.ts';
import { PANES } from '../../src/store/session/panes.ts';
import { leave } from './crawl.ts';
import { JSON_TEXT } from './cuts.ts';
import { changing, useFakeDisk } from './goldenSite.ts';
import { nameOf, prepare, SHOTS, prepareShot } from './shots.ts';
import { type ShownDeck, showDeck } from './shownDeck.tsx';

/** The page of the row under the cursor, which `d` opens. */
async function page(deck: ShownDeck): Promise<Description | undefined> {
  await deck.press('d');
  const overlay = deck.cockpit.view.getState().overlays.at(-1);
  if (overlay?.kind !== 'describe') return undefined;
  await deck.press('esc');
  return overlay.of();
}

/** A name in the notation of programmers: `poolStart`, `pg_num`. */
const RAW_NAME = /[a-z][A-Z]|_/;

/** A number without rounding or a unit. */
const RAW_NUMBER = /^(?:\d{7,}|\d+\.\d{4,})$/;

/** Everything on a page that a reader would have to translate. */
function flawsOf({ title, facts, table, text }: Description, plain: string): string[] {
  const rows = table?.rows.length ?? 0;
  return [
    ...(/^(?:id )?[\d\s.#-]*$/.test(title) ? [`the title is "${title}"`] : []),
    ...(facts.length + rows + text.length === 0 ? ['it is empty'] : []),
    ...facts.filter(([name]) => RAW_NAME.test(name)).map(([name]) => `${name} is no word`),
    ...facts.filter(([, value]) => RAW_NUMBER.test(value)).map(([name, value]) => `${name} is ${value}`),
    ...(JSON_TEXT.test(plain) ? ['it has JSON'] : []),
  ];
}

test.each(['demo', 'rack-partition'])(
  'in the scenario %s, the page of every row has a name as its title and facts in words, in every pane and on every screen',
  async (scenario) => {
    using _disk = useFakeDisk();
    await using deck = await showDeck({ columns: 80, rows: 24, scenario, edit: changing });
    await deck.clock.advance(3000);
    await prepare(deck);
    const flaws: string[] = [];
    let pages = 0;
    const look = async (where: string) => {
      for (let row = 0; row < 3; row++) {
        const found = await page(deck);
        if (found === undefined) return;
        pages++;
        flaws.push(
          ...flawsOf(found, descriptionText(deck.cockpit.look, found)).map(
            (flaw) => `${where}, "${found.title}": ${flaw}`,
          ),
        );
        await deck.press('down');
      }
    };
    for (const pane of PANES) {
      leave(deck);
      deck.cockpit.view.setState({ focus: pane });
      await look(pane);
    }
    for (const shot of SHOTS) {
      await prepareShot(deck, shot);
      await look(nameOf(shot));
    }
    expect(flaws).toEqual([]);
    expect(pages).toBeGreaterThan(100);
  },
  120_000,
);
