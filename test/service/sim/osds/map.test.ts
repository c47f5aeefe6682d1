import { describe, expect, it, test } from 'vitest';
import { markIn, markOut } from '../../../../src/service/sim/osds/map.ts';
import { health, isHealthy, logged, simulate, states, stepUntil } from '../support.ts';

const VICTIM = 7;

describe('an OSD that dies', () => {
  it("an OSD that dies is marked down at once, because its peers' connections are refused, and its placement groups have peered after 10 s", () => {
    const { cluster } = simulate();
    cluster.killOsd(VICTIM);
    cluster.step(2);
    expect(cluster.osd(VICTIM)).toMatchObject({ up: false, in: true });
    expect(health(cluster)['OSD_DOWN']).toBe('1 osds down');
    expect(logged(cluster.model, 'osd.7 failed (root=default,rack=')[0]).toMatch(
      /\(connection refused reported by osd\.\d+\)$/,
    );
    cluster.step(3);
    expect(Object.keys(states(cluster)).join()).toContain('peering');
    expect(health(cluster)['PG_AVAILABILITY']).toMatch(/^Reduced data availability: \d+ pgs? peering$/);
    cluster.step(7);
    expect(health(cluster)).not.toHaveProperty('PG_AVAILABILITY');
    expect(states(cluster)['active+undersized+degraded']).toBe(cluster.osd(VICTIM).shards.length);
    expect(health(cluster)['PG_DEGRADED']).toMatch(
      /^Degraded data redundancy: \d+\/\d+ objects degraded \(\d+\.\d{3}%\), \d+ pgs degraded$/,
    );
  });

  it('placement groups of an OSD that dies are undersized after a minute, and it is marked out after ten, when its data is recovered elsewhere', () => {
    const { cluster } = simulate();
    cluster.killOsd(VICTIM);
    cluster.step(75);
    expect(health(cluster)['PG_DEGRADED']).toMatch(/, \d+ pgs degraded, \d+ pgs undersized$/);
    cluster.step(510);
    expect(cluster.osd(VICTIM).in).toBe(true);
    cluster.step(30);
    expect(cluster.osd(VICTIM).in).toBe(false);
    expect(logged(cluster.model, 'Marking osd.7 out (has been down for 600 seconds)')).toHaveLength(1);
    expect(health(cluster)).not.toHaveProperty('OSD_DOWN');
    expect(Object.keys(states(cluster))).toContain('active+undersized+degraded+remapped+backfilling');
    cluster.model.recovery.speed = 10;
    stepUntil(cluster, 3600, isHealthy(cluster));
    expect(cluster.osd(VICTIM).shards).toHaveLength(0);
    expect(logged(cluster.model, 'Cluster is now healthy')).toHaveLength(1);
  });

  it('an OSD that returns before it is marked out catches up from the logs within minutes', () => {
    const { cluster } = simulate();
    cluster.killOsd(VICTIM);
    cluster.step(120);
    cluster.startOsd(VICTIM);
    const seconds = stepUntil(cluster, 300, isHealthy(cluster));
    expect(seconds).toBeGreaterThan(3);
    expect(logged(cluster.model, 'osd.7 v1:').at(-1)).toMatch(/boot$/);
    expect(cluster.model.displaced.size).toBe(0);
  });

  it('an OSD that returns after it was marked out gets its placement groups back', () => {
    const { cluster } = simulate();
    const before = cluster.osd(VICTIM).shards.toSorted();
    cluster.killOsd(VICTIM);
    cluster.step(700);
    cluster.startOsd(VICTIM);
    cluster.model.recovery.speed = 10;
    stepUntil(cluster, 3600, () => cluster.model.unclean.size === 0);
    expect(cluster.osd(VICTIM)).toMatchObject({ up: true, in: true });
    expect(cluster.osd(VICTIM).shards.toSorted()).toEqual(before);
  });
});

