import { expect, test } from 'vitest';
import { deck, openDeck, text } from '../../screens/openedDeck.ts';

const open = () => openDeck({ scenario: 'calm', columns: 100, rows: 30 });
const view = () => deck.cockpit.view.getState();

test('bytes become key presses, even if several arrive in one chunk', async () => {
  await open();
  await deck.type('3');
  expect(view().focus).toBe('disks');
  await deck.send('\x1b[B\x1b[B');
  expect(view().lists.disks.cursor).not.toBe(view().lists.health.cursor);
  await deck.send('ff');
  expect(view()).toMatchObject({ focus: 'disks', zoomed: false });
  await deck.send('\x1b[Z');
  expect(view().focus).not.toBe('disks');
});

test('Ctrl-C is handled by the program, which says that a second one quits', async () => {
  await open();
  await deck.send('\x03');
  expect(await text()).toMatch(/Ctrl-C once more leaves/);
});

test('text that arrives in one chunk is inserted into the input line', async () => {
  await open();
  await deck.send(':osd class:hdd');
  expect(await text()).toMatch(/\n:osd class:hdd/);
});

test('a key without effect is reported, but not in place of another message', async () => {
  await open();
  await deck.type('3Q');
  expect(await text()).toMatch(/Q does nothing here; \? lists the keys\./);
  await deck.clock.advance(3000);
  expect(await text()).not.toMatch(/does nothing here/);
  await deck.send('\x03');
  await deck.type('Q');
  expect(await text()).toMatch(/Ctrl-C once more leaves/);
});

test('keys that a form or a confirmation uses are not reported as having no effect', async () => {
  await open();
  await deck.command('buckets');
  await deck.type('n');
  await deck.clock.advance(400);
  await deck.type('my-bucket');
  await deck.type('\r');
  expect(await text()).not.toMatch(/does nothing here/);
});

test('an active filter is selected when the filter line is opened: text replaces it, and End extends it', async () => {
  await open();
  await deck.type('3/hdd\r/ssd\r');
  expect(view().lists.disks.filter).toBe('ssd');
  await deck.type('/');
  await deck.send('\x1b[F');
  await deck.type('x\r');
  expect(view().lists.disks.filter).toBe('ssdx');
  await deck.type('/\x7f\r');
  expect(view().lists.disks.filter).toBe('');
});

test('keys that arrive while a dialog opens are not reported as having no effect', async () => {
  await open();
  await deck.command('images vm-disks');
  await deck.send('nQ');
  expect(await text()).not.toMatch(/does nothing here/);
});
