import { expect, test } from 'vitest';
import { createStateStore, type StateStore } from '../../../../src/service/ceph/state/store.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { KeyStore } from './keyStore.ts';

const setup = () => {
  const keys = new KeyStore();
  const clock = fakeClock();
  const node = (name: string): StateStore => createStateStore(keys.connect(clock), clock, name);
  /** Advances the time until the promise is settled. */
  const settle = async <T>(promise: Promise<T>): Promise<T> => {
    const state = { ended: false };
    const done = promise.finally(() => (state.ended = true));
    done.catch(() => undefined);
    while (!state.ended) await clock.advance(50);
    return done;
  };
  return { keys, clock, node, settle };
};
const increment = (present = 0) => present + 1;

test('an object written by one node is read by the other', async () => {
  const { node, settle } = setup();
  const [a, b] = [node('a'), node('b')];
  await settle(a.update('thing/1', () => ({ ip: '10.0.0.0', description: 'Grüße\n' })));
  expect(await b.get('thing/1')).toEqual({ ip: '10.0.0.0', description: 'Grüße\n' });
  expect(await b.list('thing/')).toEqual(new Map([['1', { ip: '10.0.0.0', description: 'Grüße\n' }]]));
  await settle(b.update('thing/1', () => undefined));
  expect(await a.get('thing/1')).toBeUndefined();
});

test('the state is stored below storedeck/ in ASCII, because the monitors would not show anything else', async () => {
  const { keys, node } = setup();
  await node('a').put('x', 'Grüße');
  expect(keys.values).toEqual(new Map([['storedeck/x', '{"value":"Gr\\u00fc\\u00dfe"}']]));
});

test('of simultaneous changes none is lost', async () => {
  const { node, settle } = setup();
  const nodes = ['a', 'b', 'c'].map(node);
  await settle(Promise.all(nodes.map((store) => store.update('count', increment))));
  expect(await nodes[0]!.get('count')).toBe(3);
});

test('a change still counts if another one was based on it right away', async () => {
  const { keys, clock, node } = setup();
  const [a, b] = [node('a'), node('b')];
  const first = a.update('count', increment);
  await clock.advance(10);
  const second = b.update('count', increment);
  await clock.advance(300);
  expect(await Promise.all([first, second])).toEqual([1, 2]);
  expect(keys.values.get('storedeck/count')).toContain('"value":2');
});

test('an object that is removed during its change is changed like a missing one', async () => {
  const { keys, node, settle } = setup();
  await node('b').put('x', 'old');
  let removed = false;
  keys.before = (prefix) => {
    if (prefix !== 'config-key get' || removed || keys.values.get('storedeck/x')?.includes('old')) return;
    removed = true;
    keys.values.delete('storedeck/x');
  };
  const seen: unknown[] = [];
  await settle(node('a').update<string, string>('x', (present) => (seen.push(present), 'new')));
  expect(seen).toEqual(['old', undefined]);
});

test('nothing is written if nothing changes, or if the change refuses', async () => {
  const { keys, node, settle } = setup();
  await node('a').put('x', 1);
  keys.before = (prefix) => {
    if (prefix === 'config-key set') throw new Error('written');
  };
  await settle(node('a').update('x', (present) => present));
  await expect(
    settle(
      node('a').update('x', () => {
        throw new Error('refused');
      }),
    ),
  ).rejects.toThrow('refused');
});

test('a node that never gets its turn gives up with a message', async () => {
  const { keys, node, settle } = setup();
  let count = 0;
  keys.before = (prefix) => {
    if (prefix === 'config-key get')
      keys.values.set('storedeck/x', `{"value":${++count},"marks":["other ${count}"]}`);
  };
  let tries = 0;
  const changed = node('a').update('x', () => `mine ${++tries}`);
  await expect(settle(changed)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('try again') as string,
  });
  expect(tries).toBe(4);
});

test('a value that is too large for the monitors is refused with both sizes', async () => {
  const { node } = setup();
  await expect(node('a').put('x', 'ü'.repeat(20_000))).rejects.toMatchObject({
    status: 413,
    message: expect.stringMatching(/storedeck\/x would need 1200\d\d bytes.*65536/) as string,
  });
});

test('a value of exactly the size that the monitors take is stored', async () => {
  const { keys, node } = setup();
  const text = (length: number) => 'x'.repeat(length - '{"value":""}'.length);
  await node('a').put('x', text(65_536));
  expect(keys.values.get('storedeck/x')).toHaveLength(65_536);
  await expect(node('a').put('x', text(65_537))).rejects.toMatchObject({ status: 413 });
});

test('foreign data below the key is reported, not served', async () => {
  const { keys, node } = setup();
  keys.values.set('storedeck/network/1', 'hello');
  await expect(node('a').list('network/')).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('ceph config-key get storedeck/network/1') as string,
  });
});

test.each([
  ['network/1', {}],
  ['hook/1', 5],
  ['task/1', { task: null, node: 'a' }],
  ['iscsi/1', { iqn: 'iqn', gateways: [], clients: [{ name: 'a' }], groups: [] }],
  ['lease', []],
  ['backup', { enabled: true }],
  ['last-id/task', 'many'],
])('a record %s that holds %j is reported with what to do, and only once', async (key, value) => {
  const keys = new KeyStore();
  const warnings: string[] = [];
  const clock = fakeClock();
  const store = createStateStore(keys.connect(clock), clock, 'a', (problem) => warnings.push(problem));
  keys.values.set(`storedeck/${key}`, JSON.stringify({ value }));
  const refused = {
    status: 503,
    message: expect.stringContaining(`ceph config-key rm storedeck/${key}`) as string,
  };
  await expect(store.get(key)).rejects.toMatchObject(refused);
  await expect(store.list(`${key.split('/', 1)[0]}`)).rejects.toMatchObject(refused);
  expect(warnings).toEqual([expect.stringContaining(`storedeck/${key} in the cluster is damaged`)]);
});

test('only the last few marks of earlier writers are kept', async () => {
  const { keys, node, settle } = setup();
  const store = node('a');
  for (let count = 0; count < 40; count++) await settle(store.update('count', increment));
  const { value, marks } = JSON.parse(keys.values.get('storedeck/count')!) as {
    value: number;
    marks: string[];
  };
  expect(value).toBe(40);
  expect(marks).toEqual(Array.from({ length: 8 }, (_, index) => `a ${index + 33}`));
});
