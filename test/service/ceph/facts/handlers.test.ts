import { expect, test } from 'vitest';
import { factsHandlers } from '../../../../src/service/ceph/facts/handlers.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { caller } from '../handlers/support.ts';
import { recorded, recordedCeph, refused } from '../recordedCeph.ts';

function cluster() {
  const clock = fakeClock();
  const { ceph, answer, asked } = recordedCeph(clock, {
    versions: recorded('versions'),
    'osd tree': recorded('osdTreeRacks'),
    'config show': async () => {
      const request = asked.at(-1);
      const key = request && 'command' in request ? String(request.command['key']) : '';
      const options: Readonly<Record<string, string>> = {
        osd_op_queue: 'wpq\n',
        osd_mclock_profile: 'balanced\n',
      };
      return { rc: 0, outs: '', text: options[key] ?? '' };
    },
    'config dump': { json: [] },
    'balancer status': recorded('balancerStatus'),
    'osd pool autoscale-status': recorded('autoscaleStatus'),
    'device ls': { json: [] },
    'mon dump': recorded('monDump'),
    'orch upgrade status': refused(-2, 'No orchestrator configured'),
  });
  const handlers = factsHandlers(ceph, createInventory(ceph, clock), clock);
  return { clock, answer, facts: () => caller(handlers)('getClusterFacts', {}) };
}

test('every known fact has a value, and every other one has the reason why it is missing', async () => {
  const { facts } = cluster();
  expect(await facts()).toMatchObject({
    scheduler: { queue: 'wpq', profile: 'balanced', capacities: [] },
    balancer: { active: true, mode: 'upmap' },
    autoscaler: [{ pool: 'rbd' }, {}, {}],
    devices: { known: 0, failing: [] },
    stretch: { enabled: false },
    notKnown: [{ part: 'upgrade', reason: expect.stringContaining('No orchestrator') as string }],
  });
});

test('no fact waits long for a manager that does not answer', async () => {
  const { clock, answer, facts } = cluster();
  answer('balancer status', () => new Promise(() => undefined));
  const asked = facts();
  await clock.advance(2500);
  const { daemons, balancer, notKnown = [] } = await asked;
  expect(daemons).toHaveLength(5);
  expect(balancer).toBeUndefined();
  expect(notKnown).toContainEqual({ part: 'balancer', reason: 'the cluster has not answered yet' });
});

test('a fact that is not read again is shown until it is a minute old', async () => {
  const { clock, answer, facts } = cluster();
  const readAt = clock.elapsed();
  await facts();
  answer('balancer status', () => new Promise(() => undefined));
  await clock.advance(59_900);
  const shown = new Map<number, boolean>();
  for (let asked = 0; asked < 200; asked++) {
    void facts().then(({ balancer }) => shown.set(clock.elapsed() - readAt, balancer !== undefined));
    await clock.advance(1);
  }
  expect(shown.get(59_999)).toBe(true);
  expect(shown.get(60_000)).toBe(false);
});

test('old facts are not shown as current if nobody answers any more', async () => {
  const { clock, answer, facts } = cluster();
  expect((await facts()).balancer).toBeDefined();
  await clock.advance(50_000);
  answer('balancer status', () => new Promise(() => undefined));
  const recent = facts();
  await clock.advance(2000);
  expect((await recent).balancer).toBeDefined();
  await clock.advance(3600_000);
  const now = facts();
  await clock.advance(2000);
  const { balancer, notKnown = [] } = await now;
  expect(balancer).toBeUndefined();
  expect(notKnown).toContainEqual({ part: 'balancer', reason: 'the cluster has not answered yet' });
});
