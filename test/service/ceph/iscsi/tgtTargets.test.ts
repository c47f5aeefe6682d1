import { expect, test } from 'vitest';
import { TgtError, type TgtRequest } from '../../../../src/service/ceph/iscsi/tgtControl.ts';
import { changedParts, type TgtTarget } from '../../../../src/service/ceph/iscsi/tgtItems.ts';
import { TgtTargets } from '../../../../src/service/ceph/iscsi/tgtTargets.ts';

const NAME = 'iqn.2001-07.com.ceph:x:alpha';
const lun = (id: number) => ({ id, pool: 'rbd', image: `disk${id}`, wwn: `naa.6001405${id}` });
const target = (...ids: number[]): TgtTarget => ({
  name: NAME,
  initiators: ['iqn.2020-01.org.example:alpha'],
  accounts: [],
  luns: ids.map(lun),
});

/** A tgtd that refuses matching requests, and the images that it serves. */
function tgtd(connections = '') {
  const served = new Set<string>();
  const asked: TgtRequest[] = [];
  let refuses: (request: TgtRequest) => Error | undefined = () => undefined;
  const targets = new TgtTargets(
    async (request) => {
      const refusal = refuses(request);
      if (refusal) throw refusal;
      asked.push(request);
      const at = `${request.target}/${request.lun}`;
      if (request.mode === 'logicalunit' && request.op === 'new') served.add(at);
      if (request.mode === 'logicalunit' && request.op === 'delete') served.delete(at);
      return request.mode === 'connection' && request.op === 'show' ? connections : '';
    },
    { user: 'admin' },
  );
  return {
    targets,
    asked,
    served: () => [...served].toSorted(),
    refuse: (refusing: typeof refuses) => void (refuses = refusing),
  };
}
const closed = new TgtError('tgtd: the image cannot be opened', true);
const isDisk = (id: number) => (request: TgtRequest) =>
  request.lun === id && request.op === 'new' ? closed : undefined;

test('a disk that cannot be opened does not keep others from being served', async () => {
  const { targets, served, refuse } = tgtd();
  refuse(isDisk(1));
  const problems = await targets.apply([target(1, 2, 3)]);
  expect(problems).toEqual([
    { parts: [`${NAME} rbd/disk1`], message: expect.stringContaining('disk1') as string },
  ]);
  expect(served()).toEqual(['1/2', '1/3']);
  refuse(() => undefined);
  expect(await targets.apply([target(1, 2, 3)])).toEqual([]);
  expect(served()).toEqual(['1/1', '1/2', '1/3']);
});

test('the disks of a target without its access control are not served, and are parts of the problem', async () => {
  const { targets, served, refuse } = tgtd();
  refuse(({ mode, op }) => (mode === 'target' && op === 'bind' ? closed : undefined));
  expect(await targets.apply([target(1, 2)])).toMatchObject([
    { parts: [NAME, `${NAME} rbd/disk1`, `${NAME} rbd/disk2`] },
  ]);
  expect(served()).toEqual([]);
});

test('a tgtd that does not answer gets no requests for further disks', async () => {
  const { targets, refuse } = tgtd();
  const asked: TgtRequest[] = [];
  refuse((request) => {
    if (request.op === 'new' && request.mode === 'logicalunit') asked.push(request);
    return request.mode === 'logicalunit' ? new TgtError('no answer', false) : undefined;
  });
  expect(await targets.apply([target(1, 2)])).toMatchObject([
    { parts: [`${NAME} rbd/disk1`, `${NAME} rbd/disk2`] },
  ]);
  expect(asked).toHaveLength(1);
});

test('a client that loses its access is disconnected, and others stay connected', async () => {
  const { targets, asked } = tgtd(
    'Session: 3\n  Connection: 1\n    Initiator: iqn.2020-01.org.example:alpha\n' +
      'Session: 4\n  Connection: 0\n    Initiator: iqn.2020-01.org.example:other\n',
  );
  await targets.apply([target(1)]);
  asked.splice(0);
  expect(await targets.apply([{ ...target(1), initiators: [] }])).toEqual([]);
  expect(asked).toEqual([
    { mode: 'target', op: 'unbind', target: 1, params: 'initiator-name=iqn.2020-01.org.example:alpha' },
    { mode: 'connection', op: 'show', target: 1 },
    { mode: 'connection', op: 'delete', target: 1, session: 3, connection: 1 },
  ]);
});

