import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Served, eventually } from './served.ts';

const run = promisify(execFile);
const GOES_ON = /The service was restarted and continues this task/;
const STILL_NEEDED = /The service was restarted and continues this task[^]*have not moved yet/;

let served: Served;
beforeAll(async () => {
  served = await Served.create();
}, 300_000);
afterAll(() => served?.destroy(), 60_000);

const watched = () => eventually(async () => served.watcher.health);
const rbd = (...args: string[]) => run('rbd', ['-c', served.cluster.conf, ...args]);

/** A clone whose data is in its parent, in a thousand small objects. */
async function makeClone(): Promise<void> {
  await rbd('create', 'rbd/parent', '--size', '64M', '--object-size', '64K');
  await rbd('bench', 'rbd/parent', '--io-type', 'write', '--io-size', '1M', '--io-total', '64M');
  await rbd('snap', 'create', 'rbd/parent@first');
  await rbd('snap', 'protect', 'rbd/parent@first');
  await rbd('clone', 'rbd/parent@first', 'rbd/child');
}

/** A bucket with objects in it. */
async function makeBucket(bucketName: string, count: number): Promise<void> {
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
}

test('acknowledged writes survive when the service is killed right after them', async () => {
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

test('the deletion of a bucket continues after the service is restarted', async () => {
  const { api } = served;
  const bucketName = 'doomed';
  await makeBucket(bucketName, 300);
  const body = { deleteData: true, thisWillDeleteData: bucketName };
  const { id } = await api.deleteS3Bucket({ params: { bucketName }, body });
  {
    using _ = served.freeze('client.rgw.a');
    await served.killService();
  }
  await served.startService();
  expect(await served.ended(id)).toMatchObject({
    state: 'FINISHED',
    output: expect.stringMatching(GOES_ON) as string,
  });
  await expect(api.getS3Bucket({ params: { bucketName } })).rejects.toMatchObject({
    failure: { status: 404 },
  });
});

describe('work on an image during which the service was killed', () => {
  const child = { params: { pool: 'rbd', rbd: 'child' } };
  /** Kills the service while no OSD moves data, and restarts it. */
  const killFrozen = async () => {
    let id: number | undefined;
    {
      using _ = served.freeze('osd.0', 'osd.1', 'osd.2', 'osd.3');
      ({ id } = await served.latestTask());
      await served.killService();
    }
    await served.startService();
    return served.ended(id);
  };
  const wentOn = { state: 'FINISHED', output: expect.stringMatching(GOES_ON) as string };

  test('the flattening of an image continues after the service was killed, and the image is complete', async () => {
    await makeClone();
    await served.api.flattenImage(child);
    expect(await killFrozen()).toMatchObject(wentOn);
    expect((await rbd('info', 'rbd/child')).stdout).not.toContain('parent:');
    const [copy, original] = await Promise.all(
      ['child', 'parent'].map((name) =>
        run('sh', ['-c', 'rbd -c "$0" export rbd/"$1" - | md5sum', served.cluster.conf, name]),
      ),
    );
    expect(copy?.stdout).toBe(original?.stdout);
  });

  test('the deletion of an image continues once Ceph has given up on the killed service', async () => {
    await served.api.deleteImage({ ...child, body: { thisWillDeleteData: 'child' } });
    expect(await killFrozen()).toMatchObject(wentOn);
    expect((await rbd('ls', 'rbd')).stdout.split('\n')).not.toContain('child');
  });
});

describe('work on files during which the service was killed together with its helper', () => {
  const SMALL = ['a', 'b', 'c', 'd'];
  const LARGE_BYTES = 96 * 2 ** 20;
  const upload = (path: string, content: Buffer) =>
    served.api.uploadFile({
      query: { path },
      form: { file: { name: 'f', content: Readable.from([content]) } },
    });
  const names = (path: string) => served.cluster.cephfs('names', path);
  /** The size of the file that is being copied into a directory. */
  const partSize = async (dir: string) => {
    const { entries } = await served.api.listFilesWithStats({ query: { dir } });
    return entries?.find(({ path }) => path?.startsWith('.storedeck-copy-'))?.size ?? 0;
  };
  const freezeOsds = () => served.freeze('osd.0', 'osd.1', 'osd.2', 'osd.3');
  /** Freezes the OSDs in the middle of a copy: a fast cluster copies all of it between two listings. */
  const freezeCopying = async (dir: string, bytes: number): Promise<Disposable> => {
    let frozen = freezeOsds();
    await eventually(async () => {
      const size = await partSize(dir).catch(() => 0);
      if (size > bytes) return size;
      frozen[Symbol.dispose]();
      await setTimeout(80);
      frozen = freezeOsds();
      return size;
    }, 600).toBeGreaterThan(bytes);
    return frozen;
  };

  test('a copy of files continues, and a file that was half copied is copied again', async () => {
    const { api, cluster } = served;
    await api.createDirectory({ body: { dir: '/tree/sub' } });
    for (const name of SMALL) await upload(`/tree/sub/${name}`, Buffer.from(name));
    await upload('/tree/large', randomBytes(LARGE_BYTES));
    const { id } = await api.copyFile({ query: { path: '/tree', dstPath: '/copied' } });
    {
      using _ = await freezeCopying('/copied', 8 * 2 ** 20);
      await served.killServiceWithHelper();
    }
    await served.startService();
    expect(await served.ended(id)).toMatchObject({
      state: 'FINISHED',
      output: expect.stringMatching(/continues this task[^]*done: 5 of 5 files copied/) as string,
    });
    expect([await names('/copied'), await names('/copied/sub')]).toEqual([['large', 'sub'], SMALL]);
    for (const name of ['large', 'sub/a'])
      expect(await cluster.cephfs('checksum', `/copied/${name}`)).toBe(
        await cluster.cephfs('checksum', `/tree/${name}`),
      );
  });

  test('a deletion of files continues, and leaves a new directory at the path of one to be deleted', async () => {
    const { api, cluster } = served;
    await api.createDirectory({ body: { dir: '/other/kept' } });
    for (let index = 0; index < 60; index++)
      await api.createDirectory({ body: { dir: `/many/${index}/inner` } });
    const { id } = await api.deleteFiles({ query: { path: ['/many', '/other'] } });
    {
      using _ = served.freeze('mds.a');
      await served.killServiceWithHelper();
    }
    await cluster.cephfs('rename', '/other', '/moved');
    await cluster.cephfs('mkdir', '/other');
    await served.startService();
    expect(await served.ended(id)).toMatchObject({
      state: 'FAILED',
      output: expect.stringMatching(
        /continues this task[^]*another file or directory is now at "\/other": it was not deleted/,
      ) as string,
    });
    expect(await names('/')).not.toContain('many');
    expect(await names('/')).toContain('other');
    expect(await names('/moved')).toEqual(['kept']);
  });
});

test('the draining of an OSD continues after the service was killed, and an OSD whose draining is cancelled is in again', async () => {
  const { api, cluster } = served;
  // Otherwise the recovery of what the frozen OSDs have missed runs at eight objects per second.
  await cluster.ceph('config', 'set', 'osd', 'osd_recovery_sleep_hdd', '0');
  await watched().toBe('HEALTH_OK');
  // Without osd.2 no placement group is clean, and this setting keeps the copies on osd.3 in place.
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
  // The daemon is still running, and this service has no way to stop it.
  await eventually(async () => (await served.task(anew)).output).toMatch(
    /continues this task[^]*holds no data that is still needed\n[^]*systemctl stop/,
  );
  await cluster.stop('osd.3');
  await eventually(async () => (await served.task(anew)).output).toContain('osd.3 is deleted');
  await eventually(async () => (await served.task(anew)).state).toBe('FINISHED');
  await watched().toBe('HEALTH_OK');
});
