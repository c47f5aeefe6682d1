import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { ContentStore } from '../../../src/service/sim/content/contentStore.ts';
import { buildRules } from '../../../src/service/sim/crush/rules.ts';
import { buildTree, planTree } from '../../../src/service/sim/crush/tree.ts';
import { seedFileTree } from '../../../src/service/sim/files/seed.ts';
import { nodesBelow, type Node } from '../../../src/service/sim/files/tree.ts';
import { seedImages } from '../../../src/service/sim/images/seed.ts';
import { placeDaemons } from '../../../src/service/sim/model/daemons.ts';
import { buildInventory } from '../../../src/service/sim/model/inventory.ts';
import { Dice } from '../../../src/service/sim/model/random.ts';
import { buildTopology } from '../../../src/service/sim/model/topology.ts';
import { memoryPersistence } from '../../../src/service/sim/persistence/persistence.ts';
import { planPools } from '../../../src/service/sim/pools/initialPools.ts';
import { seedObjectStore } from '../../../src/service/sim/s3/seed.ts';
import { simulate } from './support.ts';

// The changes of an operator to a simulated cluster are stored by the names of the generated objects. Each version of
// the program generates these objects again, and stored changes no longer fit if it generates other ones. A change of
// these values needs a reason.

const { model } = simulate({ scale: 60 }).cluster;
const STARTED = Date.UTC(2026, 10, 20);
const HOUR = 3_600_000;
const digest = (lines: readonly string[]) =>
  createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);
/** The number of objects in each group, with a hash of all their properties. */
const summed = (entries: readonly (readonly [group: string, line: string])[]) =>
  Object.fromEntries(
    Array.from(
      Map.groupBy(entries, ([group]) => group),
      ([group, all]) => [group, `${all.length} ${digest(all.map(([, line]) => line))}`],
    ),
  );
const age = (moment: number) => ((STARTED - moment) / HOUR).toFixed(3);

test('the files of a new cluster are always the same', () => {
  const { root, ids } = seedFileTree(model, new ContentStore(), STARTED, memoryPersistence());
  const about = (node: Node) => {
    const { uid, gid, mode, type, modifiedAt } = node;
    const rest =
      node.type === 'DIR'
        ? [node.pool, node.quota.maxBytes, node.quota.maxFiles]
        : node.type === 'FILE'
          ? [node.pool, JSON.stringify(node.content.saved)]
          : [node.target];
    return [ids.of.get(node), type, uid, gid, mode, age(modifiedAt), ...rest].join(' ');
  };
  const entries = [...nodesBelow(root)].map((node): [string, string] => [
    (ids.of.get(node) ?? '').split('/')[1] ?? '',
    about(node),
  ]);
  expect(summed(entries)).toMatchInlineSnapshot(`
    {
      "": "1 b65a07c3d158177f",
      "backups": "65 a01a27e630a037d1",
      "home": "193 9824c25ada5f2029",
      "projects": "1729 2cb2de3a69597ca4",
      "scratch": "333 e59c240ebb85a84e",
      "shared": "6 20bee1b4c874d6de",
    }
  `);
});

test('the objects of a new cluster, and their permissions, are always the same', () => {
  const store = seedObjectStore(model, new ContentStore(), STARTED, memoryPersistence());
  const entries = [...store.buckets.values()].flatMap(({ objects, ...bucket }): [string, string][] => [
    [bucket.name, JSON.stringify({ ...bucket, createdAt: age(bucket.createdAt) })],
    ...objects.keys().map((key): [string, string] => {
      const { content, modifiedAt, ...rest } = objects.get(key)!;
      return [bucket.name, JSON.stringify([key, content.saved, age(modifiedAt), rest])];
    }),
  ]);
  expect(summed(entries)).toMatchInlineSnapshot(`
    {
      "backup-daily": "451 fa67faa1f840ffdd",
      "backup-monthly": "361 03c0f70f9c1734f0",
      "media-archive": "126 da996af17c47a044",
      "scratch": "1 41231b5a128ff7fd",
      "shop-exports": "121 f09cd6bd3957d19b",
      "shop-images": "1801 9edf6be2e742e43f",
      "telemetry": "3361 7ef6a8d2701d7e61",
    }
  `);
  const users = [...store.users.values()].map((user): [string, string] => [
    user.uid,
    JSON.stringify({ ...user, subusers: [...user.subusers] }),
  ]);
  expect(summed(users)).toMatchInlineSnapshot(`
    {
      "admin": "1 2fe25e1f5a5c8e4c",
      "analytics": "1 c8a73271c59789a8",
      "backup": "1 cc18fa94c19604eb",
      "jdoe": "1 e2b190f90fd83787",
      "media": "1 5c9fb750c957ac46",
      "webshop": "1 bbd43192727adb86",
    }
  `);
});

