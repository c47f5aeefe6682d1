import { expect, test } from 'vitest';
import { confirm, fill } from '../dialogSteps.ts';
import { deck, openScreen, text } from '../openedDeck.ts';

test('the members of an HA group are changed as text', async () => {
  await openScreen('ha');
  await deck.press('e');
  expect(await text()).toMatch(/servers +\* stor-02 nic 4, stor-06 nic 4/);
  await fill(deck, [undefined, undefined, 'stor-06 nic 4, stor-02 nic 4']);
  await confirm(deck, 'yes');
  expect(await text()).toMatch(/10\.20\.254\.10 +NFS +stor-06 nic 4, stor-02 nic 4/);
});

test('the form of an HA group calls a service as the list does', async () => {
  await openScreen('ha');
  await deck.press('j', 'e');
  expect(await text()).toMatch(/service +\* S3/);
  await fill(deck, [undefined, 'nothing']);
  expect(await text()).toMatch(/Type NFS or S3\./);
  await fill(deck, ['s3']);
  expect(await text()).toMatch(/"service":"rgw"/);
});
