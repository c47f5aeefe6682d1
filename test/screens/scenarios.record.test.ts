import { expect, test } from 'vitest';
import { clusterReport, clusterValues } from '../../src/commands/clusterReport.ts';
import { verdictLines } from '../../src/diagnosis/report.ts';
import { descriptionText } from '../../src/screens/description/descriptionLines.ts';
import { panes } from '../../src/screens/panes.ts';
import type { Engine } from '../../src/service/engine.ts';
import { SCENARIO_NAMES } from '../../src/service/sim/scenarios.ts';
import type { PaneId } from '../../src/store/session/panes.ts';
import { expectGolden } from '../support/golden.ts';
import { deck, openDeck, text } from './openedDeck.ts';
import { plainText } from './roleMap.ts';
import { sparseEngine } from './sparse.ts';

/** The log has records of its own. */
const RECORDED = (Object.keys(panes) as PaneId[]).filter((id) => id !== 'logs');

const BOX = { width: 140, height: 16 };

/** A pane in words: its title line collapsed and open, its size, its first lines, and what is known of its first row. */
function paneLines(id: PaneId): string[] {
  const { cockpit } = deck;
  const { summary, status, wants, neededColumns, body, describe } = panes[id];
  const description = describe?.(cockpit);
  return [
    `# ${id}: ${summary(cockpit)}`,
    `${status?.(cockpit)}; wants ${wants?.(cockpit)} rows, ${neededColumns?.(cockpit, undefined, 160, 124)} columns`,
    ...body(cockpit, { box: BOX, focused: true, zoomed: true }),
    ...(description ? [descriptionText(cockpit.look, description)] : []),
  ];
}

/** The lines that the commands `status` and `why` write, and the JSON of the former. */
function reportLines(): string[] {
  const { facts } = deck.cockpit;
  const read = { facts, status: {}, missing: () => undefined };
  const course = { healing: facts.healing(), scrubs: facts.scrubs() };
  const diagnosis = facts.diagnosis();
  return [
    ...clusterReport(read),
    ...(diagnosis ? verdictLines(diagnosis, course) : []),
    ...Object.entries(clusterValues(read)).map((entry) => JSON.stringify(entry)),
  ];
}

/** The panes, the screen of the causes and the reports, on an open deck. */
async function linesOfDeck(): Promise<string> {
  const lines = [];
  for (const id of RECORDED) {
    deck.cockpit.view.setState({ focus: id });
    await deck.frame();
    lines.push(...paneLines(id));
  }
  await deck.command('why');
  lines.push('# why', await text(), '# reports', ...reportLines());
  return plainText(lines.join('\n'));
}

/** An answer without its numbers and yes-or-no values, as from a service that leaves out what it does not know. */
const withoutFigures = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer ?? null, (name, value: unknown) =>
      typeof value === 'boolean' || (typeof value === 'number' && !/^\d*$|id$|server|osd/i.test(name))
        ? undefined
        : value,
    ),
  );

/** An engine that does not know the figures of what it lists. */
const leavingOut = (engine: Engine): Engine => ({
  ...engine,
  handlers: Object.fromEntries(
    Object.entries(engine.handlers).map(([id, handler]) => [
      id,
      /^(?:get|list)/.test(id)
        ? async (...args: unknown[]) =>
            withoutFigures(await (handler as (...all: unknown[]) => unknown)(...args))
        : handler,
    ]),
  ) as unknown as Engine['handlers'],
});

test('of a service that leaves out all figures, the panes, the causes and the reports are as recorded', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'host-down', engine: leavingOut }, 5000);
  expectGolden('records/scenarios/without-figures', await linesOfDeck(), []);
});

test.each(['rack-partition', 'pg-unfound', 'recovery-held', 'disk-slow'])(
  'in the scenario %s over a service that leaves out a part of all fields, the panes, the causes and the reports are as recorded',
  async (scenario) => {
    await openDeck({ columns: 160, rows: 48, scenario, engine: sparseEngine }, 5000);
    const lines = await linesOfDeck();
    const shown = lines.split('\n').filter((line) => !/; wants \w+ rows/.test(line));
    expect(shown.filter((line) => /\b(?:undefined|NaN)\b|\[object/.test(line))).toEqual([]);
    expectGolden(`records/scenarios/sparse-${scenario}`, lines, []);
  },
);

// The fault of a drill depends on the list of faults.
test.each(SCENARIO_NAMES.filter((name) => name !== 'drill'))(
  'in the scenario %s, the panes, what they know of their first rows, the causes and the reports are as recorded',
  async (scenario) => {
    await openDeck({ columns: 160, rows: 48, scenario }, 5000);
    expectGolden(`records/scenarios/${scenario}`, await linesOfDeck(), []);
  },
);
