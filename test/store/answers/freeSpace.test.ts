import { describe, expect, test } from 'vitest';
import type { CrushMap } from '../../../src/api/contract/crush.ts';
import type { Pool } from '../../../src/api/contract/pools.ts';
import { createFreeSpace, selectFreeSpace } from '../../../src/store/answers/freeSpace.ts';
import { demandsOf } from '../../../src/store/answers/lossSpace.ts';
import { selectOsds } from '../../../src/store/answers/osds.ts';
import { buildTree } from '../../../src/store/answers/tree.ts';
import { bucket, cluster, osd } from './shapes.ts';

const freeSpace = (nodes: Parameters<typeof osd>[1][]) =>
  selectFreeSpace({ osds: selectOsds({ crush: { nodes: nodes.map((node, id) => osd(id, node)) } }) });

describe('space of the cluster', () => {
  test('the space of the cluster is limited by the fullest OSD, not by the mean', () => {
    expect(freeSpace([{ used: 10 }, { used: 92 }])).toMatchObject({
      fullest: { id: 'osd.1', share: 0.92 },
      mean: 0.51,
      level: 'warn',
    });
  });

  test('the space of the cluster counts each OSD at the highest threshold that it reached', () => {
    const full = freeSpace([
      { used: 84 },
      { used: 85 },
      { used: 89 },
      { used: 90 },
      { used: 95 },
      { used: 99 },
    ]);
    expect(full).toMatchObject({ nearfull: 2, backfillfull: 1, full: 2, level: 'error' });
  });

  test('the space of the cluster counts by the current fill ratios', () => {
    const fillRatios = { nearfull: 0.85, backfillfull: 0.95, full: 0.97 };
    const crush = { nodes: [osd(0, { used: 96 })], fillRatios };
    expect(selectFreeSpace({ osds: selectOsds({ crush }) })).toMatchObject({
      backfillfull: 1,
      full: 0,
      level: 'warn',
    });
    const lowered = { nodes: crush.nodes, fillRatios: { ...fillRatios, full: 0.96 } };
    expect(selectFreeSpace({ osds: selectOsds({ crush: lowered }) })).toMatchObject({
      full: 1,
      level: 'error',
    });
  });

  test('the space of the cluster leaves out OSDs that are down', () => {
    expect(freeSpace([{ used: 10 }, { used: 99, status: 'DOWN' }])).toMatchObject({
      fullest: { id: 'osd.0' },
      mean: 0.1,
      level: 'ok',
    });
  });

  test('the space of the cluster leaves out OSDs that are out', () => {
    expect(freeSpace([{ used: 10 }, { used: 99, reweight: 0 }])).toMatchObject({
      fullest: { id: 'osd.0' },
      full: 0,
      level: 'ok',
    });
  });

  test('the space of the cluster is unknown if no OSD reports its use', () => {
    expect(selectFreeSpace({ osds: [] })).toMatchObject({
      fullest: undefined,
      mean: undefined,
      afterLoss: undefined,
      level: 'unknown',
    });
  });
});

