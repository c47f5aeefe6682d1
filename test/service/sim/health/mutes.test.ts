import { expect, test } from 'vitest';
import { healthOf } from '../../../../src/service/sim/cluster/read.ts';
import { mutesToWire, stepMutes } from '../../../../src/service/sim/health/muting.ts';
import { handlerOf } from '../../handlerOf.ts';
import { calmModel, logged, simulate, stepUntil } from '../support.ts';

/** A calm cluster, with its mutes. */
function mutable() {
  const engine = simulate({ scale: 15 });
  const { cluster } = engine;
  const { model } = cluster;
  const mute = (code: string, how: { seconds?: number; sticky?: boolean } = {}) =>
    handlerOf(engine.handlers, 'muteHealthCheck')(
      { body: { code, ...how } },
      { signal: new AbortController().signal, by: 'test' },
    );
  const down = (...osds: number[]) => {
    for (const id of osds) cluster.killOsd(id);
    stepUntil(cluster, 120, () => osds.every((id) => !cluster.osd(id).up));
    cluster.step();
  };
  return { cluster, model, mute, down, status: () => healthOf(model).status };
}

test('a mute expires, and the log says so', () => {
  const { cluster, model, mute, status } = mutable();
  cluster.setFlag('noout', true);
  void mute('OSDMAP_FLAGS', { seconds: 60 });
  expect(status()).toBe('HEALTH_OK');
  cluster.step(59);
  expect(status()).toBe('HEALTH_OK');
  cluster.step(1);
  expect(status()).toBe('HEALTH_WARN');
  expect(logged(model, 'mute OSDMAP_FLAGS cleared (passed TTL')).toHaveLength(1);
});

test('a mute ends when its check clears, so that the next alarm is noticed', () => {
  const { cluster, mute, status } = mutable();
  cluster.setFlag('noout', true);
  void mute('OSDMAP_FLAGS');
  cluster.setFlag('noout', false);
  cluster.step();
  cluster.setFlag('noout', true);
  expect(status()).toBe('HEALTH_WARN');
});

test('a mute ends when the count of its check exceeds the lowest one since it was muted', () => {
  const { cluster, model, mute, down } = mutable();
  down(1, 5);
  void mute('OSD_DOWN');
  cluster.startOsd(5);
  stepUntil(cluster, 120, () => cluster.osd(5).up);
  cluster.step();
  expect(model.mutes.has('OSD_DOWN')).toBe(true);
  down(5);
  expect(model.mutes.has('OSD_DOWN')).toBe(false);
  expect(logged(model, 'count increased from 1 to 2')).toHaveLength(1);
});

test('a sticky mute outlasts its check and can be set before the check is raised', () => {
  const { cluster, model, mute, down, status } = mutable();
  void mute('OSD_DOWN', { sticky: true });
  down(1);
  expect(healthOf(model).checks).toMatchObject({ OSD_DOWN: { muted: true } });
  down(5);
  expect(model.mutes.has('OSD_DOWN')).toBe(true);
  expect(status()).toBe('HEALTH_WARN');
  cluster.step();
});

test.each([
  ['no active mgr', 0, true, ''],
  ['no active mgr, but a standby', 0, false, 'summary changed'],
  ['no active mgr', 1, true, ''],
])(
  'a mute of a check that counts nothing, which then says %j with the count %i, lasts: %s',
  (message, count, lasts, why) => {
    const model = calmModel();
    model.mutes.set('MGR_DOWN', { sticky: false, summary: 'no active mgr', count: 0 });
    const check = { severity: 'HEALTH_WARN', message, count, detail: () => [] } as const;
    stepMutes(model, new Map([['MGR_DOWN', check]]));
    expect(model.mutes.has('MGR_DOWN')).toBe(lasts);
    expect(logged(model, `Health alert mute MGR_DOWN cleared (${why})`)).toHaveLength(lasts ? 0 : 1);
  },
);

test('mutes are listed with their message, count and end', () => {
  const model = calmModel();
  model.mutes.set('OSD_DOWN', { sticky: true, summary: '2 osds down', count: 2 });
  model.mutes.set('MON_DOWN', { sticky: false, summary: '1/3 mons down', count: 1, until: 1000 });
  expect(mutesToWire(model)).toEqual([
    { code: 'OSD_DOWN', sticky: true, summary: '2 osds down', count: 2 },
    { code: 'MON_DOWN', sticky: false, summary: '1/3 mons down', count: 1, ttl: '1970-01-01T00:00:01.000Z' },
  ]);
});
