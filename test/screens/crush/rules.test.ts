import { expect, test } from 'vitest';
import { confirm, fill } from '../dialogSteps.ts';
import { deck, openScreen, text } from '../openedDeck.ts';

const rules = () => deck.cockpit.api.listCrushRules({});

test('CRUSH rules show their root, their failure domain and the pools that use them', async () => {
  await openScreen('rules');
  expect(await text()).toMatch(/erasure_hdd +\d+ +erasure +default~hdd +host +rgw-data/);
  await deck.press('/', ...'erasure_hdd'.split(''), 'enter', 'd');
  expect(await text()).toMatch(/step take default class hdd[^]*Pools placed by it[^]*rgw-data/);
});

test('a CRUSH rule in use cannot be deleted, and an unused one can', async () => {
  await openScreen('rules');
  await deck.press('n');
  await fill(deck, ['by-rack', undefined, 'rack', 'hdd']);
  expect(await text()).toMatch(/3 racks below default with such OSDs/);
  await confirm(deck, 'y');
  expect((await rules()).map(({ name }) => name)).toContain('by-rack');
  await deck.press('/', ...'erasure_hdd'.split(''), 'enter', 'D');
  await deck.clock.advance(400);
  expect(await text()).toMatch(/1 pool placed by it: rgw-data; assign them another rule first/);
  await deck.press('esc', '/', 'ctrl-u', ...'by-rack'.split(''), 'enter', 'D');
  await deck.clock.advance(400);
  expect(await text()).toMatch(/no pool uses it/);
  await confirm(deck, 'yes');
  expect((await rules()).map(({ name }) => name)).not.toContain('by-rack');
});

test('a CRUSH rule with the first copies on SSD is created from one form', async () => {
  await openScreen('rules');
  await deck.press('N');
  await fill(deck, ['fast-reads']);
  expect(await text()).toMatch(/12 hosts below default with such OSDs/);
  await confirm(deck, 'y');
  const made = (await rules()).find(({ name }) => name === 'fast-reads');
  expect(made?.steps?.map((step) => step.crushMapTextFormat)).toContain('step take default class ssd');
});

test('erasure code profiles and device classes have lists of their own', async () => {
  await openScreen('ec-profiles');
  expect(await text()).toMatch(/ec-4-2 +4 +2 +67% +host/);
  await deck.command('classes');
  expect(await text()).toMatch(/hdd +\d+ +\S+ TiB[^\n]*erasure_hdd/);
});

test('the key n in the list of erasure code profiles explains how one is created', async () => {
  await openScreen('ec-profiles');
  await deck.type('n');
  expect(await text()).toMatch(/new: profiles are only listed; n in :pools asks an EC pool for its chunks/);
});