test('the images of a new cluster are always the same', () => {
  const entries = model.pools.flatMap((pool) =>
    seedImages(model, pool).map(({ name, size, used, snaps, parent, features, id }): [string, string] => {
      const snapshots = snaps.map((snap) => [snap.id, snap.name, snap.protected, snap.children.size]);
      return [pool.name, JSON.stringify([id, name, size, used, snapshots, parent?.name, features])];
    }),
  );
  expect(summed(entries)).toMatchInlineSnapshot(`
    {
      "databases": "36 b6886ffc3e489e38",
      "vm-disks": "38 e839c906bdeba9b3",
      "volumes": "53 770bafbffa884e44",
    }
  `);
});

const entry = (group: string, value: unknown): [string, string] => [group, JSON.stringify(value)];

/** The parts of a new cluster of this many OSDs. */
function parts(scale: number) {
  const topology = buildTopology(scale, new Dice(1));
  const daemons = placeDaemons(topology);
  const disks = buildInventory(topology, daemons, new Dice(2));
  const tree = buildTree(planTree(topology), topology.osds);
  const rules = buildRules(topology, tree);
  const pools = planPools(topology, rules, 0.5);
  return [
    ...topology.hosts.map(({ id, name, ip, rack }) => entry('host', [id, name, ip, rack.name])),
    ...[...tree.values()].map(({ id, name, type, parent }) => entry('bucket', [id, name, type, parent?.id])),
    ...topology.osds.map(({ id, host, bucket, deviceClass, capacity, pingMs }) =>
      entry('osd', [id, host.id, bucket?.id, deviceClass, capacity, pingMs]),
    ),
    ...daemons.map(({ kind, name, host, active }) => entry('daemon', [kind, name, host.id, active])),
    ...disks.map(({ host, osd, ...disk }) => entry('disk', [host.id, osd?.id, disk])),
    ...rules.map((rule) => entry('rule', rule)),
    ...pools.map(({ rule, ...pool }) => entry('pool', [rule.name, pool])),
  ];
}

test.each([
  [
    9,
    {
      bucket: '5 5c1027c7a6cd2c54',
      daemon: '13 b09d9cd73eb8c78c',
      disk: '15 d265797eef4cbe04',
      host: '3 b22615a00ba6feed',
      osd: '9 dea6a62fefe3de43',
      pool: '8 4ec2abcab45acf3c',
      rule: '4 5c73140acce398d7',
    },
  ],
  [
    60,
    {
      bucket: '16 6e4d77e80ae7363d',
      daemon: '13 9cc7c0274fcd1cb6',
      disk: '78 e27a6e0a8034b59e',
      host: '12 91b1de50f9951980',
      osd: '60 84a318f852e19e40',
      pool: '8 de55f1facacf44aa',
      rule: '10 1a40e6119904f874',
    },
  ],
  [
    480,
    {
      bucket: '36 5a237665ea922f12',
      daemon: '21 dfe2242b811a379a',
      disk: '525 88ce813e88672f89',
      host: '32 c2a0c70831c4dd27',
      osd: '480 49f3c1fe4d87e9a2',
      pool: '8 f9a4a537fec842d2',
      rule: '10 1a40e6119904f874',
    },
  ],
  [
    2000,
    {
      bucket: '108 2f550181a32a4e0c',
      daemon: '21 cb83ca5b6730eb26',
      disk: '2130 1521a4eb4afa8456',
      host: '100 c44207971cff1e5d',
      osd: '2000 35f645dac39767bc',
      pool: '108 3d5a3f2f4eb089e8',
      rule: '10 1a40e6119904f874',
    },
  ],
])('the servers, disks and pools of a new cluster of %i OSDs are always the same', (scale, expected) => {
  expect(summed(parts(scale))).toEqual(expected);
});
