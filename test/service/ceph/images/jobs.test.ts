import { expect, test } from 'vitest';
import type { Images } from '../../../../src/service/ceph/images/client.ts';
import { deletionJob, flattenJob, imageKinds } from '../../../../src/service/ceph/images/jobs.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { resumedWork } from '../tasks/resumed.ts';

const PLACE = { pool: 'rbd', image: 'a' };

/** The present state of the image. */
interface Changed {
  readonly id?: string | null;
  readonly parent?: object | null;
  /** The number of attempts at which a client has it open. */
  readonly open?: number;
  readonly isServed?: boolean;
}

/** The job of a task after a restart of the service, in a cluster that has changed meanwhile. */
async function resumed(
  job: typeof deletionJob,
  { id = 'a1', parent = {}, open = 0, isServed = false }: Changed = {},
) {
  const clock = fakeClock();
  const done: string[] = [];
  let present: string | undefined = 'a1';
  let openFor = open;
  const images = {
    id: async () => present,
    find: async () => ({ parent }),
    async runLongWork(work: string, _place: object, { meanings }: { meanings?: { EBUSY: object } } = {}) {
      if (openFor-- > 0) throw Object.assign(new Refusal(409, ''), meanings?.EBUSY);
      done.push(work);
    },
  } as unknown as Images;
  const served = {
    requireFree: async () => {
      if (isServed) throw new Refusal(409, 'a disk of a client');
    },
  };
  const begun = await job(images, PLACE, 'test');
  present = id ?? undefined;
  const kinds = imageKinds({ images, clock, served: served as never });
  return { done, ...(await resumedWork(clock, kinds, begun)) };
}

test('the deletion of an image continues after a restart', async () => {
  expect(await resumed(deletionJob)).toMatchObject({ done: ['remove'], failure: '', said: ['deleted'] });
  const before = await resumed(deletionJob, { id: null });
  expect(before).toMatchObject({
    done: [],
    failure: '',
    said: [expect.stringContaining('before the restart')],
  });
});

test('the deletion waits until Ceph has given up on the killed service, and no longer', async () => {
  expect(await resumed(deletionJob, { open: 10 })).toMatchObject({ done: ['remove'], failure: '' });
  expect(await resumed(deletionJob, { open: 1000 })).toMatchObject({
    done: [],
    failure: expect.stringContaining('a client has the image open') as string,
  });
});

test('a new image with the same name, or one that has a client, is not deleted', async () => {
  for (const job of [deletionJob, flattenJob])
    expect(await resumed(job, { id: 'a2' })).toMatchObject({
      done: [],
      failure: expect.stringContaining('another image is now named rbd/a') as string,
    });
  expect(await resumed(deletionJob, { isServed: true })).toMatchObject({
    done: [],
    failure: 'a disk of a client',
  });
});

test('flattening continues after a restart if the image still has a parent', async () => {
  expect(await resumed(flattenJob)).toMatchObject({ done: ['flatten'], failure: '', said: ['flattened'] });
  expect(await resumed(flattenJob, { parent: null })).toMatchObject({
    done: [],
    failure: '',
    said: ['the image no longer has a parent: it was flattened before the restart'],
  });
  expect((await resumed(flattenJob, { id: null })).failure).toContain('gone');
});
