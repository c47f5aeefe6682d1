import { expect, test } from 'vitest';
import { deck, openDeck, text } from '../openedDeck.ts';

const open = () => openDeck({ columns: 120, rows: 40, scenario: 'calm' });
const facts = async () =>
  Object.fromEntries(
    Array.from(
      (await text()).matchAll(/ ([a-zA-Z][\w ]*?) {2,}(\S.*?)(?= {2,}|$)/gm),
      ([, name = '', value = '']) => [name, value],
    ),
  );

test('a bucket of the CRUSH tree is described with its usage in percent and bytes, counting only OSDs that are up and in', async () => {
  await open();
  await deck.press('5', 'f', 'g', 'd');
  const shown = await text();
  expect(shown).toMatch(/root default/);
  expect(shown).toMatch(/used of OSDs up and in +\d+(\.\d)? ?% \(\d[\d.]* ?[KMGTP]iB\)/);
  expect(shown).toMatch(/OSDs +\d+/);
});

test('an OSD of the CRUSH tree is described with its class, its usage and its state', async () => {
  await open();
  await deck.press('5', 'f', '/', ...'osd.3'.split(''), 'enter', 'G', 'd');
  const shown = await text();
  expect(shown).toMatch(/osd osd\.3/);
  expect(shown).toMatch(/used +\d+(\.\d)? ?% \(\d[\d.]* ?[KMGTP]iB\)/);
  expect(shown).not.toMatch(/used of what/);
  expect(await facts()).toMatchObject({ up: '1', out: '0', destroyed: '0' });
});
