import { describe, expect, test } from 'vitest';
import type { ClusterRead } from '../../src/commands/clusterRead.ts';
import { clusterReport, clusterValues } from '../../src/commands/clusterReport.ts';
import { resources } from '../../src/store/cache/resources.ts';
import type { Facts } from '../../src/store/facts/facts.ts';
import { SHORT } from '../diagnosis/support.ts';
import { downOsd } from '../diagnosis/support.ts';

/** One placement group of eight is not okay, and its pace is not known yet; these OSDs are waited for. */
const measuring = (...osds: readonly ReturnType<typeof downOsd>[]) => ({
  state: 'measuring' as const,
  total: 8,
  missing: 1,
  lacking: 0,
  heldBy: [],
  shortages: [],
  waitsFor: { osds, due: undefined, never: undefined, keptIn: [] },
});

type KnownFacts = { [K in keyof Facts]?: Partial<ReturnType<Facts[K]>> };

const HEALTHY = { state: 'healthy', total: 8, missing: 0, lacking: 0, heldBy: [], shortages: [] } as const;
const flag = (name: string, on: boolean, recommended?: boolean) => ({
  name,
  on,
  recommended,
  off: recommended !== undefined && on !== recommended,
});

/** A report on a cluster with these known data, and these data that could not be read. */
function read(told: KnownFacts = {}, absent: Readonly<Record<string, string>> = {}): ClusterRead {
  const all = {
    diagnosis: undefined,
    where: { text: '', next: '' },
    healing: HEALTHY,
    scrubs: {},
    flags: [],
    groupFlags: [],
  };
  const rest = { cluster: {}, freeSpace: {}, now: 0 };
  const facts = Object.fromEntries(
    Object.entries({ ...all, ...rest, ...told }).map(([name, value]) => [name, () => value]),
  );
  return {
    status: {},
    facts: facts as unknown as Facts,
    missing: (...wanted) => wanted.flatMap(({ key }) => absent[key] ?? [])[0],
  };
}

const HOST_NOOUT: ReturnType<Facts['groupFlags']> = [
  { part: 'host node2', kind: 'bucket', name: 'node2', flags: ['noin', 'noout'] },
];
const lineOf = (label: string, of: ClusterRead) => clusterReport(of).filter((line) => line.startsWith(label));

test('a pause is among the flags that differ, although the service does not list it as a flag', () => {
  const checks = { OSDMAP_FLAGS: { summary: { message: 'pauserd,pausewr flag(s) set' } } };
  const status = { storeStatus: { health: { status: 'HEALTH_WARN', checks } } };
  const of = { ...read({ flags: [flag('noout', false, false)] as never }), status };
  expect(lineOf('flags', of)).toEqual(['flags: pauserd on, pausewr on']);
});