describe('space after the loss of a host', () => {
  const after = (crush: Parameters<typeof selectOsds>[0]['crush']) =>
    selectFreeSpace({ osds: selectOsds({ crush }) }).afterLoss;

  test('the space after the loss of a host is that of the fullest remaining OSD with its share of the lost data', () => {
    // Each of three hosts has 80 of 200: the other two, 400 in total, take 80 more.
    expect(after(cluster({ racks: 1, hosts: 3, osds: 2 }))?.share).toBeCloseTo(0.4 + 80 / 400);
  });

  test('the space after the loss of a host names the host with the worst effect', () => {
    const nodes = [
      osd(0, { used: 90 }),
      osd(1, { used: 10 }),
      osd(2, { used: 10 }),
      bucket(-1, 'HOST', 'a', [0]),
      bucket(-2, 'HOST', 'b', [1]),
      bucket(-3, 'HOST', 'c', [2]),
    ];
    // Without a: 10 + 90/200. Without b or c the full one remains: 0.9 + 10/200.
    expect(after({ nodes })?.host).toBe('b');
    expect(after({ nodes })?.share).toBeCloseTo(0.95);
  });

  test('the space after the loss of a host is computed for each device class by itself', () => {
    const nodes = [
      osd(0, { deviceClass: 'ssd', used: 60 }),
      osd(1, { deviceClass: 'ssd', used: 60 }),
      osd(2),
      osd(3),
      osd(4),
      bucket(-1, 'HOST', 'a', [0, 2]),
      bucket(-2, 'HOST', 'b', [1, 3]),
      bucket(-3, 'HOST', 'c', [4]),
    ];
    expect(after({ nodes })).toMatchObject({ deviceClass: 'ssd', share: 1.2 });
  });

  test('the space after the loss of a host is absent if there is only one host', () => {
    expect(after(cluster({ racks: 1, hosts: 1, osds: 3 }))).toBeUndefined();
  });

  describe('with known rules of the pools', () => {
    const rule = (domain: string, take = 'default') => ({
      id: 1,
      name: 'r',
      steps: [
        { op: 'TAKE', crushMapTextFormat: `step take ${take}` },
        { op: 'CHOOSELEAF', crushMapTextFormat: `step chooseleaf firstn 0 type ${domain}` },
      ],
    });
    const freeSpace = (crush: CrushMap, domain: string, pool: Pool = {}) =>
      selectFreeSpace({
        osds: selectOsds({ crush }),
        tree: buildTree(crush),
        demands: demandsOf({
          rules: [rule(domain)],
          pools: [{ name: 'rbd', crushRule: 1, size: 3, ...pool }],
        }),
      });

    test('copies spread over racks can only be recovered in the rack of the lost host', () => {
      // A rack of two hosts with two OSDs of 100 each, 40 used: the remaining 200 take 80 more.
      const crush = cluster({ racks: 3, hosts: 2, osds: 2 });
      expect(freeSpace(crush, 'rack').afterLoss?.share).toBeCloseTo(0.4 + 80 / 200);
      expect(freeSpace(crush, 'host').afterLoss?.share).toBeCloseTo(0.4 + 80 / 1000);
    });

    /** A CRUSH map of racks whose hosts are called a, b, c and so on. */
    const hostsOf = (racks: Readonly<Record<string, readonly Parameters<typeof osd>[1][][]>>): CrushMap => {
      const nodes: CrushMap['nodes'] = [];
      let [osds, hosts] = [0, 0];
      const rackIds = Object.entries(racks).map(([name, own], rack) => {
        const hostIds = own.map((disks) => {
          const ids = disks.map((part) => {
            nodes.push(osd(osds, part));
            return osds++;
          });
          const id = -100 - hosts;
          nodes.push(bucket(id, 'HOST', 'abcdef'[hosts++]!, ids));
          return id;
        });
        nodes.push(bucket(-10 - rack, 'RACK', name, hostIds));
        return -10 - rack;
      });
      nodes.push(bucket(-1, 'ROOT', 'default', rackIds));
      return { nodes };
    };
    const afterLossOf = (crush: CrushMap, take: string) =>
      selectFreeSpace({
        osds: selectOsds({ crush }),
        tree: buildTree(crush),
        demands: demandsOf({ rules: [rule('host', take)], pools: [{ name: 'rbd', crushRule: 1, size: 2 }] }),
      }).afterLoss;
    const ssd = { deviceClass: 'ssd', used: 10 };
    const mixed = hostsOf({
      r1: [
        [ssd, { used: 50 }],
        [ssd, { used: 50 }],
        [ssd, { used: 50 }],
      ],
    });

    test.each([
      ['default~ssd', { host: 'a', deviceClass: 'ssd', pools: ['rbd'], share: 0.1 + 10 / 200 }],
      ['default~hdd', { host: 'a', deviceClass: 'hdd', pools: ['rbd'], share: 0.5 + 50 / 200 }],
      ['default', { host: 'a', deviceClass: '', pools: ['rbd'], share: 0.5 + 60 / 400 }],
      ['elsewhere', undefined],
    ])('a rule that takes %s counts the OSDs that it can place data on, and no others', (take, loss) => {
      expect(afterLossOf(mixed, take)).toEqual(loss);
    });

    test('a rule that takes a rack does not count the hosts of another', () => {
      const crush = hostsOf({ r1: [[{}], [{}], [{}]], r2: [[{ used: 99 }]] });
      expect(afterLossOf(crush, 'r1')?.share).toBeCloseTo(0.4 + 40 / 200);
    });

    test('after the loss of the host with the fullest OSD that of the next one is the fullest', () => {
      const large = Array.from({ length: 4 }, () => ({ used: 60 }));
      for (const [hosts, host] of [
        [[large, [{ used: 50 }], [{ used: 40 }]], 'a'],
        [[[{ used: 50 }], large, [{ used: 40 }]], 'b'],
        [[[{ used: 40 }], [{ used: 50 }], large], 'c'],
      ] as const) {
        const loss = afterLossOf(hostsOf({ r1: hosts.map((disks) => [...disks]) }), 'default');
        expect([loss?.host, loss?.share]).toEqual([host, 0.5 + 240 / 200]);
      }
    });

    test('with as many hosts as copies the loss of one host cannot be recovered', () => {
      const crush = cluster({ racks: 1, hosts: 3, osds: 2 });
      expect(freeSpace(crush, 'host').afterLoss).toMatchObject({ share: undefined, pools: ['rbd'] });
      expect(freeSpace(crush, 'osd').afterLoss?.share).toBeCloseTo(0.4 + 80 / 400);
    });

    test('for a pool that already has too few places the loss of another host is not estimated', () => {
      const crush = cluster({ racks: 3, hosts: 1, osds: 2, down: [0, 1] });
      expect(freeSpace(crush, 'rack').afterLoss).toBeUndefined();
    });

    test('a rule that spreads over OSDs finds enough places in one host, unless fewer OSDs than copies are left', () => {
      const one = freeSpace(cluster({ racks: 1, hosts: 1, osds: 3 }), 'osd');
      expect(one.afterLoss).toBeUndefined();
      const two = cluster({ racks: 1, hosts: 2, osds: 2 });
      expect(freeSpace(two, 'osd').afterLoss).toMatchObject({ share: undefined });
      const three = cluster({ racks: 1, hosts: 1, osds: 3, down: [0] });
      expect(freeSpace(three, 'osd').afterLoss).toBeUndefined();
    });

    test('pools without data, and rules without pools, do not count', () => {
      const crush = cluster({ racks: 1, hosts: 3, osds: 2 });
      expect(freeSpace(crush, 'host', { stats: { bytes: 0 } }).afterLoss?.share).toBeCloseTo(0.4 + 80 / 400);
    });

    test('only another rule, and not a new amount of data, causes a new computation', () => {
      const crush = cluster({ racks: 3, hosts: 2, osds: 2 });
      const where = { osds: selectOsds({ crush }), tree: buildTree(crush) };
      const pools = (bytes: number) => [{ name: 'rbd', crushRule: 1, size: 3, stats: { bytes } }];
      const computed = createFreeSpace();
      const first = computed({ ...where, rules: [rule('rack')], pools: pools(1) });
      expect(computed({ ...where, rules: [rule('rack')], pools: pools(2) })).toBe(first);
      expect(computed({ ...where, rules: [rule('host')], pools: pools(2) })).not.toEqual(first);
    });
  });
});
