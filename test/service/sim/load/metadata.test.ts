import { expect, test } from 'vitest';
import { activeMds, stepMetadata } from '../../../../src/service/sim/load/metadata.ts';
import { daemonsOf } from '../../../../src/service/sim/monitors/quorum.ts';
import { logged, simulate } from '../support.ts';

/** The model of a cluster in which a client has just stopped to respond. */
const withHung = () => {
  const { model } = simulate({ scale: 60 }).cluster;
  model.metadata.hung = { client: 4123, since: model.tick };
  const [mds] = daemonsOf(model, 'mds');
  return { model, mds: mds! };
};
const seconds = (model: ReturnType<typeof withHung>['model'], count: number) => {
  for (let second = 0; second < count; second++) {
    model.tick++;
    stepMetadata(model);
  }
};

test('a journal grows and shrinks each second, and never below one segment', () => {
  const { model } = withHung();
  const { metadata } = model;
  Object.assign(metadata, { segments: 90, growth: 3 });
  seconds(model, 2);
  expect(metadata.segments).toBe(96);
  metadata.growth = -50;
  seconds(model, 2);
  expect(metadata.segments).toBe(1);
});

test('a request that waits for a hanging client is slow after 34 s, logged every 5 s, until the client is evicted after 63 s', () => {
  const { model } = withHung();
  const slow = () =>
    logged(model, 'slow requests, 1 included below').map((line) => line.replace(/^.*: /, ''));
  seconds(model, 33);
  expect(slow()).toEqual([]);
  seconds(model, 1);
  expect(slow()).toEqual([
    '1 slow requests, 1 included below; oldest blocked for > 34.042 secs'.replace(/^.*: /, ''),
  ]);
  seconds(model, 28);
  expect(slow()).toHaveLength(6);
  expect(slow().at(-1)).toMatch(/^6 slow requests.*> 59\.042 secs$/);
  expect(logged(model, 'client_request(client.4130:')).toHaveLength(6);
  expect(model.metadata.hung).toBeDefined();
  seconds(model, 30);
  expect(logged(model, 'evicting')).toEqual([
    'mds.a log_channel(cluster) log [WRN] : evicting unresponsive client client.4123 (4123), after 63.3 seconds',
  ]);
  expect(model.metadata.hung).toBeUndefined();
});

test('no client is evicted while no metadata server works', () => {
  const { model, mds } = withHung();
  expect(activeMds(model)).toBe(mds);
  mds.running = false;
  expect(activeMds(model)).toBeUndefined();
  seconds(model, 70);
  expect(model.metadata.hung).toBeDefined();
  expect(logged(model, 'evicting')).toEqual([]);
  mds.running = true;
  mds.active = false;
  expect(activeMds(model)).toBeUndefined();
});
