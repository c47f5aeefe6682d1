import { expect, test } from 'vitest';
import { answering, deck, openDeck, see, text } from '../openedDeck.ts';

const LARGE = { columns: 160, rows: 48 };

/** The columns of the screen from one up to another, as one paragraph. */
const paragraph = async (from: number, to?: number) =>
  (await text())
    .split('\n')
    .map((line) => line.slice(from, to).trim())
    .join(' ');

/** The verdict on the left side of the pane, and what stands beside it. */
const verdict = () => paragraph(0, 96);
const beside = () => paragraph(97);

test('a wide deck shows the evidence for the cause beside the verdict, below the figures', async () => {
  await openDeck({ ...LARGE, scenario: 'controller' });
  await see(/ WHY +- /);
  expect(await beside()).toMatch(/SPACE .* WHY +- kernel: .* - all \d+ disks behind the controller/);
  expect(await verdict()).not.toMatch(/WHY /);
});

test('a pane with room shows the evidence for the cause below the verdict', async () => {
  await openDeck({ columns: 90, rows: 48, scenario: 'controller' });
  await deck.press('enter');
  const shown = await see(/ WHY +- kernel: /);
  expect(shown.indexOf(' WHY ')).toBeGreaterThan(shown.indexOf(' HEAL '));
});

test('the message of a check that is shown is not repeated as evidence', async () => {
  await openDeck({ ...LARGE, scenario: 'nearfull' });
  await see(/ CAUSE /);
  expect((await text()).match(/6 nearfull osd/g)).toHaveLength(1);
});

test('pieces of evidence that differ only in numbers are one line with their number', async () => {
  await openDeck({ ...LARGE, scenario: 'host-down' });
  await see(/ WHY +- /);
  expect(await beside()).toMatch(/- mon: cluster \[INF\] osd\.\d+ failed .*\(and \d more like it\)/);
});

test('evidence for which there are too few rows is left out whole, and what fits is shown instead', async () => {
  await openDeck({ columns: 80, rows: 25, scenario: 'rack-partition' });
  await deck.press('enter');
  const shown = await see(/ WHY +- its servers were last heard from/);
  expect(shown.split(' WHY ')[1]).not.toMatch(/failed \(/);
  await openDeck({ columns: 100, rows: 30, scenario: 'disk-error' }, 30_000);
  expect(await see(/ WHY /)).toMatch(/WHY +- osd\.\d+ had \d+ reads/);
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
