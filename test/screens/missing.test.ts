import { expect, test } from 'vitest';
import { deck, openScreen, see, text } from './openedDeck.ts';

test('the list of a missing object says so, offers no creation in it, and is filled once the object exists', async () => {
  await openScreen('snapshots vm-disks nosuch');
  const shown = await see(/does not exist/);
  expect(shown).toMatch(/nosuch/);
  expect(shown).not.toMatch(/No answer yet|next try|failing/i);
  expect(shown.split('\n').at(-1)).not.toMatch(/\bnew\b/);
  await deck.press('n');
  expect(await text()).not.toMatch(/Take a snapshot/);
  await deck.cockpit.api.createImage({
    params: { pool: 'vm-disks' },
    body: { name: 'nosuch', size: 2 ** 30 },
  });
  await deck.clock.advance(31_000);
  expect(await see(/No snapshots\. Press n to take one/)).not.toMatch(/does not exist/);
});

test.each([
  ['subusers nosuch', /There is no S3 user nosuch/],
  ['images nosuch', /nosuch/],
  ['iscsi-group-hosts 1 nosuch', /There is no host group nosuch/],
])(':%s says that its object does not exist', async (line, words) => {
  await openScreen(line);
  expect(await see(words)).toMatch(/does not exist/);
});
