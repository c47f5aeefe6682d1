import { expect, test } from 'vitest';
import { maintenanceModeHandlers } from '../../../../src/service/ceph/maintenance/modeHandlers.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import { createOrchestrator } from '../../../../src/service/ceph/orchestrator/orchestrator.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { fakeAccess } from '../access/fakeAccess.ts';
import { recordedCeph, refused, type Answer } from '../recordedCeph.ts';
import { taskTable } from '../taskTable.ts';

const ENOENT = -2;
const EINVAL = -22;
const ETIMEDOUT = -110;
const LONG_MS = 60_000;
const CALLER = { by: 'test', signal: new AbortController().signal };
/** The id of server `a`, from its bucket. */
const PARAMS = { params: { id: 2 } };

const hosts = (status: string): Answer => ({ json: [{ hostname: 'a', addr: '', labels: [], status }] });

const output = (end: string) => expect.stringMatching(new RegExp(`${end}\n?$`)) as string;

async function setUp(answers: Readonly<Record<string, Answer>> = {}) {
  const clock = fakeClock();
  const recorded = recordedCeph(clock, {
    'orch status': { json: { available: true, backend: 'cephadm' } },
    'orch host ls': hosts(''),
    'orch device ls': { json: [] },
    'orch ps': { json: [] },
    'config-key get': refused(ENOENT, ''),
    'node ls': { json: {} },
    'osd tree': {
      json: { nodes: [-2, -3].map((id) => ({ id, name: id === -2 ? 'a' : 'b', type: 'host' })), stray: [] },
    },
    ...answers,
  });
  const { ceph } = recorded;
  const { access } = fakeAccess({}, createOrchestrator(ceph, clock));
  const tasks = taskTable(clock);
  const inventory = createInventory(ceph, clock);
  const handlers = maintenanceModeHandlers({ ceph, inventory, access, clock, tasks });
  const task = async () => (await tasks.list()).data?.[0];
  return { ...recorded, clock, handlers, task };
}

test('a server enters and leaves maintenance mode, which is done when the orchestrator lists it so', async () => {
  const { handlers, clock, answer, commands, task } = await setUp();
  await handlers.enterMaintenance(PARAMS, CALLER);
  await clock.advance(LONG_MS);
  expect(await task()).toMatchObject({ state: 'RUNNING', object: 'a' });
  answer('orch host ls', hosts('maintenance'));
  await clock.advance(LONG_MS);
  expect(await task()).toMatchObject({ state: 'FINISHED', output: output('a is in maintenance mode') });
  await handlers.leaveMaintenance(PARAMS, CALLER);
  answer('orch host ls', hosts(''));
  await clock.advance(LONG_MS);
  expect(await task()).toMatchObject({
    state: 'FINISHED',
    name: 'Leave maintenance mode',
    startedBy: 'test',
    output: output('a is out of maintenance mode'),
  });
  expect(commands).toEqual([
    { prefix: 'orch host maintenance enter', hostname: 'a' },
    { prefix: 'orch host maintenance exit', hostname: 'a' },
  ]);
});

test('a warning of the orchestrator is quoted, and nothing is forced', async () => {
  const words = 'unsafe to stop osd(s) at this time (2 PGs are or would become offline)';
  const { handlers, clock, task, asked } = await setUp({
    'orch host maintenance enter': refused(EINVAL, words),
  });
  await handlers.enterMaintenance(PARAMS, CALLER);
  await clock.advance(1000);
  expect(await task()).toMatchObject({
    state: 'FAILED',
    output: expect.stringContaining(words) as string,
  });
  expect(JSON.stringify(asked)).not.toContain('force');
});

test('a slow orchestrator is waited for, up to a limit', async () => {
  const { handlers, clock, task } = await setUp({ 'orch host maintenance enter': refused(ETIMEDOUT, '') });
  await handlers.enterMaintenance(PARAMS, CALLER);
  await clock.advance(LONG_MS);
  expect(await task()).toMatchObject({ state: 'RUNNING' });
  await clock.advance(10 * LONG_MS);
  expect(await task()).toMatchObject({
    state: 'FAILED',
    output: expect.stringContaining('does not list a as in maintenance after 5 minutes') as string,
  });
});

test('the change of the mode fails once the orchestrator no longer lists the server', async () => {
  const { handlers, clock, answer, task } = await setUp();
  await handlers.enterMaintenance(PARAMS, CALLER);
  answer('orch host ls', { json: [] });
  await clock.advance(LONG_MS);
  expect(await task()).toMatchObject({
    state: 'FAILED',
    output: expect.stringContaining('the orchestrator no longer manages a') as string,
  });
});

test('a server in maintenance mode that is listed offline leaves it, which is done when the orchestrator has noted that', async () => {
  const noted = (status: string): Answer => ({ rc: 0, outs: '', text: JSON.stringify({ a: { status } }) });
  const { handlers, clock, answer, task } = await setUp({
    'orch host ls': hosts('Offline'),
    'config-key get': noted('maintenance'),
  });
  await handlers.leaveMaintenance(PARAMS, CALLER);
  await clock.advance(LONG_MS);
  expect(await task()).toMatchObject({ state: 'RUNNING' });
  answer('config-key get', noted(''));
  await clock.advance(LONG_MS);
  expect(await task()).toMatchObject({ state: 'FINISHED', output: output('a is out of maintenance mode') });
});

test('a server whose name the orchestrator would misread has no maintenance mode', async () => {
  const host = { hostname: 'a=b', addr: '', labels: [], status: '' };
  const { handlers, commands } = await setUp({
    'orch host ls': { json: [host] },
    'osd tree': { json: { nodes: [{ id: -2, name: 'a=b', type: 'host' }], stray: [] } },
  });
  await expect(handlers.enterMaintenance(PARAMS, CALLER)).rejects.toMatchObject(
    refusal(409, 'the server "a=b" has special characters'),
  );
  expect(commands).toEqual([]);
});

test.each([
  ['enterMaintenance', 'maintenance', 409, 'in maintenance mode already'],
  ['leaveMaintenance', '', 409, 'is not in maintenance mode'],
  ['enterMaintenance', 'Offline', 503, 'a is offline'],
] as const)('%s of a server that is %j is refused', async (operation, status, code, words) => {
  const { handlers, commands } = await setUp({ 'orch host ls': hosts(status) });
  await expect(handlers[operation](PARAMS, CALLER)).rejects.toMatchObject({
    status: code,
    message: expect.stringContaining(words) as string,
  });
  expect(commands).toEqual([]);
});

test.each([
  [3, 409, 'no orchestrator manages b'],
  [4, 404, 'there is no server 4'],
])(
  'server %i, which does not belong to the orchestrator, has no maintenance mode',
  async (id, code, words) => {
    const { handlers } = await setUp();
    await expect(handlers.enterMaintenance({ params: { id } }, CALLER)).rejects.toMatchObject({
      status: code,
      message: expect.stringContaining(words) as string,
    });
  },
);

test('a server of Rook has no maintenance mode, and the refusal names the commands to use', async () => {
  const { handlers, task } = await setUp({ 'orch status': { json: { available: true, backend: 'rook' } } });
  await expect(handlers.enterMaintenance(PARAMS, CALLER)).rejects.toMatchObject(
    refusal(501, 'kubectl drain a '),
  );
  expect(await task()).toBeUndefined();
});
