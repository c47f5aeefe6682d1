import { expect, test } from 'vitest';
import { openTransfers, transfersBinding } from '../../src/screens/transfers.ts';
import { deck, openDeck, text } from './openedDeck.ts';

const open = async (...names: string[]) => {
  await openDeck({ columns: 100, rows: 30, scenario: 'calm' }, 0);
  const running = names.map((name) => ({
    id: name,
    name,
    way: name.startsWith('up') ? 'up' : 'down',
    moved: 0,
    startedAt: 0,
  }));
  deck.cockpit.transfers.store.setState({ running: running as never });
};

test('running transfers are listed with their direction, and with what remains if they are stopped', async () => {
  await open('upload.iso', 'object.bin');
  openTransfers(deck.cockpit);
  expect(await text()).toMatch(/Stop uploading upload\.iso[^]*Stop downloading object\.bin/);
  expect(await text()).toMatch(/may have taken effect/);
  await deck.press('down');
  expect(await text()).toMatch(/No part of it is kept on this machine/);
});

test('a transfer that is chosen from the list is stopped', async () => {
  await open('upload.iso', 'object.bin');
  const stopped: unknown[] = [];
  const { transfers } = deck.cockpit;
  openTransfers({ ...deck.cockpit, transfers: { ...transfers, stop: (id) => void stopped.push(id) } });
  await deck.press('down', 'enter');
  expect(stopped).toEqual(['object.bin']);
});

test('without a running transfer the list is not opened, and the key says why', async () => {
  await open();
  openTransfers(deck.cockpit);
  expect(await text()).toMatch(/No file is being transferred/);
  expect(transfersBinding(deck.cockpit).disabled?.()).toBe('no file is being transferred');
  await open('upload.iso');
  expect(transfersBinding(deck.cockpit).disabled?.()).toBeUndefined();
});
