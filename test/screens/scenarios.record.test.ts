import { test } from 'vitest';
import { clusterReport, clusterValues } from '../../src/commands/clusterReport.ts';
import { verdictLines } from '../../src/diagnosis/report.ts';
import { descriptionText } from '../../src/screens/descriptionLines.ts';
import { panes } from '../../src/screens/panes.ts';
import { SCENARIO_NAMES } from '../../src/service/sim/scenarios.ts';
import type { PaneId } from '../../src/store/session/panes.ts';
import { expectGolden } from '../support/golden.ts';
import { deck, openDeck, text } from './openedDeck.ts';
import { plainText } from './roleMap.ts';

const BOX = { width: 140, height: 16 };

/** A pane in words: its title line collapsed and open, its size, its first lines, and what is known of its first row. */
function paneLines(id: PaneId): string[] {
  const { cockpit } = deck;
  const { summary, status, wants, neededColumns, body, describe } = panes[id];
  const description = describe?.(cockpit);
  return [
    `# ${id}: ${summary(cockpit)}`,
    `${status?.(cockpit)}; wants ${wants?.(cockpit)} rows, ${neededColumns?.(cockpit, undefined, 160)} columns`,
    // Log lines are recorded elsewhere.
    ...(id === 'logs' ? [] : body(cockpit, { box: BOX, focused: true, zoomed: true })),
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

// The fault of a drill depends on the list of faults.
test.each(SCENARIO_NAMES.filter((name) => name !== 'drill'))(
  'in the scenario %s, the panes, what they know of their first rows, the causes and the reports are as recorded',
  async (scenario) => {
    await openDeck({ columns: 160, rows: 48, scenario }, 5000);
    const lines = [];
    for (const id of Object.keys(panes) as PaneId[]) {
      deck.cockpit.view.setState({ focus: id });
      await deck.frame();
      lines.push(...paneLines(id));
    }
    await deck.command('why');
    lines.push('# why', await text(), '# reports', ...reportLines());
    expectGolden(`records/scenarios/${scenario}`, plainText(lines.join('\n')), []);
  },
);
