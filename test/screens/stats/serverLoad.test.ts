import { expect, test } from 'vitest';
import { Refusal } from '../../../src/service/engine.ts';
import { answering, deck, openScreen, see, text } from '../openedDeck.ts';

const WIDE = { columns: 160, rows: 48 } as const;

test('the disks of a server have the share of time in which they are busy, with its sparkline of the last two minutes', async () => {
  await openScreen('disk stor-01', WIDE);
  await see(/ DISK [^\n]* BUSY [^\n]*\n▌✓ sda +1 osd\.0 [^\n]* +\d+% [▂-█]{6} good/);
  const sent = deck.cockpit.requests.list().find(({ path }) => path.includes('server-disk-load'));
  expect(sent?.path).toMatch(/template-server-id=1&startTime=-120&endTime=0&maxDataPoints=6$/);
});

test('a disk of which no load is known has none, and does not sort before those with one', async () => {
  await openScreen('disk stor-01', WIDE);
  await see(/BUSY/);
  expect(await text()).toMatch(/ sde +61 other [^\n]*-- +good/);
  await deck.command('sort busy');
  expect((await text()).match(/ (sd[a-f]|nvme0n1) /g)?.at(-1)).toMatch(/sd[ef]/);
});

test('a server whose load the service cannot tell has no column for it', async () => {
  const refuse = () => {
    throw new Refusal(501, 'that server cannot be reached');
  };
  await openScreen('disk stor-01', { ...WIDE, ...answering({ getGraph: refuse }) });
  await see(/ sda +1 osd\.0/);
  await deck.clock.advance(3000);
  expect(await text()).not.toContain('BUSY');
});

test('the gateways of an iSCSI service have the network traffic of their servers', async () => {
  await openScreen('iscsi-gateways 1', WIDE);
  await see(/NETWORK OF SERVER[^\n]*\n▌stor-\d\d +[\d.]+ +[\d.]+[kMG]bit\/s [▂-█]{6}/);
});
