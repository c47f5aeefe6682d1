import { execFile } from 'node:child_process';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Served, eventually } from './served.ts';

const run = promisify(execFile);
const BROKEN_OFF = /The service ended before this did/;
const STILL_NEEDED = /The service was restarted and goes on[^]*have not moved yet/;

let served: Served;
beforeAll(async () => {
  served = await Served.create();
}, 300_000);
afterAll(() => served?.destroy(), 60_000);

const watched = () => eventually(async () => served.watcher.health);
const rbd = (...args: string[]) => run('rbd', ['-c', served.cluster.conf, ...args]);

/** An image whose data lies in its parent, in a thousand small objects. */
async function makeClone(): Promise<void> {
  await rbd('create', 'rbd/parent', '--size', '64M', '--object-size', '64K');
  await rbd('bench', 'rbd/parent', '--io-type', 'write', '--io-size', '1M', '--io-total', '64M');
  await rbd('snap', 'create', 'rbd/parent@first');
  await rbd('snap', 'protect', 'rbd/parent@first');
  await rbd('clone', 'rbd/parent@first', 'rbd/child');
}

/** A bucket with objects in it, and the keys of these. */
async function makeBucket(bucketName: string, count: number): Promise<string[]> {
  const { api } = served;
  await api.createS3User({ body: { uid: 'owner', name: 'Owner' } });
  await served.ended((await api.putS3Bucket({ params: { bucketName }, body: { owner: 'owner' } })).id);
  const keys = Array.from({ length: count }, (_, index) => `object ${String(index).padStart(4, '0')}`);
  await Promise.all(
    keys.map((key) => {
      const file = { name: 'file', content: Readable.from([Buffer.from(key)]) };
      return api.uploadS3Object({ params: { bucketName }, form: { key, size: key.length, file } });
    }),
  );
  return keys;
}

test('what was acknowledged is there when the service was killed right after', async () => {
  await watched().toBe('HEALTH_OK');
  const { api } = served;
  const network = await api.createNetwork({ body: { ip: '10.1.0.0', netmask: 16 } });
  const script = await api.createScript({ body: { name: 'told.sh', contents: '#!/bin/sh\necho told\n' } });
  await api.createHook({ body: { scriptId: Number(script.id), event: 'PostConfigChanged' } });
  await api.createDirectory({ body: { dir: '/kept/deep' } });
  await api.addMonitoredDirectories({ body: ['/kept'] });
  const map = await api.getCrushMap({});
  const nodes = (map.nodes ?? []).map((node) =>
    node.name === 'osd.1' ? { ...node, id: 1, reweight: 0.5 } : { ...node, id: node.id ?? NaN },
  );
  const request = await api.changeCrushMap({ body: { nodes, stray: [] } });
  await served.killService();
  await watched().toBe('unreached');

  await served.startService();
  expect(await api.listNetworks({})).toEqual([network]);
  expect(await api.listScripts({})).toEqual([{ id: script.id, name: 'told.sh' }]);
  expect(await api.listHooks({})).toMatchObject([{ scriptId: script.id, event: 'PostConfigChanged' }]);
  expect(await served.changeRequests()).toEqual([request]);
  await eventually(() => api.listFiles({ query: { dir: '/kept' } })).toMatchObject({ entries: ['deep'] });
  expect(await api.listMonitoredDirectories({})).toMatchObject([{ queryName: '/kept' }]);
  await watched().toBe('HEALTH_OK');
});

test('a bucket whose deletion broke off says so, and can be deleted anew', async () => {
  const { api } = served;
  const bucketName = 'doomed';
  const keys = await makeBucket(bucketName, 300);
  const body = { deleteData: true, thisWillDeleteData: bucketName };
  const { id } = await api.deleteS3Bucket({ params: { bucketName }, body });
  {
    using _ = served.freeze('client.rgw.a');
    await served.killService();
  }
  await served.startService();
  expect(await served.ended(id)).toMatchObject({
    state: 'FAILED',
    output: expect.stringMatching(BROKEN_OFF) as string,
  });
  const query = { flatView: true, max: 1000 };
  const { objects = [] } = await api.listS3Objects({ params: { bucketName }, query });
  expect(objects.length).toBeGreaterThan(0);
  expect(keys).toEqual(expect.arrayContaining(objects.map(({ key }) => key)));
  const again = await api.deleteS3Bucket({ params: { bucketName }, body });
  expect(await served.ended(again.id)).toMatchObject({ state: 'FINISHED' });
  expect(again.id).not.toBe(id);
  await expect(api.getS3Bucket({ params: { bucketName } })).rejects.toMatchObject({
    failure: { status: 404 },
  });
});

test('an image whose flattening broke off says so, stays whole, and can be flattened anew', async () => {
  const { api } = served;
  await makeClone();
  const child = { params: { pool: 'rbd', rbd: 'child' } };
  await api.flattenImage(child);
  let id: number | undefined;
  {
    using _ = served.freeze('osd.0', 'osd.1', 'osd.2', 'osd.3');
    ({ id } = await served.latestTask());
    await served.killService();
  }
  await served.startService();
  expect(await served.ended(id)).toMatchObject({
    state: 'FAILED',
    output: expect.stringMatching(BROKEN_OFF) as string,
  });
  expect((await rbd('info', 'rbd/child')).stdout).toContain('parent: rbd/parent@first');
  await api.flattenImage(child);
  const again = await served.latestTask();
  expect(await served.ended(again.id)).toMatchObject({ state: 'FINISHED' });
  expect((await rbd('info', 'rbd/child')).stdout).not.toContain('parent:');
  const [copy, original] = await Promise.all(
    ['child', 'parent'].map((name) =>
      run('sh', ['-c', 'rbd -c "$0" export rbd/"$1" - | md5sum', served.cluster.conf, name]),
    ),
  );
  expect(copy?.stdout).toBe(original?.stdout);
});

test('the emptying of an OSD goes on, and an OSD that is spared is in again', async () => {
  const { api, cluster } = served;
  // Without osd.2 no placement group is clean, and with this setting none takes what it left on osd.3 away.
  await cluster.ceph('config', 'set', 'osd', 'osd_debug_no_purge_strays', 'true');
  await cluster.killOsd(2);
  await eventually(() => cluster.ceph('osd', 'tree')).toMatch(/osd\.2 +down/);
  const id = await served.deleteOsd(3);
  await served.killService();
  await served.startService();
  await eventually(async () => (await served.task(id)).output).toMatch(STILL_NEEDED);
  expect((await served.task(id)).state).toBe('RUNNING');
  await api.cancelTask({ params: { id } });
  await eventually(() => cluster.ceph('osd', 'tree')).toMatch(/osd\.3 +up +1\.00000/);

  const anew = await served.deleteOsd(3);
  await served.killService();
  await cluster.startOsd(2);
  await served.startService();
  // Where the daemon still runs, this service has no hands to stop it.
  expect(await served.ended(anew)).toMatchObject({
    state: 'FAILED',
    output: expect.stringMatching(/goes on[^]*holds nothing that is needed\n[^]*systemctl stop/) as string,
  });
  await cluster.ceph('osd', 'in', '3');
  await watched().toBe('HEALTH_OK');
});
