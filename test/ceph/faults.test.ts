import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '../../src/api/failure.ts';
import { Served, eventually } from './served.ts';

let served: Served;
beforeAll(async () => {
  served = await Served.create();
}, 300_000);
afterAll(() => served?.destroy(), 60_000);

/** The status of a rejection, 0 for an answer, or the kind of another failure. */
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 0,
    (failure: unknown) => {
      if (!(failure instanceof ApiError)) throw failure;
      return failure.failure.kind === 'rejected' ? failure.failure.status : failure.failure.kind;
    },
  );
const watched = () => eventually(async () => served.watcher.health);

describe('a helper process that is killed in the middle of calls', () => {
  const names = Array.from({ length: 24 }, (_, index) => index);

  test('a helper process that is killed in the middle of calls fails them with a message at most, and loses nothing that was acknowledged', async () => {
    await watched().toBe('HEALTH_OK');
    const { api } = served;
    const reads = names.map(() => outcome(api.getCrushMap({})));
    const networks = names.map((index) =>
      outcome(api.createNetwork({ body: { ip: `10.${index}.0.0`, netmask: 16 } })),
    );
    const directories = names.map((index) =>
      outcome(api.createDirectory({ body: { dir: `/fault/${index}` } })),
    );
    // Some of the calls have ended by then, and others have not.
    await Promise.all([Promise.race(networks), Promise.race(directories)]);
    process.kill(served.helperPid, 'SIGKILL');
    const ended = await Promise.all([...reads, ...networks, ...directories]);
    // A change that was sent may have been made, which status 504 means.
    expect(ended.filter((status) => ![0, 503, 504].includes(status as number))).toEqual([]);
    expect(await Promise.all(reads)).not.toContain(504);

    await eventually(() => api.listNetworks({})).toBeInstanceOf(Array);
    const kept = (await api.listNetworks({})).map(({ ip }) => ip);
    const acknowledged = await Promise.all(networks);
    expect(kept).toEqual(
      expect.arrayContaining(
        names.filter((index) => acknowledged[index] === 0).map((index) => `10.${index}.0.0`),
      ),
    );
    const ids = (await api.listNetworks({})).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const made = await Promise.all(directories);
    // The metadata server waits a minute for a client that was killed (session_timeout).
    await eventually(async () => (await api.listFiles({ query: { dir: '/fault' } })).entries).toEqual(
      expect.arrayContaining(names.filter((index) => made[index] === 0).map(String)),
    );
    await watched().toBe('HEALTH_OK');
  });

  test('a helper process that is killed in the middle of calls does not end a task that waits for the cluster', async () => {
    // The remaining OSDs cannot hold three copies, so osd.3 is needed.
    await served.cluster.killOsd(2);
    await watched().toBe('HEALTH_WARN');
    const task = await served.deleteOsd(3);
    process.kill(served.helperPid, 'SIGKILL');
    await served.cluster.startOsd(2);
    const words = /have not moved yet[^]*holds no data that is still needed\n[^]*systemctl stop/;
    await eventually(async () => (await served.task(task)).output).toMatch(words);
    await served.api.cancelTask({ params: { id: task } });
    await eventually(() => served.cluster.ceph('osd', 'tree')).toMatch(/osd\.3 +up +1\.00000/);
    await watched().toBe('HEALTH_OK');
  });
});

test('without monitors calls fail with the reason, acknowledged writes are kept, and clients recover', async () => {
  const { api, cluster } = served;
  const before = await api.listNetworks({});
  await cluster.stop('mon.a');
  await watched().toBe('HEALTH_UNKNOWN');
  const refused = api.createNetwork({ body: { ip: '172.16.0.0', netmask: 16 } });
  await expect(refused).rejects.toMatchObject({
    failure: { kind: 'rejected', status: 503, message: 'no majority of the monitors answers' },
  });
  await cluster.start('mon.a');
  await watched().toBe('HEALTH_OK');
  // A call that timed out may have been executed or not, but not in part.
  const after = await api.listNetworks({});
  expect(after.filter(({ ip }) => ip !== '172.16.0.0')).toEqual(before);
  await api.createNetwork({ body: { ip: '172.17.0.0', netmask: 16 } });
  expect((await api.listNetworks({})).map(({ ip }) => ip)).toContain('172.17.0.0');
});

describe('an S3 gateway that exits', () => {
  const uid = 'faults';
  const bucketName = 'faults';
  const contents = async () =>
    (await api().listS3Objects({ params: { bucketName }, query: {} })).objects?.map(({ key }) => key);
  const api = () => served.api;

  test('an S3 gateway that exits is reported, and used again once it is back', async () => {
    await api().createS3User({ body: { uid, name: 'Faults' } });
    const creation = await api().putS3Bucket({ params: { bucketName }, body: { owner: uid } });
    expect(await served.ended(creation.id)).toMatchObject({ state: 'FINISHED' });
    const file = { name: 'kept.txt', content: Readable.from([Buffer.from('kept')]) };
    await api().uploadS3Object({ params: { bucketName }, form: { key: 'kept.txt', size: 4, file } });
    expect(await contents()).toEqual(['kept.txt']);
    const online = async () => (await api().getClusterStatus({})).radosgws?.online;
    await eventually(online).toBe(1);
    await served.cluster.kill('client.rgw.a');
    await expect(api().listS3Buckets({})).rejects.toMatchObject({
      failure: { status: 503, message: expect.stringContaining('ECONNREFUSED') as string },
    });
    // Everything else works, and the status reports it while Ceph still lists the gateway.
    await eventually(online).toBe(0);
    expect(await served.cluster.ceph('status', '--format', 'json')).toContain('frontend_config');
    await served.cluster.start('client.rgw.a');
    await eventually(contents).toEqual(['kept.txt']);
    await eventually(online).toBe(1);
  });
});
