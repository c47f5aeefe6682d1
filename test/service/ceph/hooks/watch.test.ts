import { expect, test } from 'vitest';
import type { Hooks } from '../../../../src/service/ceph/hooks/hooks.ts';
import { raisedChecks, watchHealth } from '../../../../src/service/ceph/hooks/watch.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { recordedCeph, refused } from '../recordedCeph.ts';

const ETIMEDOUT = -110;
const LONG_MS = 10_000;
const healthWith = (checks: object) => ({ json: { status: 'any', checks } });
const down = (count: number) => ({ OSD_DOWN: { severity: 'HEALTH_WARN', summary: { message: '', count } } });

function watched() {
  const clock = fakeClock();
  const { ceph, answer } = recordedCeph(clock, { health: healthWith({}) });
  const lease = { held: true, close: async () => undefined };
  const fired: [string, Readonly<Record<string, string>>][] = [];
  const hooks = {
    fire: async (event: string, details: Readonly<Record<string, string>>) =>
      void fired.push([event, details]),
  } as unknown as Hooks;
  const watching = watchHealth(ceph, clock, lease, hooks);
  const turn = async (checks: object) => {
    answer('health', healthWith(checks));
    await clock.advance(LONG_MS);
  };
  return { clock, answer, lease, fired, turn, watching };
}

test('muted checks do not count, and a check without a count counts as one', () => {
  const checks = {
    OSD_DOWN: { severity: 'HEALTH_WARN', summary: { message: '', count: 3 } },
    PG_DAMAGED: { severity: 'HEALTH_ERR' },
    OSDMAP_FLAGS: { severity: 'HEALTH_WARN', muted: true },
  };
  expect(raisedChecks({ checks })).toEqual(
    new Map([
      ['OSD_DOWN', { severity: 'HEALTH_WARN', count: 3 }],
      ['PG_DAMAGED', { severity: 'HEALTH_ERR', count: 1 }],
    ]),
  );
  expect(raisedChecks({})).toEqual(new Map());
});

test('a worse health and its recovery are events with the status before and after', async () => {
  const { fired, turn } = watched();
  await turn({});
  await turn(down(1));
  await turn(down(1));
  await turn({});
  expect(fired).toEqual([
    ['OnHealthDegrade', { HEALTH: 'HEALTH_WARN', HEALTH_BEFORE: 'HEALTH_OK', CHECKS: 'OSD_DOWN' }],
    ['OnHealthRecover', { HEALTH: 'HEALTH_OK', HEALTH_BEFORE: 'HEALTH_WARN', CHECKS: '' }],
  ]);
});

test('the health at the start of the service is no event', async () => {
  const { fired, turn, lease } = watched();
  lease.held = false;
  await turn(down(1));
  lease.held = true;
  await turn(down(1));
  await turn(down(1));
  expect(fired).toEqual([]);
});

test('only the node that holds the lease reports events, and a new holder starts from the present health', async () => {
  const { fired, turn, lease } = watched();
  lease.held = false;
  await turn(down(1));
  await turn({});
  expect(fired).toEqual([]);
  lease.held = true;
  await turn({});
  await turn(down(1));
  expect(fired.map(([event]) => event)).toEqual(['OnHealthDegrade']);
});

test('a cluster that stops answering has not recovered', async () => {
  const { clock, answer, fired, turn } = watched();
  await turn(down(1));
  fired.length = 0;
  answer('health', refused(ETIMEDOUT, ''));
  await clock.advance(LONG_MS);
  await turn(down(1));
  expect(fired).toEqual([]);
});
