import { describe, expect, test } from 'vitest';
import type { InjectFault } from '../../../../src/service/sim/faults/pick.ts';
import {
  hostDown,
  hostFreeze,
  linkFlap,
  maintenance,
  netLoss,
  netMtu,
  netSlow,
  rackDown,
} from '../../../../src/service/sim/faults/servers.ts';
import { Dice } from '../../../../src/service/sim/model/random.ts';
import { HEALTHY_LINK } from '../../../../src/service/sim/model/topology.ts';
import { logged, simulate } from '../support.ts';

function withFault(fault: InjectFault, seed = 1) {
  const { cluster } = simulate({ scale: 60 });
  const { model } = cluster;
  const damage = fault(cluster, new Dice(seed));
  return { ...damage, cluster, model, host: model.hosts.find(({ name }) => name === damage.host)! };
}

/** The seconds in which the observed value changes, counted from the injection of the fault. */
function changes(cluster: ReturnType<typeof withFault>['cluster'], seconds: number, look: () => unknown) {
  const seen: number[] = [];
  for (let second = 1, before = look(); second <= seconds; second++) {
    cluster.step();
    const now = look();
    if (now !== before) seen.push(second);
    before = now;
  }
  return seen;
}

test.each<[fault: string, inject: InjectFault, state: object]>([
  ['has lost power', hostDown, { powered: false, frozen: false }],
  ['hangs: it accepts connections and answers nothing', hostFreeze, { powered: true, frozen: true }],
])('a server that %s is named, and works as before when it is healed', (what, inject, state) => {
  const { host, objects, summary, heal } = withFault(inject);
  expect(host).toMatchObject(state);
  expect([objects, summary]).toEqual([[host.name], `${host.name} ${what}`]);
  heal();
  expect(host).toMatchObject({ powered: true, frozen: false });
});

describe('faults of a network link', () => {
  const each = <T>(fault: InjectFault, read: (one: ReturnType<typeof withFault>) => T) =>
    Array.from({ length: 40 }, (_, seed) => {
      const one = withFault(fault, seed);
      const seen = read(one);
      one.heal();
      expect(one.host.link).toBe(HEALTHY_LINK);
      return seen;
    });
  const bounds = (numbers: readonly number[]) => [Math.min(...numbers), Math.max(...numbers)] as const;

  test('a lossy link loses a fifth to a third of all packets, as described', () => {
    const losses = each(netLoss, ({ host: { link, name }, summary }) => {
      expect(link.delayMs).toBe(0);
      const percent = Number(/^(\S+) loses (\d+) % of its packets$/.exec(summary)![2]);
      expect(summary.startsWith(name)).toBe(true);
      expect(link.loss).toBe(percent / 100);
      return percent;
    });
    const [least, most] = bounds(losses);
    expect([least >= 18 && least < 21, most <= 35 && most > 32]).toEqual([true, true]);
  });

  test('a slow link takes 150 to 400 ms longer, as described', () => {
    const delays = each(netSlow, ({ host: { link }, summary }) => {
      expect(link.loss).toBe(0);
      expect(summary).toContain(`has a slow link: each packet takes ${link.delayMs} ms longer`);
      return link.delayMs;
    });
    const [least, most] = bounds(delays);
    expect(delays.every(Number.isInteger)).toBe(true);
    expect([least >= 150 && least < 180, most <= 400 && most > 370]).toEqual([true, true]);
  });

  test('a second fault of a link comes on top of the first, and each repair takes only its own away', () => {
    const { cluster, host, heal } = withFault(netLoss);
    const { loss } = host.link;
    const repair = cluster.disturbLink(host.name, { loss: 0.5, delayMs: 200 });
    expect(host.link.loss).toBeCloseTo(1 - 0.5 * (1 - loss), 6);
    expect(host.link.delayMs).toBe(200);
    heal();
    heal();
    expect(host.link).toEqual({ loss: 0.5, delayMs: 200 });
    repair();
    expect(host.link).toBe(HEALTHY_LINK);
  });

  test('a flapping link is away for 35 of every 90 seconds, and the kernel logs when it is up', () => {
    const { cluster, model, host } = withFault(linkFlap);
    expect(host.connected).toBe(false);
    const seen = changes(cluster, 400, () => host.connected);
    expect(seen).toEqual([35, 90, 125, 180, 215, 270, 305, 360, 395]);
    expect(logged(model, 'NIC Link is Up 10 Gbps')).toHaveLength(5);
  });

  test('a flapping link stays up once it is healed', () => {
    const { cluster, host, heal } = withFault(linkFlap);
    cluster.step(20);
    heal();
    expect(host.connected).toBe(true);
    expect(changes(cluster, 300, () => host.connected)).toEqual([]);
  });
});

describe('dropped large packets', () => {
  test('dropped large packets take all heartbeats of the server away: its OSDs are marked down and do not boot', () => {
    const { cluster, host, objects, summary } = withFault(netMtu);
    expect([objects, summary]).toEqual([[host.name], `${host.name} drops packets larger than 1400 bytes`]);
    expect(host.link).toEqual({ ...HEALTHY_LINK, smallOnly: true });
    const up = () => host.osds.filter((osd) => osd.up).length;
    cluster.step(18);
    expect(up()).toBe(host.osds.length);
    cluster.step(15);
    expect([up(), changes(cluster, 300, up)]).toEqual([0, []]);
  });

  test('dropped large packets no longer affect anything once they are healed', () => {
    const { cluster, host, heal } = withFault(netMtu);
    cluster.step(30);
    heal();
    expect(host.link).toBe(HEALTHY_LINK);
    const disturbed = () => host.osds.some((osd) => osd.disturbed);
    expect([disturbed(), changes(cluster, 200, disturbed)]).toEqual([false, []]);
  });

  test('an OSD that stopped while large packets were dropped is started when they are healed', () => {
    const { cluster, host, heal } = withFault(netMtu);
    cluster.killOsd(host.osds[0]!.id);
    heal();
    expect(host.osds.map(({ process }) => process)).toEqual(host.osds.map(() => 'running'));
  });
});

test('a rack that is cut off is named, and reconnected when it is healed', () => {
  const { model, objects, summary, heal } = withFault(rackDown);
  const connected = () => model.racks.map(({ hosts }) => hosts.every((host) => host.connected));
  expect(connected()).toEqual(model.racks.map(({ name }) => name !== objects[0]));
  expect(summary).toBe(`${objects[0]} is cut off from the others`);
  heal();
  expect(connected()).not.toContain(false);
});

test('maintenance sets a flag, switches a server off five seconds later, and undoes both when it is healed', () => {
  const { cluster, model, host, objects, summary, heal } = withFault(maintenance);
  expect([objects, [...model.flags]]).toEqual([['noout', host.name], ['noout']]);
  expect(summary).toBe(`noout was set and ${host.name} switched off for maintenance`);
  expect(changes(cluster, 20, () => host.powered)).toEqual([5]);
  heal();
  expect([host.powered, model.flags.size]).toEqual([true, 0]);
});
