import { expect, test } from 'vitest';
import type { NewOsd } from '../../../../src/service/ceph/access/osds.ts';
import { createInventory } from '../../../../src/service/ceph/inventory.ts';
import type { OrchServer } from '../../../../src/service/ceph/orchestrator/orchestrator.ts';
import { orderOsd, orderWipe, requireNextId } from '../../../../src/service/ceph/orchestrator/osds.ts';
import { orchDisks } from '../../../../src/service/ceph/orchestrator/read.ts';
import { isOrchestrated, orderRemoval } from '../../../../src/service/ceph/orchestrator/removal.ts';
import { SERVICE_ENDS } from '../../../../src/service/ceph/tasks/board.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeAccess } from '../access/fakeAccess.ts';
import { recordedCeph, refused, type Answer } from '../recordedCeph.ts';

const ENOENT = -2;
const EINVAL = -22;
const ETIMEDOUT = -110;
const HOUR_MS = 3_600_000;
const SERVER: OrchServer = {
  backend: 'cephadm',
  labels: [],
  unavailable: undefined,
  inMaintenance: false,
  disks: orchDisks([
    { path: '/dev/sdb', available: true },
    { path: '/dev/sdc', available: false, lvs: [{ name: 'osd-block-1', osd_id: '7' }] },
    { path: '/dev/sdd', available: false, rejected_reasons: ['locked'] },
    { path: '/dev/sd*', available: true },
  ]),
  age: 0,
  daemons: [{ daemon_type: 'osd', daemon_id: '3', hostname: 'a', status: 1 }],
};

type Osd = { readonly id: number; readonly status: string };

function setUp(answers: Readonly<Record<string, Answer>> = {}, server: OrchServer = SERVER) {
  const clock = fakeClock();
  const recorded = recordedCeph(clock, {
    'orch osd rm status': { rc: 0, outs: '', text: 'No OSD remove/replace operations reported' },
    ...answers,
  });
  const { access } = fakeAccess({}, { server: async (host) => (host === 'a' ? server : undefined) });
  const output: string[] = [];
  const cancelling = new AbortController();
  const { ceph } = recorded;
  const parts = {
    ceph,
    access,
    clock,
    inventory: createInventory(ceph, clock),
    ending: new AbortController().signal,
  };
  const say = (line: string) => void output.push(line);
  /** OSDs on server `a`, the last of them on sdb. */
  const osds = (...all: readonly Osd[]) => {
    const nodes = all.map(({ id, status }) => ({ id, name: `osd.${id}`, type: 'osd', status }));
    const host = { id: -2, name: 'a', type: 'host', children: all.map(({ id }) => id) };
    recorded.answer('osd tree', { json: { nodes: [host, ...nodes], stray: [] } });
    recorded.answer('osd metadata', {
      json: all.map(({ id }) => ({
        id,
        hostname: 'a',
        osd_data: `/x/${id}`,
        devices: id === 9 ? 'sdb' : 'sdx',
      })),
    });
  };
  osds({ id: 3, status: 'up' });
  const order = (change: Partial<NewOsd> = {}) =>
    orderOsd(
      parts,
      { host: 'a', name: 'sdb', deviceClass: undefined, osdId: undefined, encrypted: false, ...change },
      say,
      cancelling.signal,
    );
  const remove = (replace: boolean) => orderRemoval(parts, { osdId: 3, replace }, say, cancelling.signal);
  return { ...recorded, ...parts, osds, output, say, cancelling, order, remove };
}

test('an OSD is created by the orchestrator, and is done once the cluster has it up', async () => {
  const { order, osds, clock, answer, asked, output } = setUp();
  const words = "Created osd(s) 9 on host 'a'";
  answer('orch daemon add osd', { rc: 0, outs: '', text: `${words}\n` });
  const made = order();
  await clock.advance(5000);
  osds({ id: 3, status: 'up' }, { id: 9, status: 'down' });
  await clock.advance(30_000);
  expect(output).toContain(`the orchestrator: ${words}`);
  osds({ id: 3, status: 'up' }, { id: 9, status: 'up' });
  await clock.advance(30_000);
  expect(await made).toBe(9);
  expect(asked.filter((one) => 'command' in one && one.command['svc_arg'])).toMatchObject([
    { command: { svc_arg: 'a:/dev/sdb' } },
  ]);
});

