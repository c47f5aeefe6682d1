import { expect, test, vi } from 'vitest';
import { deck, guard, openScreen, see, text } from '../openedDeck.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Presses the key of an action and waits until its dialog hears keys. */
async function act(key: string): Promise<void> {
  await deck.press(key);
  await guard();
}

test('a snapshot is protected by two keys, and its name is asked for by another one', async () => {
  await openScreen('snapshots volumes app-02-data');
  await act('p');
  expect(await text()).toMatch(/Protect snapshot nightly-1[^]*> true/);
  expect(await text()).not.toMatch(/new name/);
  await deck.type('\r');
  expect(await text()).toMatch(/\{"protect":true\}/);
  await deck.type('y');
  await see(/Protect snapshot nightly-1: done/);

  await act('c');
  await deck.type('copy\r');
  await deck.type('y');
  await see(/Clone app-02-data@nightly-1: done/);

  await act('e');
  await deck.type('before-upgrade\r');
  expect(await text()).toMatch(/Rename snapshot nightly-1[^]*\{"name":"before-upgrade"\}/);
  await deck.type('y');
  await see(/▌before-upgrade/);
});

test('the features of an image are changed from those that it has, among those that there are', async () => {
  await openScreen('images volumes');
  await act('f');
  const form = await text();
  expect(form).toMatch(/> layering, exclusive-lock, object-map, fast-diff, deep-flatten/);
  expect(form).not.toMatch(/striping|data-pool|new name/);
  await deck.type(', journaling');
  await deck.press('esc', 'esc');
  await act('f');
  await deck.press('end');
  await deck.type(', journaling\r');
  expect(await text()).toMatch(/"deep-flatten","journaling"\]/);
  await deck.type('yes\r');
  await see(/Change the features of app-01-data: done/);
});

test('a rename says what it changes, and asks for the name alone', async () => {
  await openScreen('images volumes');
  await act('e');
  expect(await text()).toMatch(/Rename image app-01-data/);
  await deck.type('other\r');
  expect(await text()).toMatch(/sends +PATCH \S+ \{"name":"other"\}/);
});

test('one clone is spoken of as one', async () => {
  await openScreen('snapshots volumes app-02-data');
  const at = { params: { pool: 'volumes', rbd: 'app-02-data', snap: 'nightly-1' } };
  await deck.cockpit.api.updateSnapshot({ ...at, body: { protect: true } });
  await deck.cockpit.api.cloneSnapshot({ ...at, body: { pool: 'volumes', name: 'copy' } });
  await act('D');
  await see(/1 image cloned from it: volumes\/copy; flatten or delete it first/);
});

test('features of every new image take one word of a row, and are told on its page', async () => {
  await openScreen('images volumes', { columns: 80, rows: 24 });
  const params = { pool: 'volumes', rbd: 'app-02-data' };
  const features = ['LAYERING', 'EXCLUSIVE_LOCK', 'OBJECT_MAP', 'FAST_DIFF', 'DEEP_FLATTEN', 'JOURNALING'];
  await deck.cockpit.api.updateImage({ params, body: { features } });
  await deck.press('ctrl-r');
  await deck.clock.advance(1000);
  await see(
    /app-01-data +[\d.]+ GiB +\d+ +default *\n.app-02-data +[\d.]+ GiB +\d+ +default, journaling *\n/,
  );
  await deck.press('d');
  await see(/features +layering, exclusive-lock, object-map, fast-diff, deep-flatten\n/);
});

test('an image is shrunk only after its name was typed, and the dialog says how much is lost', async () => {
  await openScreen('images volumes');
  await act('r');
  await deck.press('ctrl-u');
  await deck.type('1G\r');
  const dialog = await text();
  expect(dialog).toMatch(
    /it becomes smaller: all data in the last [\d.]+ GiB of its [\d.]+ GiB is lost for\s+│\n.*good|is lost for good/,
  );
  expect(dialog).toMatch(/Type app-01-data and press Enter/);
  await deck.press('esc');
  await deck.press('ctrl-u');
  await deck.type('90T\r');
  expect(await text()).toMatch(/it grows by [\d.]+ TiB; no data is lost[^]*Type yes and press Enter/);
});
