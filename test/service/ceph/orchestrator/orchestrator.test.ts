import { expect, test } from 'vitest';
import { createOrchestrator } from '../../../../src/service/ceph/orchestrator/orchestrator.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { recordedCeph, refused, type Answer } from '../recordedCeph.ts';
import { sample } from '../samples.ts';

const ENOENT = -2;
const ETIMEDOUT = -110;
const answer = (name: string): Answer => ({ json: sample(name, '20.2') });
const RECORDED = {
  'orch status': answer('orchStatus'),
  'orch host ls': answer('orchHostLs'),
  'orch device ls': answer('orchDeviceLs'),
  'orch ps': answer('orchPs'),
  'config-key get': refused(ENOENT, ''),
};

function setUp(answers: Readonly<Record<string, Answer>> = RECORDED) {
  const clock = fakeClock();
  const recorded = recordedCeph(clock, answers);
  return { clock, ...recorded, orchestrator: createOrchestrator(recorded.ceph, clock) };
}

test('an orchestrator of Ceph 20.2 lists its servers with labels, daemons and disks', async () => {
  const { orchestrator } = setUp();
  expect(await orchestrator.hosts()).toEqual(['node1', 'node2', 'node3', 'node4', 'node9']);
  expect(await orchestrator.server('node1')).toMatchObject({
    backend: 'test_orchestrator',
    labels: ['_admin', 'mon'],
    unavailable: undefined,
    daemons: [{ daemon_type: 'osd', daemon_id: '0', status: 1 }],
  });
  const { disks = [] } = (await orchestrator.server('node9')) ?? {};
  expect(disks).toMatchObject([
    {
      name: 'sdb',
      path: '/dev/sdb',
      size: 20 * 1024 ** 3,
      model: 'ACME HD1',
      serial: 'S1',
      rotates: true,
      holds: [],
    },
    { name: 'sdc', holds: ['ceph_osd.7'], refused: 'the orchestrator rejects it: LVM detected' },
  ]);
  expect(await orchestrator.server('elsewhere')).toBeUndefined();
});

test('a cluster without an orchestrator has no servers of one', async () => {
  const { orchestrator, asked } = setUp({ 'orch status': refused(ENOENT, 'No orchestrator configured') });
  expect(await orchestrator.server('node1')).toBeUndefined();
  expect(await orchestrator.hosts()).toEqual([]);
  expect(asked).toHaveLength(1);
});

test.each([
  ['Offline', 'node1 is offline, according to the orchestrator'],
  ['maintenance', 'node1 is in maintenance mode, according to the orchestrator'],
])('a server that is %s has a reason why nothing can be done there', async (status, unavailable) => {
  const json = [{ hostname: 'node1', addr: '', labels: [], status }];
  const { orchestrator } = setUp({ ...RECORDED, 'orch host ls': { json } });
  expect((await orchestrator.server('node1'))?.unavailable).toBe(unavailable);
});

test('an orchestrator that becomes silent keeps its servers, with the reason, until it is removed', async () => {
  const { clock, orchestrator, answer: put } = setUp();
  await orchestrator.server('node1');
  put('orch status', refused(ETIMEDOUT, ''));
  await clock.advance(60_000);
  const silent = await orchestrator.server('node1');
  expect(silent?.unavailable).toMatch(
    /^the orchestrator \(test_orchestrator\) does not answer: .*orch status/,
  );
  expect(silent?.disks).toHaveLength(1);
  put('orch status', { json: { available: false, backend: 'cephadm', reason: 'no ssh key' } });
  await clock.advance(60_000);
  expect((await orchestrator.server('node1'))?.unavailable).toBe(
    'the orchestrator (cephadm) is not available: no ssh key',
  );
  put('orch status', refused(ENOENT, 'No orchestrator configured'));
  await clock.advance(60_000);
  expect(await orchestrator.server('node1')).toBeUndefined();
});

test('an orchestrator whose module does not even know its status keeps its servers, with the reason', async () => {
  // The module `rook` of Ceph 20.2 answers so while it does not reach the API server of Kubernetes.
  const broken = refused(ENOENT, 'This Orchestrator does not support `orch status`');
  const { clock, orchestrator, answer: put } = setUp();
  await orchestrator.server('node1');
  put('orch status', broken);
  await clock.advance(60_000);
  const reason = /^the orchestrator \(test_orchestrator\) does not answer: .*does not support `orch status`/;
  expect((await orchestrator.server('node1'))?.unavailable).toMatch(reason);
  const { orchestrator: other } = setUp({ 'orch status': broken });
  expect(await other.server('node1')).toBeUndefined();
  expect(other.problem()).toMatch(/^the orchestrator does not answer: .*does not support `orch status`/);
});

