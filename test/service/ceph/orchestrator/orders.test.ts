import { expect, test } from 'vitest';
import type { HelperReply } from '../../../../src/service/ceph/helper/protocol.ts';
import { orderWipe, requireNextId } from '../../../../src/service/ceph/orchestrator/osds.ts';
import { orchDisks } from '../../../../src/service/ceph/orchestrator/read.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { refusal } from '../../../support/refusal.ts';
import { refused } from '../recordedCeph.ts';
import { ordering as setUp, SERVER } from './ordering.ts';

const ENOENT = -2;
const EINVAL = -22;
const ETIMEDOUT = -110;
const HOUR_MS = 3_600_000;

test('an OSD is created by the orchestrator, and is done once the cluster has it up', async () => {
  const { order, osds, clock, answer, asked, output } = setUp();
  const words = "Created osd(s) 9 on host 'a'";
  answer('orch daemon add osd', { rc: 0, outs: '', text: `${words}\n` });
  const made = order();
  await clock.advance(5000);
  osds({ id: 3, status: 'up' }, { id: 9, status: 'down' });
  await clock.advance(30_000);
  expect(output).toEqual([
    'the orchestrator is asked for an OSD on /dev/sdb of a',
    `the orchestrator: ${words}`,
  ]);
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

test('an order goes to the manager itself, which therefore runs it only once', async () => {
  const { order, osds, clock, asked } = setUp();
  const made = order();
  await clock.advance(100);
  osds({ id: 9, status: 'up' });
  await clock.advance(30_000);
  await made;
  expect(asked.filter((one) => 'target' in one)).toEqual([
    { command: { prefix: 'orch daemon add osd', svc_arg: 'a:/dev/sdb' }, target: 'mgr' },
  ]);
});

test('the OSD counts while managers have not answered, and after one that took over has refused the repeated order', async () => {
  const answer = Promise.withResolvers<HelperReply>();
  const { order, osds, clock } = setUp({ 'orch daemon add osd': () => answer.promise });
  const [first, second] = [order(), order()];
  await clock.advance(100);
  osds({ id: 9, status: 'up' });
  answer.resolve({ rc: EINVAL, outs: 'Device /dev/sdb has a filesystem' });
  expect(await second).toBe(9);
  await clock.advance(30_000);
  expect(await first).toBe(9);
});

test('an order that fails without an answer is refused with what cephadm has logged since', async () => {
  const failure = (stamp: string, what: string, path = '/dev/sdb', host = 'a') => ({
    stamp,
    message: `Failed to create OSD: cephadm exited with an error code: 1\nNon-zero exit code 1 from podman run -e NODE_NAME=${host} lvm batch ${path} --yes\npodman: stderr Traceback\npodman: stderr RuntimeError: ${what}\nRuntimeError: Failed command: podman run`,
  });
  const errors = [failure('2026-11-30T12:00:00', 'an earlier one')];
  const { order, clock } = setUp({
    'log last': async () => ({ rc: 0, outs: '', text: JSON.stringify(errors) }),
    'orch daemon add osd': { rc: 0, outs: '', text: '' },
  });
  const told = expect(order()).rejects.toThrow(
    /^the orchestrator created no OSD on \/dev\/sdb of a: RuntimeError: Device \/dev\/sdb has a filesystem\.$/,
  );
  await clock.advance(1500);
  errors.push(failure('2026-11-30T12:00:01', 'Device /dev/sdb has a filesystem.'));
  errors.push(failure('2026-11-30T12:00:02', 'that of another disk', '/dev/sdc'));
  errors.push(failure('2026-11-30T12:00:02', 'that of another server', '/dev/sdb', 'b'));
  errors.push({ stamp: '2026-11-30T12:00:03', message: 'another error' });
  await clock.advance(1000);
  await told;
});

test('a cancelled task does not wait for the managers', async () => {
  const { order, clock, cancelling } = setUp({ 'orch daemon add osd': () => new Promise(() => undefined) });
  const made = order();
  await clock.advance(100);
  cancelling.abort(new Error('cancelled'));
  await expect(made).rejects.toThrow('cancelled');
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
  const { order, clock } = setUp({ 'orch daemon add osd': answer });
  const told = expect(order()).rejects.toThrow(words);
  await clock.advance(6000);
  await told;
});

test('a cluster that does not answer for a time is no failure of an order that it has', async () => {
  const { order, osds, answer, clock } = setUp();
  const made = order();
  await clock.advance(100);
  answer('osd metadata', refused(ETIMEDOUT, ''));
  await clock.advance(60_000);
  osds({ id: 9, status: 'up' });
  await clock.advance(30_000);
  expect(await made).toBe(9);
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
  const { ceph, access, say, cancelling } = setUp({ 'orch device zap': refused(ETIMEDOUT, '') });
  await expect(
    orderWipe({ ceph, access }, { host: 'a', name: 'sdc' }, say, cancelling.signal),
  ).rejects.toThrow('it is not known whether /dev/sdc of a was wiped');
});

test.each([
  ['sdc', 'zapped'],
  ['sdb', 'left'],
  ['sdd', 'refused'],
])('of the disks, %s is %s: only what an OSD left is wiped', async (name, end) => {
  const { ceph, access, commands, say, output, cancelling } = setUp();
  const wiped = orderWipe({ ceph, access }, { host: 'a', name }, say, cancelling.signal);
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

test('an order that the orchestrator understands and refuses is not called impossible', async () => {
  const refuses = refused(EINVAL, 'this disk does not support encryption');
  await expect(setUp({ 'orch daemon add osd': refuses }).order()).rejects.toMatchObject(
    refusal(400, 'Ceph: this disk does not support encryption'),
  );
});

test('a disk and a server whose names the orchestrator would misread are refused before anything is ordered', async () => {
  const { order, commands } = setUp();
  await expect(order({ name: 'sd*' })).rejects.toMatchObject(
    refusal(409, 'the disk "/dev/sd*" has special characters'),
  );
  await expect(order({ host: 'a:b' })).rejects.toMatchObject(
    refusal(409, 'the server "a:b" has special characters'),
  );
  expect(commands).toEqual([]);
});

test('everything on a disk that no OSD left is named when it is not wiped', async () => {
  const lvs = [{ name: 'root' }, { name: 'swap' }];
  const disks = orchDisks([{ path: '/dev/sde', available: false, lvs, rejected_reasons: ['locked'] }]);
  const { ceph, access, say, cancelling } = setUp({}, { ...SERVER, disks });
  await expect(
    orderWipe({ ceph, access }, { host: 'a', name: 'sde' }, say, cancelling.signal),
  ).rejects.toMatchObject(refusal(409, `/dev/sde of a contains ${disks[0]?.holds.join(', ')} (`));
  expect(disks[0]?.holds).toHaveLength(2);
});
