import { expect, test } from 'vitest';
import { answering, deck, listLines, openedPage, openScreen, text } from '../openedDeck.ts';

const SMALL = { columns: 80, rows: 24 };

test('the way to reach a server, and that it fails, is visible at 80x24', async () => {
  const access = answering({
    listServers: () => [
      { id: 1, hostname: 'stor-01', access: 'ssh' },
      { id: 2, hostname: 'stor-02', access: 'orchestrator', unreached: 'no route to host' },
    ],
  });
  await openScreen('servers', { ...SMALL, ...access });
  expect(await text()).toMatch(/ACCESS/);
  expect(await text()).toMatch(/stor-01 .* ssh/);
  expect(await text()).toMatch(/stor-02 .* orch fails/);
});

test('if the service reports no way to reach its servers, that column makes room for others', async () => {
  await openScreen('servers', SMALL);
  expect(await text()).toMatch(/PLACE/);
  expect(await text()).not.toMatch(/ACCESS/);
});

test('the page of a server that cannot be reached says why', async () => {
  await openScreen('servers', {
    ...answering({
      listServers: () => [{ id: 1, hostname: 'stor-01', access: 'ssh', unreached: 'no route to host' }],
    }),
  });
  await deck.press('d');
  expect(openedPage().facts).toEqual(
    expect.arrayContaining([
      ['reached by', 'ssh'],
      ['that fails', 'no route to host'],
    ]),
  );
});

test('a server has the place of its host in the CRUSH map, from the root on', async () => {
  await openScreen('servers', { columns: 160 });
  const lines = await listLines(/^SERVER/);
  expect(lines.find((line) => line.includes('stor-01'))).toContain(' default/rack1');
});
