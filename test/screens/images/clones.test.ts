import { expect, test } from 'vitest';
import { deck, openScreen, see } from '../openedDeck.ts';

/** The first system disk is the parent of the next ones. */
const templateOf = async () => {
  const { data = [] } = await deck.cockpit.api.listImages({ params: { pool: 'vm-disks' } });
  const clones = data.filter(({ parent }) => parent !== undefined);
  return { image: clones[0]?.parent?.image ?? '', names: clones.map(({ name }) => `vm-disks/${name}`) };
};

test('an image with clones cannot be deleted, and all clones are named', async () => {
  await openScreen('images vm-disks');
  const { image, names } = await templateOf();
  expect(names.length).toBeGreaterThan(2);
  await deck.press('/', ...image.split(''), 'enter', 'end', 'D');
  const shown = (await see(/cloned from it/)).replaceAll(/[│\s]+/g, ' ');
  expect(shown).toContain(`${names.length} images cloned from it`);
  expect(names.filter((name) => !shown.includes(name))).toEqual([]);
  expect(shown).toContain('It cannot be done now');
});

test('the clones are named even if only the service refuses the deletion', async () => {
  await openScreen('images vm-disks');
  const { image, names } = await templateOf();
  const deletion = deck.cockpit.api.deleteImage({
    params: { pool: 'vm-disks', rbd: image },
    body: { thisWillDeleteData: image },
  });
  const message = await deletion.then(String, String);
  expect(names.filter((name) => !message.includes(name))).toEqual([]);
});