test('a target is removed from its disks on, what cannot be removed is tried again, and its number is then free', async () => {
  const { targets, served, refuse, asked } = tgtd();
  await targets.apply([target(1, 2)]);
  refuse(({ lun, op }) => (lun === 1 && op === 'delete' ? closed : undefined));
  expect(await targets.apply([])).toEqual([
    { parts: [`${NAME} rbd/disk1`, NAME, NAME], message: closed.message },
  ]);
  expect(served()).toEqual(['1/1']);
  refuse(() => undefined);
  asked.splice(0);
  expect(await targets.apply([])).toEqual([]);
  expect(asked.map(({ mode, op }) => `${mode} ${op}`)).toEqual([
    'logicalunit delete',
    'target unbind',
    'connection show',
    'target delete',
  ]);
  await targets.apply([{ ...target(3), name: `${NAME}2` }]);
  expect(served()).toEqual(['1/3']);
});

test('an account exists while it is bound, next to a secret one, and all is made again in a new tgtd', async () => {
  const { targets, asked } = tgtd();
  const steps = () =>
    asked
      .splice(0)
      .filter(({ mode }) => mode === 'account')
      .map(({ op, params = '' }) => `${op} ${/user=([\w-]+)/.exec(params)?.[1]}`);
  const accounts = [{ username: 'beta', password: 'Secret-Word-1' }];
  await targets.apply([{ ...target(1), accounts }]);
  const made = ['new beta', 'new storedeck-guard', 'bind storedeck-guard', 'bind beta'];
  expect(steps()).toEqual(made);
  targets.forget();
  await targets.apply([{ ...target(1), accounts }]);
  expect(steps()).toEqual(made);
  await targets.apply([target(1)]);
  expect(steps()).toEqual(['unbind beta', 'unbind storedeck-guard', 'delete beta']);
});

test('a disk that was added but could not be completed is taken back', async () => {
  const { targets, served, refuse } = tgtd();
  refuse(({ mode, op }) => (mode === 'logicalunit' && op === 'update' ? closed : undefined));
  expect(await targets.apply([target(1)])).toHaveLength(1);
  expect(served()).toEqual([]);
});

test('a message about an account names its user, without anything of its password', async () => {
  const { targets, refuse } = tgtd();
  refuse(({ mode, params = '' }) => (mode === 'account' && params.includes('beta') ? closed : undefined));
  const accounts = [{ username: 'beta', password: 'Secret-Word-1' }];
  expect((await targets.apply([{ ...target(1), accounts }])).map(({ message }) => message)).toEqual([
    `accounts: account beta: ${closed.message}`,
    `${NAME}: bind beta: ${closed.message}`,
  ]);
});

test('the changed parts are exactly those that were added, removed or modified', () => {
  const before = [target(1, 2)];
  expect([...changedParts(before, [target(1, 2, 3)])]).toEqual([`${NAME} rbd/disk3`]);
  expect([...changedParts(before, [target(1)])]).toEqual([`${NAME} rbd/disk2`]);
  expect([...changedParts(before, [{ ...target(1, 2), initiators: [] }])]).toEqual([NAME]);
  const account = { username: 'beta', password: 'Secret-Word-1' };
  expect([...changedParts(before, [{ ...target(1, 2), accounts: [account] }])]).toEqual([
    NAME,
    'account beta',
  ]);
  expect([...changedParts(before, [])]).toEqual([NAME, `${NAME} rbd/disk1`, `${NAME} rbd/disk2`]);
  expect([...changedParts(before, before)]).toEqual([]);
});

test('the targets of a process that runs already are changed as if this service had made them, without any password', async () => {
  const { targets } = tgtd();
  const withAccount = { ...target(1, 2), accounts: [{ username: 'ann', password: 'secret secret' }] };
  await targets.apply([withAccount]);
  const stored = JSON.stringify(targets.applied);
  expect(stored).not.toContain('secret');
  const asked: TgtRequest[] = [];
  const record = async (request: TgtRequest) => String(asked.push(request));
  const later = new TgtTargets(record, { user: 'admin' }, JSON.parse(stored) as typeof targets.applied);
  expect(await later.apply([withAccount])).toEqual([]);
  expect(asked).toEqual([]);
  await later.apply([{ ...withAccount, luns: [lun(2)] }]);
  expect(asked).toEqual([{ mode: 'logicalunit', op: 'delete', target: 1, lun: 1 }]);
});
