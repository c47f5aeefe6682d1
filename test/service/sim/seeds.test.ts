import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { ContentStore } from '../../../src/service/sim/content/contentStore.ts';
import { seedFileTree } from '../../../src/service/sim/files/seed.ts';
import { nodesBelow, type Node } from '../../../src/service/sim/files/tree.ts';
import { seedImages } from '../../../src/service/sim/images/seed.ts';
import { memoryPersistence } from '../../../src/service/sim/persistence/persistence.ts';
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
