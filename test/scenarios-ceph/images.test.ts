import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestCluster } from '../ceph/cluster.ts';
import { Dialogs } from '../scenarios/areas/dialogs.ts';
import { opened, Session } from '../scenarios/steps.ts';
import { Service } from '../support/service.ts';
import { Home } from '../support/storedeck.ts';

const run = promisify(execFile);

let cluster: TestCluster;
let home: Home;
let service: Service;
let deck: Session;

beforeAll(async () => {
  home = new Home();
  cluster = await TestCluster.create();
  service = await Service.start(home, ['--engine', 'ceph', '--conf', cluster.conf]);
  const session = new Session([...service.reach, '--utc'], { cols: 130, rows: 40 });
  deck = await opened(session, (text) => /HEALTH_OK/.test(text));
});

afterAll(async () => {
  await deck?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
  await cluster?.destroy();
  home?.[Symbol.dispose]();
});

/** What the rbd command says. */
async function rbd(...args: string[]): Promise<unknown> {
  const { stdout } = await run('rbd', ['-c', cluster.conf, ...args, '--format', 'json']);
  return JSON.parse(stdout);
}

it('makes an image of a real cluster, keeps a state of it, clones that, and frees the clone', async () => {
  const dialogs = new Dialogs(deck);
  await deck.command('rbd');
  await deck.see(/▌rbd/);
  deck.press('Enter');
  await deck.see(/No images in this pool\. Press n/);
  deck.press('n');
  await dialogs.form('Create an image in rbd', { name: 'disk-1', size: '64M' });
  await dialogs.agree();
  await deck.see(/▌disk-1 +64\.0 MiB +0/);
  expect(await rbd('info', 'rbd/disk-1')).toMatchObject({ size: 64 * 2 ** 20 });

  deck.press('r');
  await dialogs.form('Resize image disk-1', { 'new size': '96M' });
  await dialogs.confirm('yes');
  await deck.see(/▌disk-1 +96\.0 MiB/);
  expect(await rbd('info', 'rbd/disk-1')).toMatchObject({ size: 96 * 2 ** 20 });

  deck.press('Enter');
  await deck.see(/No snapshots\. Press n/);
  deck.press('n');
  await dialogs.form('Take a snapshot of disk-1', { 'name of the snapshot': 'golden' });
  await dialogs.agree();
  await deck.see(/▌golden +\d+/);
  deck.press('p');
  await dialogs.form('Change snapshot golden', { protect: 'yes' });
  await dialogs.agree();
  await deck.see(/Change snapshot golden: done/);
  expect(await rbd('snap', 'ls', 'rbd/disk-1')).toMatchObject([{ name: 'golden', protected: 'true' }]);

  deck.press('c');
  await dialogs.form('Clone disk-1@golden', { 'name of the new image': 'disk-2' });
  await dialogs.agree();
  await deck.see(/Clone disk-1@golden: done/);
  expect(await rbd('children', 'rbd/disk-1@golden')).toMatchObject([{ pool: 'rbd', image: 'disk-2' }]);

  await deck.command('images rbd');
  await deck.see(/disk-2 +96\.0 MiB +0 rbd\/disk-1@golden/);
  await deck.filter('disk-2');
  await deck.see(/▌disk-2/);
  deck.press('F');
  await dialogs.confirm('yes');
  await deck.see(/▌disk-2 +96\.0 MiB +0 +layering/);
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