test('device class and encryption are passed to the orchestrator, and values with a special meaning for it are refused', async () => {
  const { order, commands, osds, clock } = setUp();
  const made = order({ deviceClass: 'nvme', encrypted: true });
  await clock.advance(100);
  osds({ id: 9, status: 'up' });
  await clock.advance(30_000);
  expect(await made).toBe(9);
  expect(commands).toEqual([
    {
      prefix: 'orch daemon add osd',
      svc_arg: 'a:data_devices=/dev/sdb,crush_device_class=nvme,encrypted=true',
    },
  ]);
  await expect(order({ name: 'sd*' })).rejects.toMatchObject({ status: 409 });
  expect(commands).toHaveLength(1);
});

test('the journal disk of an OSD is passed to the orchestrator, which divides it', async () => {
  const { order, commands, osds, clock } = setUp();
  const made = order({ database: '/dev/nvme0n1', encrypted: true });
  await clock.advance(100);
  osds({ id: 9, status: 'up' });
  await clock.advance(30_000);
  expect(await made).toBe(9);
  expect(commands).toMatchObject([
    { svc_arg: 'a:data_devices=/dev/sdb,db_devices=/dev/nvme0n1,encrypted=true' },
  ]);
  await expect(order({ database: '/dev/nvme*' })).rejects.toMatchObject({ status: 409 });
});

test('managers that are slower than the timeout are no failure, because only the OSD counts', async () => {
  const { order, osds, clock, output } = setUp({ 'orch daemon add osd': refused(ETIMEDOUT, '') });
  const made = order();
  await clock.advance(60_000);
  expect(output.at(-1)).toContain('has not confirmed it yet');
  osds({ id: 9, status: 'up' });
  await clock.advance(30_000);
  expect(await made).toBe(9);
});

test.each([
  [refused(EINVAL, 'no such device'), 'no such device'],
  [
    refused(EINVAL, 'Traceback (most recent call last):\n  File "x"\nTypeError: 3 were given\n'),
    /^Ceph: TypeError: 3/,
  ],
  [
    refused(ENOENT, 'This Orchestrator does not support `orch daemon add osd`'),
    'not possible on this cluster',
  ],
  [
    { rc: 0, outs: '', text: 'Created no osd(s) on host a; already created?' },
    'created no OSD on /dev/sdb of a',
  ],
])('the message of an orchestrator that creates no OSD (%o) is quoted', async (answer, words) => {
  await expect(setUp({ 'orch daemon add osd': answer }).order()).rejects.toThrow(words);
});

test('an OSD that never comes up is not reported as done', async () => {
  const { order, clock } = setUp();
  const made = expect(order()).rejects.toThrow('no OSD on /dev/sdb of a is up after 15 minutes');
  await clock.advance(HOUR_MS);
  await made;
});

test('an OSD id can be requested only if the orchestrator would assign that one', async () => {
  const { inventory, osds, clock } = setUp();
  await expect(requireNextId(inventory, 'a', 3)).rejects.toThrow('(none)');
  osds({ id: 3, status: 'destroyed' });
  await clock.advance(5000);
  await requireNextId(inventory, 'a', 3);
  await expect(requireNextId(inventory, 'b', 3)).rejects.toMatchObject({ status: 409 });
  osds({ id: 3, status: 'destroyed' }, { id: 4, status: 'destroyed' }, { id: 5, status: 'down' });
  await clock.advance(5000);
  for (const id of [3, 4])
    await expect(requireNextId(inventory, 'a', id)).rejects.toThrow('destroyed there (osd.3, osd.4) and');
});

test('a wipe that the orchestrator has not confirmed is reported as unknown', async () => {
  const { ceph, access, say } = setUp({ 'orch device zap': refused(ETIMEDOUT, '') });
  await expect(orderWipe({ ceph, access }, { host: 'a', name: 'sdc' }, say)).rejects.toThrow(
    'it is not known whether /dev/sdc of a was wiped',
  );
});

test.each([
  ['sdc', 'zapped'],
  ['sdb', 'left'],
  ['sdd', 'refused'],
])('of the disks, %s is %s: only what an OSD left is wiped', async (name, end) => {
  const { ceph, access, commands, say, output } = setUp();
  const wiped = orderWipe({ ceph, access }, { host: 'a', name }, say);
  if (end === 'refused')
    await expect(wiped).rejects.toThrow(
      /^\/dev\/sdd of a contains unknown content \(.*locked\), which is not from an OSD/,
    );
  else await wiped;
  if (end === 'zapped') expect(output.at(-1)).toContain('/dev/sdc of a is wiped');
  if (end === 'left') expect(output).toEqual(['/dev/sdb of a is empty']);
  const zap = { prefix: 'orch device zap', hostname: 'a', path: '/dev/sdc', force: true };
  expect(commands).toEqual(end === 'zapped' ? [zap] : []);
});

