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
function tgtd() {
  const served = new Set<string>();
  let refuses: (request: TgtRequest) => Error | undefined = () => undefined;
  const targets = new TgtTargets(
    async (request) => {
      const refusal = refuses(request);
      if (refusal) throw refusal;
      const at = `${request.target}/${request.lun}`;
      if (request.mode === 'logicalunit' && request.op === 'new') served.add(at);
      if (request.mode === 'logicalunit' && request.op === 'delete') served.delete(at);
      return '';
    },
    { user: 'admin' },
  );
  return {
    targets,
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
