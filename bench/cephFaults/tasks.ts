import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Daemon } from '../../test/ceph/cluster.ts';
import type { Fault } from './faults.ts';
import { run, until, type Lab } from './lab.ts';

/** A kind of long task, and the daemons that are frozen to stop it in its middle. */
interface LongTask {
  readonly about: string;
  readonly frozen: readonly Daemon[];
  readonly prepare: (lab: Lab) => Promise<unknown>;
  readonly start: (lab: Lab) => Promise<unknown>;
}

const OSDS = ['osd.0', 'osd.1', 'osd.2'] as const;
const file = (bytes: number) => ({ name: 'f', content: Readable.from([randomBytes(bytes)]) });
const rbd = (lab: Lab, ...args: string[]) => run('rbd', ['-c', lab.cluster.conf, ...args]);

async function makeImage(lab: Lab, name: string): Promise<void> {
  await rbd(lab, 'create', `rbd/${name}`, '--size', '64M', '--object-size', '64K');
  await rbd(lab, 'bench', `rbd/${name}`, '--io-type', 'write', '--io-size', '1M', '--io-total', '64M');
}

async function makeTree(lab: Lab, dir: string): Promise<void> {
  for (let index = 0; index < 40; index++)
    await lab.api.createDirectory({ body: { dir: `${dir}/${index}/inner` } });
  for (const name of ['a', 'b', 'c'])
    await lab.api.uploadFile({ query: { path: `${dir}/${name}` }, form: { file: file(2 ** 22) } });
}

async function makeBucket({ api }: Lab, bucketName: string): Promise<void> {
  await api.createS3User({ body: { uid: 'owner', name: 'Owner' } });
  const { id = NaN } = await api.putS3Bucket({ params: { bucketName }, body: { owner: 'owner' } });
  await until('the bucket is made', async () =>
    (await api.getTask({ params: { id } })).done ? true : undefined,
  );
  for (let index = 0; index < 100; index++)
    await api.uploadS3Object({
      params: { bucketName },
      form: { key: `o${index}`, size: 64, file: file(64) },
    });
}

const TASKS: Readonly<Record<string, LongTask>> = {
  flatten: {
    about: 'flattens an image',
    frozen: OSDS,
    async prepare(lab) {
      await makeImage(lab, 'parent');
      for (const words of [['create'], ['protect']]) await rbd(lab, 'snap', ...words, 'rbd/parent@first');
      await rbd(lab, 'clone', 'rbd/parent@first', 'rbd/child');
    },
    start: ({ api }) => api.flattenImage({ params: { pool: 'rbd', rbd: 'child' } }),
  },
  'image-removal': {
    about: 'deletes an image',
    frozen: OSDS,
    prepare: (lab) => makeImage(lab, 'doomed'),
    start: ({ api }) =>
      api.deleteImage({ params: { pool: 'rbd', rbd: 'doomed' }, body: { thisWillDeleteData: 'doomed' } }),
  },
  'bucket-removal': {
    about: 'deletes a bucket',
    frozen: ['client.rgw.a'],
    prepare: (lab) => makeBucket(lab, 'doomed'),
    start: ({ api }) =>
      api.deleteS3Bucket({
        params: { bucketName: 'doomed' },
        body: { deleteData: true, thisWillDeleteData: 'doomed' },
      }),
  },
  'file-copy': {
    about: 'copies files',
    frozen: OSDS,
    prepare: (lab) => makeTree(lab, '/tree'),
    start: ({ api }) => api.copyFile({ query: { path: '/tree', dstPath: '/copied' } }),
  },
  'file-removal': {
    about: 'deletes files',
    frozen: ['mds.a'],
    prepare: (lab) => makeTree(lab, '/doomed'),
    start: ({ api }) => api.deleteFiles({ query: { path: ['/doomed'] } }),
  },
};

/** Kills the service in the middle of a task. `told` gets what the task says when it has ended. */
const killedIn = ({ about, frozen, prepare, start }: LongTask): Fault => ({
  about: `the service is killed while it ${about}`,
  lastsMs: 3_000,
  prepare,
  async inject(lab) {
    await start(lab);
    const thaw = lab.freeze(...frozen);
    const { data = [] } = await lab.api.listTasks({ query: { limit: 1 } });
    await lab.killService();
    thaw();
    return async () => {
      await lab.startService();
      const { id = NaN } = data[0] ?? {};
      const task = await until(`the task ends that ${about}`, async () => {
        const now = await lab.api.getTask({ params: { id } });
        return now.done ? now : undefined;
      });
      return `${task.state}: ${task.output?.trim().replaceAll('\n', ' / ') ?? ''}`;
    };
  },
});

/** The service is killed in the middle of each kind of long task. */
export const TASK_FAULTS: Readonly<Record<string, Fault>> = Object.fromEntries(
  Object.entries(TASKS).map(([name, task]) => [`killed-in-${name}`, killedIn(task)]),
);
