import { expect, test } from 'vitest';
import { deck, openDeck, text } from '../openedDeck.ts';

test('panes and lists do not count what was not read yet', async () => {
  const never = new Promise<never>(() => undefined);
  await openDeck(
    { columns: 140, rows: 44, wrap: (transport) => ({ ...transport, send: () => never }) },
    1000,
  );
  const first = await text();
  expect(first.match(/Waiting for the first answer/g)?.length).toBeGreaterThan(3);
  for (const title of ['Placement groups', 'Disks and OSDs', 'CRUSH tree', 'Tasks'])
    expect(first).toMatch(new RegExp(`\\d ${title} ─`));
  expect(first).not.toMatch(/Log .*\b0\b.* ─/);
  for (const screen of ['crush-edit', 'fs /', 'pools']) {
    await deck.command(screen);
    expect(await text()).not.toMatch(/^▶.* 0 ─/m);
  }
});
