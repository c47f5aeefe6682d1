import { expect, test } from 'vitest';
import type { Pool } from '../../../src/api/contract/pools.ts';
import { answering, openScreen, text } from '../openedDeck.ts';

test('the quota of a pool is its higher share, none, or not known if the service does not report it', async () => {
  const stats = { bytes: 30, objects: 5 };
  const named: readonly (readonly [string, Pool])[] = [
    ['bytes', { quotaMaxBytes: 100, quotaMaxObjects: 100, stats }],
    ['objects', { quotaMaxBytes: 100, quotaMaxObjects: 10, stats }],
    ['partly', { quotaMaxBytes: 100, stats }],
    ['none', { quotaMaxBytes: 0, quotaMaxObjects: 0, stats }],
    ['half', { quotaMaxBytes: 0, stats }],
    ['rest', { quotaMaxObjects: 0, stats }],
    ['silent', { stats }],
    ['unused', { quotaMaxBytes: 100, quotaMaxObjects: 0 }],
  ];
  const pools = named.map(([name, pool]) => ({ ...pool, name }));
  await openScreen('pools', { columns: 160, rows: 30, ...answering({ listPools: () => pools }) });
  const lines = (await text()).split('\n');
  const from = lines.findIndex((line) => line.includes('QUOTA'));
  const until = (lines[from] ?? '').indexOf('QUOTA') + 'QUOTA'.length;
  const shown = lines
    .slice(from + 1, from + 1 + pools.length)
    .map((line) => line.slice(0, until).split(/[▌ ]+/));
  expect(shown.map((words) => [words[1], words.at(-1)])).toEqual([
    ['bytes', '30%'],
    ['objects', '50%'],
    ['partly', '30%'],
    ['none', 'none'],
    ['half', '--'],
    ['rest', '--'],
    ['silent', '--'],
    ['unused', '--'],
  ]);
});
