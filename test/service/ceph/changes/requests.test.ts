import { expect, test } from 'vitest';
import type { Input } from '../../../../src/api/contract/index.ts';
import { createChangeRequests, type SavedRequest } from '../../../../src/service/ceph/changes/requests.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import type { OsdTree, OsdTreeNode } from '../../../../src/service/ceph/map/osdTree.ts';
import { createCollection } from '../../../../src/service/ceph/state/collection.ts';
import { createStateStore } from '../../../../src/service/ceph/state/store.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { recordedCeph, refused } from '../recordedCeph.ts';
import { KeyStore } from '../state/keyStore.ts';
import { taskTable } from '../taskTable.ts';

type Wanted = Input<'changeCrushMap'>['body'];

const TREE: OsdTree = {
  nodes: [
    { id: -1, name: 'default', type: 'root', children: [-2, -3] },
    { id: -2, name: 'a', type: 'host', children: [0] },
    { id: -3, name: 'b', type: 'host', children: [1] },
    { id: 0, name: 'osd.0', type: 'osd', status: 'up', reweight: 1 },
    { id: 1, name: 'osd.1', type: 'osd', status: 'up', reweight: 1 },
  ],
  stray: [{ id: 2, name: 'osd.2', type: 'osd', status: 'up', reweight: 1 }],
};
const KIB_IN_TIB = 2 ** 30;
const wire = ({ id, name, type, children = [], reweight }: OsdTreeNode) => ({
  id,
  name,
  type: type.toUpperCase() as 'HOST',
  children: [...children],
  ...(reweight === undefined ? {} : { reweight }),
});
/** The map with osd.1 moved to a, and the stray osd.2 put into b. */
const wanted = (): Wanted => ({
  nodes: [...TREE.nodes, ...TREE.stray].map((node) => {
    const children = { a: [0, 1], b: [2] }[node.name];
    return wire(children ? { ...node, children } : node);
  }),
  stray: [],
});

function cluster(admit?: () => Promise<void>) {
  const clock = fakeClock();
  const recording = recordedCeph(clock, {
    'osd tree': { json: TREE },
    'osd crush rule dump': {
      json: [{ rule_id: 0, rule_name: 'fast', type: 1, steps: [{ op: 'take', item_name: 'default~ssd' }] }],
    },
    'osd df': { json: { nodes: [], stray: [{ id: 2, kb: KIB_IN_TIB * 1.5, kb_used: 0 }] } },
  });
  const { ceph } = recording;
  const store = createStateStore(new KeyStore().connect(clock), clock, 'a');
  const tasks = taskTable(clock, undefined, admit);
  const around: string[] = [];
  const requests = createChangeRequests({
    ceph,
    tasks,
    inventory: createInventory(ceph, clock),
    requests: createCollection<SavedRequest>(store, 'change-request', 'change request'),
    around: async (change, apply) => {
      around.push(change);
      return apply();
    },
  });
  /** Lets the store finish what it waits for. */
  const soon = async <T>(result: Promise<T>): Promise<T> => {
    result.catch(() => undefined);
    await clock.advance(10_000);
    return result;
  };
  const ended = async (id = NaN) => {
    await clock.advance(10_000);
    return tasks.get(id);
  };
  return { ...recording, requests, around, soon, ended, tasks };
}

test('a change request waits, and is applied command by command once it is approved', async () => {
  const { requests, commands, around, soon, ended } = cluster();
  const { id = NaN } = await soon(requests.propose(wanted(), 'me'));
  expect(commands).toEqual([]);
  const [listed] = await requests.list();
  expect(listed?.changes).toMatchObject([
    { node: 'osd.1', to: 'a' },
    { node: 'osd.2', to: 'b' },
  ]);
  const task = await soon(requests.approve(id, 'another'));
  expect(task.object).toBe(`change request ${id}`);
  expect(await ended(task.id)).toMatchObject({ state: 'FINISHED', startedBy: 'another' });
  expect(commands).toEqual([
    { prefix: 'osd crush move', name: 'osd.1', args: ['host=a'] },
    { prefix: 'osd crush add', id: 2, weight: 1.5, args: ['host=b'] },
  ]);
  expect(around).toEqual(['move osd.1 from b to a; move osd.2 from the strays to b']);
});

test('a bucket that a CRUSH rule starts from cannot be removed', async () => {
  const { requests, soon } = cluster();
  const { nodes } = wanted();
  const hosts = nodes.filter(({ name }) => name !== 'default');
  await expect(soon(requests.propose({ nodes: hosts, stray: [] }, 'me'))).rejects.toMatchObject(
    refusal(409, 'the CRUSH rule fast starts from default'),
  );
});

test('a change request is decided only once', async () => {
  const { requests, soon } = cluster();
  const { id = NaN } = await soon(requests.propose(wanted(), 'me'));
  await soon(requests.reject(id));
  expect(await requests.list()).toMatchObject([{ id, state: 'REJECTED', createdBy: { name: 'me' } }]);
  await expect(soon(requests.approve(id, 'me'))).rejects.toMatchObject(refusal(409, 'already rejected'));
  await expect(soon(requests.reject(id))).rejects.toMatchObject(refusal(409));
  await expect(soon(requests.approve(99, 'me'))).rejects.toMatchObject(refusal(404));
});

