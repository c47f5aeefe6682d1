import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { TestCluster } from './cluster.ts';
import { eventually, startNode, type Node } from './engines.ts';

let cluster: TestCluster;
let node: Node;

beforeAll(async () => {
  cluster = await TestCluster.create();
  node = await startNode(cluster, 'alpha');
}, 300_000);

afterAll(async () => {
  await node?.close();
  await cluster?.destroy();
}, 60_000);

const poolNamed = async (name: string) =>
  (await node.call('listPools', {})).find((pool) => pool.name === name);
const change = (name: string, body: object) => node.call('updatePool', { params: { name }, body });
const setting = async (name: string, variable: string) =>
  (await cluster.ceph('osd', 'pool', 'get', name, variable)).trim();

test('of two requests for the same name, the refused one leaves the pool of the other alone', async () => {
  for (let round = 0; round < 4; round++) {
    const name = `twice${round}`;
    const good = { name, pgNum: 1 };
    const bad = { ...good, minSize: 5 };
    const requests = round % 2 === 0 ? [good, bad] : [bad, good];
    const made = await Promise.allSettled(requests.map((body) => node.call('createPool', { body })));
    expect(made.map(({ status }) => status)).toContain('fulfilled');
    expect(await poolNamed(name)).toMatchObject({ minSize: 2 });
  }
});

test('a pool that another tool has just created is not taken for our own', async () => {
  await node.call('listPools', {});
  await cluster.ceph('osd', 'pool', 'create', 'theirs', '1');
  const made = node.call('createPool', { body: { name: 'theirs', pgNum: 1, minSize: 5 } });
  await expect(made).rejects.toMatchObject(refusal(409, 'already'));
  expect(await cluster.ceph('osd', 'pool', 'ls')).toContain('theirs');
});

test('a refused change leaves a pool unchanged', async () => {
  await node.call('createPool', { body: { name: 'kept', pgNum: 1, size: 3 } });
  await expect(change('kept', { size: 2, minSize: 3 })).rejects.toMatchObject(refusal(400, 'minSize'));
  expect(await poolNamed('kept')).toMatchObject({ size: 3, minSize: 2 });
});

test('a requested number of placement groups is not changed by the autoscaler', async () => {
  await node.call('createPool', { body: { name: 'free', pgNum: 1 } });
  expect(await setting('free', 'pg_autoscale_mode')).toContain('off');
  await cluster.ceph('osd', 'pool', 'create', 'scaled', '1');
  await cluster.ceph('osd', 'pool', 'set', 'scaled', 'pg_autoscale_mode', 'on');
  await change('scaled', { pgNum: 2 });
  expect(await setting('scaled', 'pg_autoscale_mode')).toContain('off');
  await eventually(() => setting('scaled', 'pg_num')).toBe('pg_num: 2');
});

test('an empty pool can be assigned to another application, and a used one cannot', async () => {
  await node.call('createPool', { body: { name: 'given', pgNum: 1, application: 'rbd' } });
  await eventually(async () => (await poolNamed('given'))?.stats?.objects).toBe(0);
  await change('given', { application: 'rgw' });
  expect(await poolNamed('given')).toMatchObject({ application: 'rgw' });
  expect(JSON.parse(await cluster.ceph('osd', 'pool', 'application', 'get', 'given'))).toEqual({ rgw: {} });
  await expect(change('storefs_data', { application: 'rbd' })).rejects.toMatchObject(
    refusal(409, 'in use for storefs'),
  );
});

/** The changeable fields of a pool, as they are listed. */
async function fieldsOf(name: string): Promise<object> {
  const { poolId: _, pgpNum: __, stats: ___, name: ____, ...answered } = (await poolNamed(name))!;
  const { erasureCodingOverwriteSupportMissing: _____, ...fields } = answered;
  return fields;
}

test('a replicated pool accepts the values that it reported', async () => {
  const before = await poolNamed('storefs_data');
  await change('storefs_data', await fieldsOf('storefs_data'));
  expect(await poolNamed('storefs_data')).toMatchObject({ ...before, stats: {} });
});

test('an erasure-coded pool accepts the values that it reported, and leaves no rule behind', async () => {
  const body = { name: 'coded', pgNum: 1, erasureCoding: true, dataChunks: 2, parityChunks: 1 };
  await node.call('createPool', { body });
  await change('coded', await fieldsOf('coded'));
  const rules = async () => (await node.call('listCrushRules', {})).map(({ name }) => name);
  expect(await rules()).toContain('coded');
  await node.call('deletePool', { params: { name: 'coded' }, body: { thisWillDeleteData: 'coded' } });
  expect(await rules()).not.toContain('coded');
});