test('nothing is requested for a server on which the orchestrator can do nothing', async () => {
  const { order, commands } = setUp(
    {},
    { ...SERVER, unavailable: 'a is offline, according to the orchestrator' },
  );
  await expect(order()).rejects.toMatchObject(
    new Refusal(503, 'a is offline, according to the orchestrator'),
  );
  expect(commands).toEqual([]);
});

test('only an OSD whose daemon the orchestrator runs is removed by it', async () => {
  const { ceph, access, osds } = setUp();
  expect(await isOrchestrated({ ceph, access }, 3)).toBe(true);
  osds({ id: 3, status: 'up' }, { id: 4, status: 'up' });
  expect(await isOrchestrated({ ceph, access }, 4)).toBe(false);
  expect(await isOrchestrated({ ceph, access }, 5)).toBe(false);
});

const status = (removal: object): Answer => ({ json: [{ osd_id: 3, ...removal }] });

test.each([
  [false, {}],
  [true, { replace: true, zap: true }],
])('the orchestrator removes an OSD and keeps its id: %s; its progress is shown', async (replace, args) => {
  const { remove, osds, clock, answer, commands, output } = setUp();
  const removed = remove(replace);
  await clock.advance(100);
  answer('orch osd rm status', status({ drain_status: 'draining', pg_count: 12 }));
  await clock.advance(10_000);
  answer('orch osd rm status', status({ drain_status: 'done, waiting for purge', pg_count: 0 }));
  await clock.advance(10_000);
  answer('orch osd rm status', { rc: 0, outs: '', text: 'No OSD remove/replace operations reported' });
  osds(...(replace ? [{ id: 3, status: 'destroyed' }] : []));
  await clock.advance(10_000);
  expect(await removed).toBe(true);
  expect(commands).toEqual([{ prefix: 'orch osd rm', osd_id: ['3'], ...args }]);
  expect(output.slice(1)).toEqual([
    'osd.3: draining, 12 placement groups are still there',
    'osd.3: done, waiting for purge, 0 placement groups are still there',
  ]);
});

test('older releases report the progress of a removal by dates', async () => {
  const { remove, clock, cancelling, output } = setUp({
    'orch osd rm status': status({ started: true, draining: true, drain_done_at: null }),
  });
  const removed = expect(remove(false)).rejects.toBeDefined();
  await clock.advance(100);
  cancelling.abort();
  await removed;
  expect(output.slice(1, 3)).toEqual(['the orchestrator: already removing it', 'osd.3: draining']);
});

test('a cancelled removal stops at the orchestrator, and one whose service ends continues there', async () => {
  for (const [reason, orders] of [
    [undefined, ['orch osd rm', 'orch osd rm stop']],
    [SERVICE_ENDS, ['orch osd rm']],
  ] as const) {
    const { remove, clock, cancelling, commands } = setUp();
    const removed = expect(remove(false)).rejects.toBeDefined();
    await clock.advance(100);
    cancelling.abort(reason);
    await removed;
    expect(commands.map(({ prefix }) => prefix)).toEqual(orders);
  }
});

test('a removal that somebody else stopped is not reported as done', async () => {
  const { remove, clock, answer } = setUp();
  const removed = expect(remove(false)).rejects.toThrow('no longer removes osd.3');
  answer('orch osd rm status', status({ drain_status: 'draining' }));
  await clock.advance(10_000);
  answer('orch osd rm status', { json: [] });
  await clock.advance(60_000);
  await removed;
});

test('an orchestrator that does not find the OSD, or cannot remove any, is quoted', async () => {
  const lost = setUp({ 'orch osd rm': { rc: 0, outs: '', text: "Unable to find OSDs: ['3']" } });
  await expect(lost.remove(false)).rejects.toThrow("Unable to find OSDs: ['3']");
  const none = setUp({ 'orch osd rm': refused(ENOENT, 'This Orchestrator does not support `orch osd rm`') });
  expect(await none.remove(false)).toBe(false);
  expect(none.output.at(-1)).toContain('this service removes it');
});

test('a removal waits for an orchestrator that does not answer, and says so', async () => {
  const { remove, clock, answer, commands, output, osds } = setUp({
    'orch osd rm status': refused(ETIMEDOUT, ''),
  });
  const removed = remove(false);
  await clock.advance(60_000);
  expect(output).toEqual(['the orchestrator is asked to remove osd.3']);
  expect(commands).toEqual([]);
  answer('orch osd rm status', { json: [] });
  osds();
  await clock.advance(60_000);
  expect(await removed).toBe(true);
  expect(commands).toEqual([{ prefix: 'orch osd rm', osd_id: ['3'] }]);
});
