import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { program } from '../../scripts/lib/project.mjs';
import { CONTROL_SOCKET } from '../../src/service/http/limits.ts';
import type { Session } from '../scenarios/steps.ts';
import { CephSite } from './site.ts';

const run = promisify(execFile);

let site: CephSite;
let deck: Session;
beforeAll(async () => {
  site = await CephSite.open();
  ({ deck } = site);
});
afterAll(() => site?.[Symbol.asyncDispose]());

it('a pool of a real cluster is created, protected, and shown as protected', async () => {
  await deck.command('pools');
  await deck.see(/Pools/);
  deck.press('n');
  await site.form('Create a replicated pool', { name: 'backups', application: 'rgw' });
  await site.confirm('yes');
  await deck.see(/backups +rgw +replicated 3/);
  await deck.filter('backups');
  deck.press('p');
  await site.confirm('yes');
  await deck.see(/Protect pool backups: done/);
  expect(await site.cluster.ceph('osd', 'pool', 'get', 'backups', 'nodelete')).toMatch(/nodelete: true/);
  deck.press('D');
  await deck.see(/it is protected from deletion: unprotect it first/);
  deck.press('Esc');
  await deck.seeNo(/Delete pool/);
});

it('a new rack with a host is submitted to a real cluster, and both exist once the change is approved', async () => {
  await deck.command('crush-edit');
  await deck.see(/Edit the CRUSH map[^]*node1/);
  deck.press('g', 'n');
  await site.form('Add a bucket', { name: 'rack3', type: 'rack' });
  await deck.see(/rack3 +new/);
  await deck.filter('node1');
  deck.press('G', 'Space');
  await deck.see(/● [^\n]*node1/);
  deck.press('Esc');
  await deck.see(/rack3 +new/);
  deck.press('G', 'p');
  await deck.see(/2 changed[^]*node1 +from rack1/);
  deck.press('r');
  await deck.see(/add the rack rack3 to default; move node1 from rack1 to rack3/);
  await site.confirm('CRUSH map');
  await deck.see(/PENDING[^]*storedeck changes approve 1/);
  expect(await site.cluster.ceph('osd', 'tree')).not.toMatch(/rack3/);
  const env = { ...process.env, ...site.home.env };
  await run(
    process.execPath,
    [program, 'changes', 'approve', '1', '--control', join(site.home.folder, CONTROL_SOCKET)],
    { env },
  );
  await expect
    .poll(() => site.cluster.ceph('osd', 'tree'), { timeout: 30_000 })
    .toMatch(/rack rack3 *\n[^\n]*host node1/);
});
