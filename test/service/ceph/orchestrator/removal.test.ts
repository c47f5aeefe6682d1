import { expect, test } from 'vitest';
import { isOrchestrated } from '../../../../src/service/ceph/orchestrator/removal.ts';
import { SERVICE_ENDS } from '../../../../src/service/ceph/tasks/board.ts';
import { refused, type Answer } from '../recordedCeph.ts';
import { ordering as setUp } from './ordering.ts';

const ENOENT = -2;
const ETIMEDOUT = -110;

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
    const { remove, clock, cancelling, commands, output } = setUp();
    const removed = expect(remove(false)).rejects.toBeDefined();
    await clock.advance(100);
    cancelling.abort(reason);
    await removed;
    expect(commands).toEqual(orders.map((prefix) => ({ prefix, osd_id: ['3'] })));
    expect(output.slice(1)).toEqual(orders.slice(1).map(() => 'the orchestrator: asked to stop'));
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

test.each([
  [{ draining: false, drain_done_at: '2026-01-01' }, 'drained'],
  [{ started: true, pg_count: -1 }, 'started'],
  [{ pg_count: '4' }, 'not started, 4 placement groups are still there'],
])('a removal of which the orchestrator says %j is %s', async (removal, words) => {
  const { remove, clock, cancelling, output } = setUp({ 'orch osd rm status': status(removal) });
  const removed = expect(remove(false)).rejects.toBeDefined();
  await clock.advance(100);
  cancelling.abort();
  await removed;
  expect(output[2]).toBe(`osd.3: ${words}`);
});

test('an OSD that is not listed and still exists is looked for five times in a row, three seconds apart', async () => {
  const { remove, clock, answer, osds } = setUp();
  const list = (removal: object | undefined) =>
    answer('orch osd rm status', removal ? status(removal) : { json: [] });
  list({ drain_status: 'draining' });
  let end = '';
  const removed = remove(false).then(
    () => (end = 'removed'),
    () => (end = 'given up'),
  );
  await clock.advance(100);
  for (let round = 0; round < 2; round++) {
    list(undefined);
    await clock.advance(11_900);
    list({ drain_status: 'draining' });
    await clock.advance(3000);
  }
  list(undefined);
  await clock.advance(14_000);
  expect(end).toBe('');
  osds();
  await clock.advance(10_000);
  await removed;
  expect(end).toBe('given up');
});

test('an orchestrator that cannot be told to stop a removal is left to the operator with the command', async () => {
  const { remove, clock, cancelling, output } = setUp({ 'orch osd rm stop': refused(ENOENT, 'gone') });
  const removed = expect(remove(false)).rejects.toBeDefined();
  await clock.advance(100);
  cancelling.abort();
  await removed;
  expect(output.at(-1)).toMatch(
    /^the orchestrator could not be told to stop \(.*gone.*\): run `ceph orch osd rm stop 3`$/,
  );
});
