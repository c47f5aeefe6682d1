import { expect, test } from 'vitest';
import { healingState } from '../../../src/diagnosis/healing/text.ts';
import { clockTime } from '../../../src/lib/format.ts';
import { SCENARIO_NAMES } from '../../../src/service/sim/scenarios.ts';
import { deck, openDeck, text } from '../openedDeck.ts';
import { withoutFigures } from '../withoutFigures.ts';

const SIZES = [
  { columns: 60, rows: 16 },
  { columns: 80, rows: 24 },
  { columns: 160, rows: 48 },
];
/** A drill is a different fault each time, and without a cluster nothing can be wrong with it. */
const STORIES = SCENARIO_NAMES.filter((name) => name !== 'drill' && name !== 'new');

/** The text of the health pane as one line, without the pane on its right. */
const healthText = (screen: string): string =>
  withoutFigures(screen.split('\n').slice(2))
    .map((row) => row.split('│')[0])
    .join(' ')
    .replace(/\s+/g, ' ');

test.each(STORIES)(
  'in the scenario %s the first screen names the cause, what to do and whether the cluster heals',
  async (scenario) => {
    await openDeck({ columns: 80, rows: 24, scenario }, 60_000);
    const { facts } = deck.cockpit;
    const { causes = [], impact } = facts.diagnosis() ?? {};
    const labels = [
      ...((impact?.blockedPgs ?? 0) > 0 ? ['BLOCK'] : []),
      ...(causes.length > 0 ? ['CAUSE', 'DO'] : []),
      'HEAL',
    ];
    // The full sentence: until when healing waits, and what holds it.
    const state = healingState(facts.healing(), facts.now(), (ms) => clockTime(ms, true));
    for (const { columns, rows } of SIZES) {
      await deck.resize(columns, rows);
      const shown = healthText(await text());
      const at = `at ${columns}x${rows}`;
      for (const label of labels) expect(shown, at).toContain(` ${label} `);
      if (columns === 60) continue;
      expect(shown, at).toContain(state);
      expect(shown, at).toContain(causes[0]?.next[0] ?? '');
      // Beside what is blocked there may be no room for what one more loss would cost.
      const text80 = causes[0]?.text.split('; ')[0];
      expect(shown, at).toContain((columns === 80 ? text80 : causes[0]?.text) ?? '');
    }
  },
);

/** The lines of the verdict on the deck with their labels; on 80 columns they are in the left half. */
const verdictOf = (screen: string): readonly string[] => {
  const lines = screen.split('\n').map((row) => row.split('│')[0] ?? '');
  const from = lines.findIndex((line) => /^ (?:BLOCK|SLOW|CAUSE|DO) /.test(line));
  return from < 0
    ? []
    : lines.slice(
        from,
        lines.findIndex(
          (line, row) => row > from && /^(?:[▌ ][✗▲] | (?:AND|USED|FLAGS|SCRUB) |─)/.test(line),
        ),
      );
};

test.each(STORIES)(
  'in the scenario %s no sentence of the verdict is cut on 60 and on 80 columns within ten minutes',
  async (scenario) => {
    await openDeck({ columns: 80, rows: 24, scenario }, 0);
    for (let minute = 0; minute < 10; minute++) {
      await deck.clock.advance(60_000);
      for (const { columns, rows } of SIZES.slice(0, 2)) {
        await deck.resize(columns, rows);
        const cuts = verdictOf(await text()).filter((line) => line.includes('…'));
        expect(cuts, `at ${columns}x${rows}`).toEqual([]);
      }
    }
  },
);