test('if the map has changed since, it is left unchanged and the request stays pending', async () => {
  const { requests, commands, answer, soon } = cluster();
  const { id = NaN } = await soon(requests.propose(wanted(), 'me'));
  const nodes = TREE.nodes.filter((node) => node.name !== 'osd.1');
  const gone = nodes.map((node) => (node.name === 'b' ? { ...node, children: [] } : node));
  answer('osd tree', { json: { ...TREE, nodes: gone } });
  await expect(soon(requests.approve(id, 'me'))).rejects.toMatchObject(
    refusal(409, 'osd.1 no longer exists'),
  );
  expect(await requests.list()).toMatchObject([{ id, state: 'PENDING' }]);
  expect(commands).toEqual([]);
});

test('a step that somebody else has made during the change ends it, with the reason', async () => {
  const { requests, commands, answer, soon, ended } = cluster();
  const { id = NaN } = await soon(requests.propose(wanted(), 'me'));
  answer('osd crush move', () => {
    const [osd] = TREE.stray;
    const nodes = TREE.nodes.map((node) => (node.name === 'a' ? { ...node, children: [0, 2] } : node));
    answer('osd tree', { json: { nodes: [...nodes, osd], stray: [] } });
    return Promise.resolve({ rc: 0, outs: '' });
  });
  const task = await soon(requests.approve(id, 'me'));
  expect(await ended(task.id)).toMatchObject({
    state: 'FAILED',
    output: expect.stringMatching(
      /^move osd\.1 from b to a\ncould not move osd\.2 from the strays to b: osd\.2 is now in a/,
    ) as string,
  });
  expect(commands).toEqual([]);
});

test('a cancelled change makes no further steps', async () => {
  const { requests, commands, answer, soon, ended, tasks } = cluster();
  const { id = NaN } = await soon(requests.propose(wanted(), 'me'));
  answer('osd crush move', async () => {
    await tasks.cancel(1);
    return { rc: 0, outs: '' };
  });
  const task = await soon(requests.approve(id, 'me'));
  expect(await ended(task.id)).toMatchObject({ state: 'CANCELED' });
  expect(commands).toEqual([]);
});

test('a bucket may be renamed and get OSDs by the same request, whose description names three of its steps', async () => {
  const { requests, commands, around, soon, ended } = cluster();
  const map = wanted();
  const nodes = map.nodes.map((node) => ({
    ...node,
    ...(node.name === 'b' && { name: 'c' }),
    ...(node.id === 0 && { reweight: 0.5, deviceClass: 'ssd' }),
  }));
  const { id = NaN, description } = await soon(requests.propose({ ...map, nodes }, 'me'));
  expect(description).toBe(
    'rename b to c; move osd.1 from c to a; move osd.2 from the strays to c; and 2 more',
  );
  const task = await soon(requests.approve(id, 'me'));
  expect(await ended(task.id)).toMatchObject({ state: 'FAILED' });
  expect(around).toEqual([description]);
  // The recorded map does not follow the rename, so the step after it no longer applies.
  expect(commands.map(({ prefix }) => prefix)).toEqual(['osd crush rename-bucket']);
});

test('a step that Ceph refuses ends the change, and the task lists the steps that were done', async () => {
  const { requests, answer, soon, ended } = cluster();
  const { id = NaN } = await soon(requests.propose(wanted(), 'me'));
  answer('osd crush add', refused(-22, 'no'));
  const task = await soon(requests.approve(id, 'me'));
  expect(await ended(task.id)).toMatchObject({
    state: 'FAILED',
    output: expect.stringMatching(/^move osd\.1 from b to a\nCeph: no /) as string,
  });
});

test('a request stays undecided if its change cannot be started', async () => {
  const { requests, soon } = cluster(() => Promise.reject(new Error('another one acts')));
  const { id = NaN } = await soon(requests.propose(wanted(), 'me'));
  await expect(soon(requests.approve(id, 'me'))).rejects.toThrow('another one acts');
  expect(await requests.list()).toMatchObject([{ id, state: 'PENDING' }]);
});

test('neither a submitted nor a present map may have an OSD in two buckets', async () => {
  const { requests, answer, soon } = cluster();
  const map = wanted();
  const twice = map.nodes.map((node) => (node.name === 'a' ? { ...node, children: [0, 1, 2] } : node));
  await expect(soon(requests.propose({ ...map, nodes: twice }, 'me'))).rejects.toMatchObject(
    refusal(400, 'osd.2'),
  );
  const nodes = TREE.nodes.map((node) => (node.name === 'a' ? { ...node, children: [0, 1] } : node));
  answer('osd tree', { json: { ...TREE, nodes } });
  await expect(soon(requests.propose(map, 'me'))).rejects.toMatchObject(refusal(400, 'osd.1'));
});

test('a map without changes makes no request', async () => {
  const { requests, soon } = cluster();
  const same = { nodes: TREE.nodes.map(wire), stray: TREE.stray.map(wire) };
  await expect(soon(requests.propose(same, 'me'))).rejects.toMatchObject(refusal(409, 'nothing to change'));
});

test('only a limited number of change requests may be pending', async () => {
  const { requests, soon } = cluster();
  for (let id = 1; id <= 20; id++) await soon(requests.propose(wanted(), 'me'));
  await expect(soon(requests.propose(wanted(), 'me'))).rejects.toMatchObject(
    refusal(409, 'storedeck changes'),
  );
  await soon(requests.reject(7));
  expect(await soon(requests.propose(wanted(), 'me'))).toMatchObject({ id: 21, state: 'PENDING' });
  expect((await requests.list()).map(({ id }) => id).slice(0, 2)).toEqual([21, 20]);
});
