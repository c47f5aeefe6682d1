import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CephSite } from './site.ts';

const run = promisify(execFile);

let site: CephSite;
beforeAll(async () => {
  site = await CephSite.open();
});
afterAll(() => site?.[Symbol.asyncDispose]());

/** The output of the rbd command. */
async function rbd(...args: string[]): Promise<unknown> {
  const { stdout } = await run('rbd', ['-c', site.cluster.conf, ...args, '--format', 'json']);
  return JSON.parse(stdout);
}

it('an image of a real cluster is created and snapshotted, the snapshot cloned, and the clone flattened', async () => {
  const { deck } = site;
  await deck.command('rbd');
  await deck.see(/▌rbd/);
  deck.press('Enter');
  await deck.see(/No images in this pool\. Press n/);
  deck.press('n');
  await site.form('Create an image in rbd', { name: 'disk-1', size: '64M' });
  await site.agree();
  await deck.see(/▌disk-1 +64\.0 MiB +0/);
  expect(await rbd('info', 'rbd/disk-1')).toMatchObject({ size: 64 * 2 ** 20 });

  deck.press('r');
  await site.form('Resize image disk-1', { 'new size': '96M' });
  await site.confirm('yes');
  await deck.see(/▌disk-1 +96\.0 MiB/);
  expect(await rbd('info', 'rbd/disk-1')).toMatchObject({ size: 96 * 2 ** 20 });

  deck.press('Enter');
  await deck.see(/No snapshots\. Press n/);
  deck.press('n');
  await site.form('Take a snapshot of disk-1', { 'name of the snapshot': 'golden' });
  await site.agree();
  await deck.see(/▌golden +\d+/);
  deck.press('p');
  await site.form('Protect snapshot golden', { protected: 'yes' });
  await site.agree();
  await deck.see(/Protect snapshot golden: done/);
  expect(await rbd('snap', 'ls', 'rbd/disk-1')).toMatchObject([{ name: 'golden', protected: 'true' }]);

  deck.press('c');
  await site.form('Clone disk-1@golden', { 'name of the new image': 'disk-2' });
  await site.agree();
  await deck.see(/Clone disk-1@golden: done/);
  expect(await rbd('children', 'rbd/disk-1@golden')).toMatchObject([{ pool: 'rbd', image: 'disk-2' }]);

  await deck.command('images rbd');
  await deck.see(/disk-2 +96\.0 MiB +0 rbd\/disk-1@golden/);
  await deck.filter('disk-2');
  await deck.see(/▌disk-2/);
  deck.press('F');
  await site.confirm('yes');
  await deck.see(/▌disk-2 +96\.0 MiB +0 +default/);
  expect(await rbd('info', 'rbd/disk-2')).not.toHaveProperty('parent');
  expect(await rbd('children', 'rbd/disk-1@golden')).toEqual([]);
  expect(deck.audit().map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
    'createImage ok',
    'updateImage ok',
    'createSnapshot ok',
    'updateSnapshot ok',
    'cloneSnapshot ok',
    'flattenImage ok',
  ]);
});
