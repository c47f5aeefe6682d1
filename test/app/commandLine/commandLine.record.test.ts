import { test } from 'vitest';
import { commands, completions, runCommand } from '../../../src/app/commandLine/commands.ts';
import { NO_CUSTOM } from '../../../src/lib/custom.ts';
import { effectOf } from '../../screens/effects.ts';
import { showDeck } from '../../screens/shownDeck.tsx';
import { expectGolden } from '../../support/golden.ts';

/** Commands that write a file. They have separate tests. */
const WRITING = new Set(['export', 'dump']);

/** Further arguments that are typed after some commands. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  disks: ['stor-06'],
  health: ['stor-06'],
  logs: ['osd down'],
  speed: ['0', '10', '11', '-1', '1.5'],
  scrub: ['3', 'osd.9999', 'osd'],
  cancel: ['9999'],
  since: ['10m', '0s'],
  mute: [
    'OSD_DOWN',
    'OSD_DOWN 4h',
    'OSD_DOWN 4h sticky',
    'OSD_DOWN sticky',
    'OSD_DOWN soon',
    'OSD_DOWN 4h 5h',
  ],
  unmute: ['OSD_DOWN'],
  pool: ['rgw-data'],
  snapshots: ['volumes', 'volumes batch-02-data', 'volumes two words'],
  go: ['osd.3', 'stor-06'],
  api: ['pool delete'],
  readwrite: ['demo'],
  sort: ['host', 'Host'],
};

test('each command completes, refuses and acts as recorded', async () => {
  await using deck = await showDeck({ columns: 120, rows: 40 });
  await deck.clock.advance(3000);
  const { cockpit } = deck;
  await deck.press('3', 'f', 'down');
  const lines: string[] = [];
  for (const { names, usage, help } of commands) {
    const [name = ''] = names;
    const all = completions(cockpit, `${name} `);
    lines.push(
      `# ${names.join(' ')} ${usage}: ${help}`,
      `  becomes ${JSON.stringify(all.slice(0, 8))} of ${all.length}`,
    );
    if (WRITING.has(name)) continue;
    const typed = ['', ...(TYPED[name] ?? []), ...(usage === '' ? [] : ['nonsense'])].map(
      (words) => `${name} ${words}`,
    );
    for (const line of new Set([...all.slice(0, 1), ...all.slice(-1), ...typed])) {
      lines.push(`  :${line}\n      ${effectOf(deck, () => runCommand(cockpit, line))}`);
    }
  }
  expectGolden('records/commands', lines.join('\n'), []);
}, 120_000);

test('the command line completes everything that begins with the typed text, including aliases', async () => {
  const custom = { ...NO_CUSTOM, aliases: new Map([['setup-all', 'set noout']]) };
  await using deck = await showDeck({ columns: 80, rows: 24, custom });
  const { cockpit } = deck;
  expectGolden(
    'records/completions',
    ['', 'se', 'set', 'set no', ' set no', 'set  no', 'unset nothing', 'nonsense', 'nonsense x']
      .map((line) => `${JSON.stringify(line)}: ${JSON.stringify(completions(cockpit, line))}`)
      .join('\n'),
    [],
  );
});
