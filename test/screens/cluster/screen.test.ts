import { expect, test } from 'vitest';
import { openScreen, see } from '../openedDeck.ts';

test(':cluster shows the facts of the cluster, and which are unknown', async () => {
  await openScreen('cluster');
  const shown = await see(/one version/);
  expect(shown).toMatch(/daemons +osd +\d+ on 16\.2\.15 \(pacific\)/);
  expect(shown).toMatch(/upgrade +not known: no orchestrator is configured/);
  expect(shown).toMatch(/recovery speed +\d of 10/);
  expect(shown).toMatch(/balancer +on, mode upmap/);
});

test('a cluster in the middle of an upgrade shows mixed versions', async () => {
  await openScreen('versions', { scenario: 'demo' });
  expect(await see(/MIXED/)).toMatch(/all +MIXED: 16\.2\.15 \(pacific\), 16\.2\.14 \(pacific\)/);
});
