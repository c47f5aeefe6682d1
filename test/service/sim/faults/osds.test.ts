import { describe, expect, test } from 'vitest';
import {
  controller,
  diskError,
  diskMissing,
  diskSlow,
  osdDown,
  osdFlap,
  osdHang,
} from '../../../../src/service/sim/faults/osds.ts';
import type { InjectFault } from '../../../../src/service/sim/faults/pick.ts';
import { Dice } from '../../../../src/service/sim/model/random.ts';
import { logged, simulate } from '../support.ts';

function withFault(fault: InjectFault, seed = 1, scale = 60) {
  const { cluster } = simulate({ scale });
  const { model } = cluster;
  const damage = fault(cluster, new Dice(seed));
  const id = Number(/^osd\.(\d+)$/.exec(damage.objects.at(-1)!)?.[1]);
  return { ...damage, cluster, model, osd: model.osds[id]! };
}
const bounds = (numbers: readonly number[]) => [Math.min(...numbers), Math.max(...numbers)] as const;

test.each<
  [fault: string, inject: InjectFault, process: string, words: (osd: string, host: string) => string]
>([
  ['has stopped', osdDown, 'stopped', (osd, host) => `the daemon of ${osd} on ${host} has stopped`],
  ['hangs', osdHang, 'hung', (osd, host) => `the daemon of ${osd} on ${host} hangs and does not answer`],
  ['has lost its disk', diskMissing, 'stopped', (osd, host) => `the disk of ${osd} is gone from ${host}`],
])(
  'an OSD that %s is named with its server, and works again when it is healed',
  (_, inject, process, words) => {
    const { cluster, model, osd, host, objects, summary, heal } = withFault(inject);
    expect([objects, host]).toEqual([[`osd.${osd.id}`], osd.host.name]);
    expect(osd.process).toBe(process);
    expect(summary).toBe(words(`osd.${osd.id}`, osd.host.name));
    heal();
    cluster.step(60);
    expect([osd.process, model.disks.filter(({ missing }) => missing)]).toEqual(['running', []]);
  },
);

test('faults of a single OSD hit a healthy one on a hard disk, or any other if there is none', () => {
  const hit = Array.from({ length: 200 }, (_, seed) => withFault(osdDown, seed, 15).osd.id);
  const { model } = simulate({ scale: 15 }).cluster;
  const disks = model.osds.filter(({ deviceClass }) => deviceClass === 'hdd');
  expect(new Set(hit)).toEqual(new Set(disks.map(({ id }) => id)));
  const { cluster } = simulate({ scale: 15 });
  const { osds } = cluster.model;
  for (const { id, deviceClass } of osds) if (deviceClass === 'hdd') cluster.slowDisk(id, 5);
  expect(cluster.osd(Number(osdDown(cluster, new Dice(1)).objects[0]!.slice(4))).deviceClass).not.toBe('hdd');
});

describe('an OSD that flaps', () => {
  test('an OSD that flaps is away for 40 of every 75 seconds', () => {
    const { cluster, osd, summary } = withFault(osdFlap);
    expect(osd.disturbed).toBe(true);
    expect(summary).toBe(`osd.${osd.id} on ${osd.host.name} flaps`);
    for (let second = 1; second < 300; second++) {
      cluster.step();
      expect([second, osd.disturbed]).toEqual([second, second % 75 < 40]);
    }
  });

  test('an OSD that flaps no longer does so once it is healed', () => {
    const { cluster, osd, heal } = withFault(osdFlap);
    cluster.step(10);
    heal();
    for (let second = 0; second < 200; second++) {
      expect(osd.disturbed).toBe(false);
      cluster.step();
    }
    expect(osd.process).toBe('running');
  });
});

test('a slow disk takes 67 to 500 ms longer, as described, until it is healed', () => {
  const lags = Array.from({ length: 40 }, (_, seed) => {
    const { osd, summary, heal } = withFault(diskSlow, seed);
    const { lagMs } = osd;
    expect(summary).toBe(
      `the disk of osd.${osd.id} on ${osd.host.name} takes ${lagMs} ms longer for each request`,
    );
    heal();
    expect(osd.lagMs).toBe(0);
    return lagMs;
  });
  const [least, most] = bounds(lags);
  expect(lags.every(Number.isInteger)).toBe(true);
  expect([least >= 67 && least < 110, most <= 500 && most > 460]).toEqual([true, true]);
});

describe('failing controller', () => {
  test('a failing controller slows all disks of its server except the flash on its bus, until it is healed', () => {
    for (let seed = 0; seed < 10; seed++) {
      const { model, objects, summary, host: name, heal } = withFault(controller, seed);
      const host = model.hosts.find((one) => one.name === name)!;
      const behind = host.osds.filter(({ deviceClass }) => deviceClass !== 'nvme');
      const [lag = 0] = behind.map(({ lagMs }) => lagMs);
      expect([lag >= 67, lag <= 500]).toEqual([true, true]);
      expect(model.osds.filter(({ lagMs }) => lagMs === lag)).toEqual(behind);
      expect(model.osds.filter(({ lagMs }) => lagMs > 0)).toEqual(behind);
      expect(objects).toEqual([name, ...behind.map(({ id }) => `osd.${id}`)]);
      expect(summary).toBe(
        `the ${behind.length} disks behind the controller of ${name} take ${lag} ms longer`,
      );
      heal();
      expect(model.osds.every(({ lagMs }) => lagMs === 0)).toBe(true);
    }
  });

  test('the kernel complains about a failing controller every twenty seconds from the fourth on, with different messages', () => {
    const { cluster, model } = withFault(controller);
    const complaints = () =>
      logged(model, 'mpt3sas_cm0: log_info').length + logged(model, 'attempting task abort').length;
    cluster.step(3);
    expect(complaints()).toBe(0);
    cluster.step(1);
    expect(complaints()).toBe(1);
    cluster.step(19);
    expect(complaints()).toBe(1);
    cluster.step(1);
    expect(complaints()).toBe(2);
    for (let round = 0; round < 8; round++) {
      cluster.step(20);
      expect(complaints()).toBe(round + 3);
    }
    const aborts = logged(model, 'attempting task abort');
    expect(aborts.length).toBeGreaterThan(0);
    for (const line of aborts) {
      const waited = Number(/outstanding for (\d+) ms & timeout 30000 ms/.exec(line)![1]);
      expect([waited >= 30_000, waited < 30_400]).toEqual([true, true]);
    }
  });
});

describe('disk with read errors', () => {
  test('a disk with read errors fails fifteen reads, one every other second', () => {
    const { cluster, osd, summary } = withFault(diskError);
    expect(summary).toBe(`the disk of osd.${osd.id} on ${osd.host.name} cannot read some of its blocks`);
    const repaired = Array.from({ length: 40 }, () => {
      cluster.step();
      return osd.repairedReads;
    });
    expect(repaired.slice(0, 6)).toEqual([1, 2, 2, 3, 3, 4].map((count) => count + repaired[0]! - 1));
    expect(repaired.at(-1)).toBe(15);
  });

  test('a disk with read errors works again once it is healed', () => {
    const { cluster, osd, heal } = withFault(diskError);
    cluster.step(5);
    heal();
    cluster.step(40);
    expect(osd.repairedReads).toBe(0);
  });
});
