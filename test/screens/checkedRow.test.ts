import { expect, test, vi } from 'vitest';
import { deck, guard, openScreen, see, text } from './openedDeck.ts';

vi.setConfig({ testTimeout: 60_000 });

const NAME = 'iqn.1998-01.com.example:backup';
const of = { params: { serviceId: 1, name: NAME } };

/** Opens the dialog that deletes the test client. */
async function openDeletion(): Promise<void> {
  await openScreen('iscsi-clients 1');
  await see(/backup/);
  await deck.press('/', ...'backup'.split(''), 'enter', 'D');
  await see(/Delete client iqn/);
  await guard();
}

test('the checks of a dialog use the current state of its row', async () => {
  await openDeletion();
  expect(await text()).toContain('it has 1 disk: remove them first');
  const body = { pool: 'volumes', name: 'iscsi-backup' };
  await deck.cockpit.api.removeIscsiClientDisk({ ...of, body });
  await deck.clock.advance(40_000);
  expect(await text()).toContain('it has no disks');
  expect(await text()).not.toContain('remove them first');
  expect(await text()).toMatch(/checked on data read (?:just now|\d{1,2}s ago)/);

  await deck.cockpit.api.addIscsiClientDisks({ ...of, body: [body] });
  await deck.clock.advance(40_000);
  expect(await text()).toContain('it has 1 disk: remove them first');
});

test('the checks of a dialog report that its row is gone', async () => {
  await openDeletion();
  const body = { pool: 'volumes', name: 'iscsi-backup' };
  await deck.cockpit.api.removeIscsiClientDisk({ ...of, body });
  await deck.cockpit.api.deleteIscsiClient(of);
  await deck.clock.advance(40_000);
  expect(await text()).toContain('it is no longer in the list');
});
