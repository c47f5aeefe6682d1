import { expect, test } from 'vitest';
import { answering, deck, openDeck, see, text } from '../openedDeck.ts';

const LARGE = { columns: 160, rows: 48 };

/** The verdict on the left side of the pane, as one paragraph. */
const verdict = async () =>
  (await text())
    .split('\n')
    .map((line) => line.slice(0, 96).trim())
    .join(' ');

test('a deck with room shows the evidence for the cause below the verdict', async () => {
  await openDeck({ ...LARGE, scenario: 'controller' });
  const shown = await see(/ WHY +- /);
  expect(shown.indexOf(' WHY ')).toBeGreaterThan(shown.indexOf(' HEAL '));
  expect(await verdict()).toMatch(/WHY +- kernel: .* - osd\.\d+ commits in \d+ ms/);
});

test('pieces of evidence that differ only in numbers are one line with their number', async () => {
  await openDeck({ ...LARGE, scenario: 'host-down' });
  await see(/ WHY +- /);
  expect(await verdict()).toMatch(/- mon: cluster \[INF\] osd\.\d+ failed .*\(and \d more like it\)/);
});

test('evidence for which there are too few rows is left out whole', async () => {
  await openDeck({ columns: 80, rows: 23, scenario: 'rack-partition' });
  await deck.press('enter');
  const shown = await see(/ WHY +- its servers were last heard from/);
  expect(shown.split(' WHY ')[1]).not.toMatch(/failed \(/);
});

test('a check is not given a general remedy if the verdict says what to do about its cause', async () => {
  await openDeck({ ...LARGE, rows: 60, scenario: 'mon-down' });
  await see(/ CAUSE [^]* DO /);
  await deck.clock.advance(30_000);
  expect(await verdict()).toMatch(/MEANS /);
  expect(await verdict()).not.toMatch(/FIRST /);
});

test('if no cause is known, the verdict shows the general remedy of the worst check once, and no evidence', async () => {
  const health = {
    status: 'HEALTH_WARN' as const,
    checks: { POOL_APP_NOT_ENABLED: { severity: 'HEALTH_WARN' as const, summary: { message: '1 pool' } } },
  };
  await openDeck({
    ...LARGE,
    scenario: 'calm',
    ...answering({ getClusterStatus: () => Promise.resolve({ storeStatus: { health } }) }),
  });
  expect(await verdict()).toMatch(/DO +tag it rbd, cephfs or rgw.* MEANS /);
  expect(await verdict()).not.toMatch(/WHY |FIRST /);
});