test('whether a server is managed can be asked for certain, which is refused until the orchestrator has answered', async () => {
  const { orchestrator, clock, answer } = setUp({ ...RECORDED, 'orch host ls': refused(ETIMEDOUT, '') });
  expect(await orchestrator.server('node1')).toBeUndefined();
  await expect(orchestrator.server('node1', { certain: true })).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('the orchestrator (test_orchestrator) does not answer'),
  });
  answer('orch host ls', { json: sample('orchHostLs', '20.2') });
  await clock.advance(60_000);
  expect(await orchestrator.server('node1', { certain: true })).toMatchObject({
    backend: 'test_orchestrator',
  });
});

test('in a cluster without an orchestrator it is certain that it manages no server', async () => {
  const { orchestrator } = setUp({ 'orch status': refused(ENOENT, 'No orchestrator configured') });
  expect(await orchestrator.server('node1', { certain: true })).toBeUndefined();
});

test('an orchestrator that hangs delays nobody', async () => {
  const { clock, orchestrator } = setUp({ 'orch status': () => new Promise(() => undefined) });
  const asked = orchestrator.server('node1');
  await clock.advance(2000);
  expect(await asked).toBeUndefined();
});

test('an answer in an unknown format gives no servers and no disks', async () => {
  const odd = { json: { odd: true } };
  const { orchestrator } = setUp({ ...RECORDED, 'orch device ls': odd, 'orch ps': { json: null } });
  expect(await orchestrator.server('node1')).toMatchObject({ disks: [], daemons: [] });
});

test('an orchestrator that was never available has a reason, and no servers', async () => {
  const { orchestrator } = setUp({
    'orch status': { json: { available: false, backend: 'cephadm', reason: 'no ssh key' } },
  });
  expect(await orchestrator.server('node1')).toBeUndefined();
  expect(orchestrator.problem()).toBe('the orchestrator (cephadm) is not available: no ssh key');
});

test('what an orchestrator cannot report is missing, and the rest is shown', async () => {
  const { orchestrator } = setUp({
    ...RECORDED,
    'orch device ls': refused(ENOENT, 'This Orchestrator does not support `orch device ls`'),
  });
  expect(await orchestrator.server('node1')).toMatchObject({
    unavailable: undefined,
    disks: [],
    labels: ['_admin', 'mon'],
  });
});

test('silent managers are no problem of an orchestrator that nobody knows of', async () => {
  const { orchestrator } = setUp({ 'orch status': refused(ETIMEDOUT, '') });
  expect(await orchestrator.server('node1')).toBeUndefined();
  expect(orchestrator.problem()).toBeUndefined();
});

test('the age of disks that have no time of inspection is that of the answer', async () => {
  const devices = [{ path: '/dev/sdb', available: true }];
  const { orchestrator, clock } = setUp({
    ...RECORDED,
    'orch device ls': { json: [{ name: 'node1', devices }] },
  });
  expect(await orchestrator.server('node1')).toMatchObject({ age: 0 });
  await clock.advance(2500);
  expect(await orchestrator.server('node1')).toMatchObject({ age: 2.5 });
});

test('a list that the orchestrator does not answer gets older with the reason, and the others are read on', async () => {
  const { orchestrator, clock, answer } = setUp();
  await orchestrator.server('node1');
  answer('orch device ls', refused(ETIMEDOUT, ''));
  answer('orch ps', { json: [] });
  await clock.advance(60_000);
  const changed = await orchestrator.server('node1');
  expect(changed).toMatchObject({ unavailable: undefined, daemons: [], daemonsFailure: undefined });
  expect(changed?.disks).toHaveLength(1);
  expect(changed?.disksFailure).toContain('orch device ls');
  answer('orch device ls', { json: [] });
  answer('orch ps', refused(ETIMEDOUT, ''));
  await clock.advance(60_000);
  expect(await orchestrator.server('node1')).toMatchObject({
    disks: [],
    disksFailure: undefined,
    daemonsFailure: expect.stringContaining('orch ps'),
  });
});