describe('lines about the cluster in the output of status', () => {
  test.each<[string, KnownFacts, string[], object]>([
    [
      'flags',
      { flags: [flag('noout', true, false), flag('noin', false, true), flag('noup', true)] as never },
      ['flags: noout on, noin off'],
      {
        off: [
          { name: 'noout', on: true },
          { name: 'noin', on: false },
        ],
        on: ['noout', 'noup'],
      },
    ],
    [
      'flags',
      { flags: [flag('noout', false, false), flag('noup', true)] as never },
      ['flags: as recommended'],
      { off: [], on: ['noup'] },
    ],
    [
      'flags',
      { flags: [flag('noout', false, false)] as never, groupFlags: HOST_NOOUT },
      ['flags: noin, noout on for host node2'],
      { off: [], on: [], parts: [{ part: 'host node2', flags: ['noin', 'noout'] }] },
    ],
    [
      'flags',
      { flags: [flag('noout', true), flag('noin', false)] as never },
      ['flags: noout on, none recommended'],
      { off: [], on: ['noout'] },
    ],
    [
      'flags',
      { flags: [flag('noout', false)] as never },
      ['flags: none on, none recommended'],
      { off: [], on: [] },
    ],
    [
      'used',
      { cluster: { usedBytes: 1024, totalBytes: 4096 } },
      ['used: 25%, 1.0 KiB of 4.0 KiB'],
      { usedBytes: 1024, totalBytes: 4096, osdsNotCounted: null },
    ],
    [
      'used',
      { cluster: { usedBytes: 0, totalBytes: 4096, osdsNotCounted: 2, usageAge: 90 } },
      ['used: 0%, 0 B of 4.0 KiB without 2 OSDs 1m30s ago'],
      { usedBytes: 0, totalBytes: 4096, osdsNotCounted: 2, secondsAgo: 90 },
    ],
    [
      'io',
      { cluster: { readBytes: 2048, writeBytes: 1024, readIops: 7, writeIops: 3, usageAge: 90 } },
      ['i/o: read 2.0 KiB/s 7 op/s, write 1.0 KiB/s 3 op/s 1m30s ago'],
      {
        readBytesPerSecond: 2048,
        writeBytesPerSecond: 1024,
        readOpsPerSecond: 7,
        writeOpsPerSecond: 3,
        recoveryBytesPerSecond: null,
        secondsAgo: 90,
      },
    ],
    [
      'io',
      { cluster: { writeBytes: 1024, recoveryBytes: 4096 } },
      ['i/o: read -- -- op/s, write 1.0 KiB/s -- op/s', 'recovering: 4.0 KiB/s'],
      {
        readBytesPerSecond: null,
        writeBytesPerSecond: 1024,
        readOpsPerSecond: null,
        writeOpsPerSecond: null,
        recoveryBytesPerSecond: 4096,
      },
    ],
    [
      'io',
      { cluster: { readBytes: 1024 } },
      ['i/o: read 1.0 KiB/s -- op/s, write -- -- op/s'],
      { readBytesPerSecond: 1024 },
    ],
    [
      'space',
      {
        freeSpace: {
          fullest: { id: 'osd.3', share: 0.5 },
          afterLoss: { host: 'b', share: 0.75, deviceClass: '', pools: [] },
        },
      },
      ['space: fullest osd.3 50%, if b is lost est. 75%'],
      { fullest: { osd: 'osd.3', share: 0.5 }, ifLost: { host: 'b', share: 0.75 }, cannotBeWhole: [] },
    ],
    [
      'space',
      { freeSpace: { afterLoss: { host: 'b', share: undefined, deviceClass: '', pools: ['p'] } } },
      ['space: if b is lost p cannot heal'],
      { fullest: null, ifLost: { host: 'b', share: null }, cannotBeWhole: [] },
    ],
    [
      'space',
      {
        freeSpace: { fullest: { id: 'osd.3', share: 0.5 } },
        healing: { ...HEALTHY, shortages: [{ ...SHORT, pools: ['p', 'q'] }] },
      },
      ['space: fullest osd.3 50%'],
      { fullest: { osd: 'osd.3', share: 0.5 }, ifLost: null, cannotBeWhole: ['p', 'q'] },
    ],
    [
      'heal',
      {},
      ['heal: all placement groups okay'],
      {
        state: 'healthy',
        placementGroups: 8,
        notOkay: 0,
        needOsdsThatAreDown: 0,
        heldBy: [],
      },
    ],
    [
      'heal',
      {
        healing: {
          state: 'measuring',
          total: 1800,
          missing: 3,
          lacking: 2,
          heldBy: ['noout'],
          shortages: [],
          // A flag that holds recovery keeps them in as well.
          waitsFor: { osds: [downOsd(3)], due: undefined, never: undefined, keptIn: [] },
        },
      },
      [
        'heal: pace not known from one sample, 3 of 1.8k pgs not okay, held by noout',
        'heal: 2 pgs need OSDs that are down',
      ],
      {
        state: null,
        placementGroups: 1800,
        notOkay: 3,
        needOsdsThatAreDown: 2,
        heldBy: ['noout'],
      },
    ],
    [
      'heal',
      {
        healing: measuring(downOsd(3)),
      },
      ['heal: pace not known from one sample, 1 of 8 pgs not okay', 'heal: waiting: osd.3 down and in'],
      {
        state: null,
        placementGroups: 8,
        notOkay: 1,
        needOsdsThatAreDown: 0,
        heldBy: [],
      },
    ],
    [
      'where',
      { where: { text: 'osd.1 down', next: 'look', kind: 'one', down: 1 } },
      ['where: osd.1 down', 'next: look'],
      { text: 'osd.1 down', next: 'look', kind: 'one', osdsDown: 1 },
    ],
    [
      'where',
      { where: { text: 'all up', next: '', kind: 'none', down: 0 } },
      ['where: all up'],
      { text: 'all up', next: '', kind: 'none', osdsDown: 0 },
    ],
  ])('%s: %j', (name, told, lines, value) => {
    const of = read(told);
    const labels = name === 'io' ? ['i/o', 'recovering'] : name === 'where' ? ['where', 'next'] : [name];
    expect(labels.flatMap((label) => lineOf(`${label}:`, of))).toEqual(lines);
    expect(clusterValues(of)).toMatchObject({ [name]: value });
  });

  test('unknown values are null in the JSON, and each reason stands once in the lines and for each value under notKnown', () => {
    const { crush, flags, status } = resources;
    const of = read(
      { healing: { ...HEALTHY, total: 0 } },
      { [crush.key]: 'no map', [flags.key]: 'no flags', [status.key]: 'no status' },
    );
    const why = {
      why: 'no status',
      where: 'no map',
      heal: 'the service reports no placement groups',
      flags: 'no flags',
      used: 'no map',
      io: 'the service does not report it',
      space: 'no map',
    };
    expect(clusterValues(of)).toEqual({
      blocked: null,
      ...Object.fromEntries(Object.keys(why).map((name) => [name, null])),
      notKnown: why,
    });
    expect(clusterReport(of)).toEqual([
      'cause: not known: no status',
      'where, used, space: not known: no map',
      'heal: not known: the service reports no placement groups',
      'flags: not known: no flags',
      'i/o: not known: the service does not report it',
    ]);
    const silent = read();
    expect(lineOf('cause:', silent)).toEqual(['cause: not known: too few answers']);
    expect(lineOf('used, i/o:', silent)).toEqual(['used, i/o: not known: the service does not report it']);
    expect(lineOf('space:', silent)).toEqual(['space: not known: no OSD reports its size and use']);
    expect(lineOf('used, i/o:', read({ cluster: { usedBytes: 0, totalBytes: 0 } }))).toEqual([
      'used, i/o: not known: the service does not report it',
    ]);
  });

  test('recovery reports that the flags could not be read only while there is something to recover', () => {
    const absent = { [resources.flags.key]: 'no flags' };
    const busy = read(
      {
        healing: measuring(),
      },
      absent,
    );
    expect(lineOf('heal:', busy)).toEqual([
      'heal: pace not known from one sample, 1 of 8 pgs not okay, flags not known: no flags',
    ]);
    expect(clusterValues(busy)).toMatchObject({ heal: { heldBy: null } });
    expect(lineOf('heal:', read({}, absent))).toEqual(['heal: all placement groups okay']);
  });
});
