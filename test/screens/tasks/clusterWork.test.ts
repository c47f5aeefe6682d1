import { expect, test } from 'vitest';
import { answering, deck, openDeck, see, text } from '../openedDeck.ts';

const work = [{ id: 'r', message: 'Global Recovery Event', progress: 0.37, startedAt: 1_700_000_000 }];

test('the work of the cluster itself is listed among the tasks and cannot be cancelled', async () => {
  await openDeck({
    columns: 120,
    rows: 36,
    scenario: 'calm',
    ...answering({ getClusterProgress: () => ({ lastUpdated: 1, work }) }),
  });
  await deck.press('6', 'f', 'g');
  await see(/mgr RUNNING +Global Recovery Event .*37%/);
  await deck.press('a');
  await see(/the cluster does this by itself/);
});

test('a service without progress of the cluster still shows its own tasks', async () => {
  await openDeck({
    columns: 120,
    rows: 36,
    scenario: 'calm',
    ...answering({ getClusterProgress: { unsupported: 'it has none' } }),
  });
  await deck.cockpit.api.createConfigBackup();
  await deck.clock.advance(3000);
  await deck.press('6', 'f');
  expect(await text()).toMatch(/backup/);
  expect(await text()).not.toMatch(/it has none/);
});