describe('an OSD that hangs', () => {
  it('an OSD that hangs stalls its clients at once, but stays up until the heartbeat grace is over', () => {
    const [{ cluster }, healthy] = [simulate(), simulate()];
    for (const one of [cluster, healthy.cluster]) one.step(5);
    cluster.hangOsd(VICTIM);
    for (const one of [cluster, healthy.cluster]) one.step(15);
    expect(cluster.osd(VICTIM).up).toBe(true);
    expect(health(cluster)).not.toHaveProperty('OSD_DOWN');
    expect(cluster.model.sums.readOps).toBeLessThan(healthy.cluster.model.sums.readOps * 0.98);
    cluster.step(15);
    expect(cluster.osd(VICTIM).up).toBe(false);
    expect(logged(cluster.model, 'osd.7 failed')[0]).toContain('(2 reporters from different host after 2');
    expect(health(cluster)).not.toHaveProperty('OSD_SLOW_PING_TIME_BACK');
  });

  it('an OSD that hangs reports that it is still running when it continues, and its slow heartbeats fade', () => {
    const { cluster } = simulate();
    cluster.hangOsd(VICTIM);
    cluster.step(40);
    cluster.startOsd(VICTIM);
    cluster.step(5);
    expect(health(cluster)).toHaveProperty('OSD_SLOW_PING_TIME_BACK');
    expect(
      logged(cluster.model, 'Monitor daemon marked osd.7 down, but it is still running'),
    ).not.toHaveLength(0);
    stepUntil(cluster, 600, isHealthy(cluster));
  });

  it('an OSD that hangs causes slow requests of its peers, but not of itself, while nodown keeps it up', () => {
    const { cluster } = simulate();
    cluster.setFlag('nodown', true);
    cluster.hangOsd(VICTIM);
    cluster.step(33);
    expect(health(cluster)).not.toHaveProperty('SLOW_OPS');
    cluster.step(4);
    expect(cluster.osd(VICTIM).up).toBe(true);
    expect(health(cluster)['SLOW_OPS']).toMatch(
      /^\d+ slow ops, oldest one blocked for 32 sec, daemons \[osd\./,
    );
    expect(health(cluster)['SLOW_OPS']).not.toContain('osd.7,');
    cluster.startOsd(VICTIM);
    cluster.step(2);
    expect(health(cluster)).not.toHaveProperty('SLOW_OPS');
  });
});

describe('OSDs that are not marked out', () => {
  it('a whole rack is not marked out', () => {
    const { cluster } = simulate();
    cluster.cutRack('rack2');
    cluster.step(800);
    expect(health(cluster)).toMatchObject({
      OSD_HOST_DOWN: '4 hosts (20 osds) down',
      OSD_RACK_DOWN: '1 rack (20 osds) down',
    });
    expect(cluster.model.osds.every((osd) => osd.in)).toBe(true);
  });

  it('no more OSDs are marked out once less than three quarters of them are in, as the monitors compare before each', () => {
    const { cluster } = simulate();
    // None of these servers runs a monitor.
    const hosts = ['stor-02', 'stor-03', 'stor-06', 'stor-07', 'stor-10'];
    for (const host of hosts) cluster.killHost(host);
    cluster.step(900);
    expect(cluster.model.osds.filter((osd) => !osd.in)).toHaveLength(16);
  });
});

it('an OSD that is marked down for the sixth time in ten minutes stops', () => {
  const { cluster } = simulate();
  for (let round = 0; round < 8; round++) {
    cluster.disturbOsd(VICTIM, true);
    cluster.step(35);
    cluster.disturbOsd(VICTIM, false);
    cluster.step(20);
  }
  expect(cluster.osd(VICTIM)).toMatchObject({ process: 'stopped', up: false });
  expect(cluster.osd(VICTIM).markdowns).toHaveLength(6);
  expect(logged(cluster.model, 'marked down 6 > osd_max_markdown_count 5')).toHaveLength(1);
});

test.each([
  ['a daemon that was restarted', true, 3],
  ['a daemon that was only cut off', false, 1],
])('%s is up again within seconds', (_what, restarted, seconds) => {
  const { cluster } = simulate({ scale: 15 });
  const osd = cluster.osd(3);
  if (restarted) cluster.killOsd(3);
  else cluster.hangOsd(3);
  stepUntil(cluster, 60, () => !osd.up);
  cluster.startOsd(3);
  expect(stepUntil(cluster, 10, () => osd.up)).toBe(seconds);
});

test('a silent OSD is noticed between one heartbeat grace and one heartbeat later', () => {
  const waits = Array.from({ length: 40 }, (_, seed) => {
    const { cluster } = simulate({ scale: 15, seed });
    const { heartbeatGrace, heartbeatInterval } = cluster.model.settings;
    cluster.hangOsd(3);
    const seconds = stepUntil(cluster, 60, () => !cluster.osd(3).up);
    expect(seconds).toBeGreaterThan(heartbeatGrace);
    expect(seconds).toBeLessThanOrEqual(heartbeatGrace + heartbeatInterval + 2);
    return seconds;
  });
  expect(new Set(waits).size).toBeGreaterThan(4);
});

test('marking in changes nothing for an OSD that is in or destroyed', () => {
  const { cluster } = simulate({ scale: 15 });
  const { model } = cluster;
  const [isIn, destroyed] = [cluster.osd(1), cluster.osd(2)];
  markOut(model, destroyed);
  destroyed.destroyed = true;
  const { epoch } = model;
  markIn(model, isIn);
  markIn(model, destroyed);
  expect([isIn.in, destroyed.in, model.epoch]).toEqual([true, false, epoch]);
});
