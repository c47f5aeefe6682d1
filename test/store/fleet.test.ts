import { expect, onTestFinished, test } from 'vitest';
import type { ClusterStatus } from '../../src/api/contract/cluster.ts';
import type { OperationId } from '../../src/api/contract/index.ts';
import { ApiError } from '../../src/api/failure.ts';
import { createFleet, type FleetCluster } from '../../src/store/fleet.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { check, osd, withChecks } from './answers/shapes.ts';

const warning = withChecks('HEALTH_WARN', { OSD_DOWN: check('WARN', '1 osds down') });

/** A fleet of the current cluster `here` and of `there`, which returns its status from `read` and other data from `answers`. */
function fleetOf(
  read: (signal: AbortSignal | undefined) => Promise<ClusterStatus>,
  answers: Readonly<Partial<Record<OperationId, unknown>>> = {},
) {
  const clock = fakeClock();
  const asked: string[] = [];
  const cluster = (name: string, current: boolean): FleetCluster => ({
    context: { name, address: name, demo: false, production: false, deletePhrase: '' },
    current,
    transport: {
      async send(id, _input, { signal }) {
        if (id === 'getClusterStatus') asked.push(name);
        else if (!(id in answers)) throw new ApiError({ kind: 'unreachable', message: 'not answered' });
        const body = JSON.stringify(id in answers ? answers[id] : await read(signal));
        return {
          status: 200,
          contentType: 'application/json',
          body: (async function* () {
            yield body;
          })(),
        };
      },
      download: () => Promise.reject(new Error('nothing is downloaded')),
      close: async () => void asked.push(`${name} closed`),
    },
  });
  const fleet = createFleet(clock, [cluster('here', true), cluster('there', false)]);
  onTestFinished(() => fleet[Symbol.dispose]());
  const there = () => fleet.store.getState().members.find(({ context }) => context.name === 'there');
  return { clock, fleet, asked, there };
}

test('the other clusters are polled, each some time after its last answer', async () => {
  const { clock, asked, there } = fleetOf(() => Promise.resolve(withChecks('HEALTH_OK')));
  await clock.advance(0);
  expect(there()).toMatchObject({ status: 'HEALTH_OK', level: 'ok', checks: [], cause: undefined });
  await clock.advance(14_000);
  expect(asked).toEqual(['there']);
  await clock.advance(2000);
  expect(asked).toEqual(['there', 'there']);
});

test('a failing cluster in the background keeps its last health, gives the reason, and is polled again', async () => {
  let answer = () => Promise.resolve(warning);
  const { clock, there } = fleetOf(() => answer());
  await clock.advance(1000);
  answer = () => Promise.reject(new ApiError({ kind: 'unreachable', message: 'nothing listens' }));
  await clock.advance(15_000);
  expect(there()).toMatchObject({
    status: 'HEALTH_WARN',
    level: 'error',
    problem: 'nothing listens',
    cause: undefined,
  });
  answer = () => Promise.resolve(withChecks('HEALTH_OK'));
  await clock.advance(16_000);
  expect(there()).toMatchObject({ status: 'HEALTH_OK', level: 'ok', problem: undefined });
});

test('the request to a silent cluster in the background is aborted, and polling ends on disposal', async () => {
  const { clock, fleet, asked, there } = fleetOf(
    (signal) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  );
  await clock.advance(11_000);
  expect(there()).toMatchObject({ level: 'error', problem: 'no answer within 10 s' });
  fleet[Symbol.dispose]();
  await clock.advance(60_000);
  expect(asked).toEqual(['there', 'here closed', 'there closed']);
});

test('for a background cluster that is not well the cause is determined once a minute, and dropped once it is well', async () => {
  let status = warning;
  const host = { id: -2, name: 'stor-02', type: 'HOST', children: [0, 1] };
  const { clock, asked, there } = fleetOf(() => Promise.resolve(status), {
    getCrushMap: { nodes: [host, osd(0, { status: 'DOWN' }), osd(1)] },
    listDisks: [],
  });
  await clock.advance(1000);
  expect(there()).toMatchObject({ status: 'HEALTH_WARN', checks: ['OSD_DOWN'] });
  await clock.advance(16_000);
  expect(there()?.cause).toMatchObject({ kind: 'osd-down', text: 'osd.0 on stor-02 is down' });
  const before = asked.length;
  await clock.advance(30_000);
  expect(asked.length - before).toBe(2);
  status = withChecks('HEALTH_OK');
  await clock.advance(15_000);
  expect(there()).toMatchObject({ level: 'ok', cause: undefined });
});
