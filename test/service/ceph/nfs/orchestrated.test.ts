import { expect, test } from 'vitest';
import { orderNfs } from '../../../../src/service/ceph/nfs/orchestrated.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { recordedCeph, refused, type Answer } from '../recordedCeph.ts';
import { sample } from '../samples.ts';

const EIO = -5;
/** The service as it was recorded. */
const HOME = { number: 1, nfsPath: '/x', path: '/', access: [{ subnet: '10.0.0.0/8', rw: true }] };

function setUp(answers: Readonly<Record<string, Answer>> = {}) {
  const recorded = recordedCeph(fakeClock(), {
    'fs ls': { json: [{ name: 'storefs' }] },
    'nfs cluster create': { rc: 0, outs: 'storedeck-1 cluster already exists' },
    'nfs export ls': { json: sample('nfsExportLs', '20.2') },
    ...answers,
  });
  const inputs = () =>
    recorded.asked.flatMap((one) =>
      'command' in one && one.input !== undefined
        ? [JSON.parse(Buffer.from(one.input, 'base64').toString()) as unknown]
        : [],
    );
  return { ...recorded, inputs };
}
const prefixes = ({ commands }: ReturnType<typeof setUp>) => commands.map(({ prefix }) => prefix);

test('a service of the orchestrator is created with its servers, and only moved later', async () => {
  const none = setUp({ 'nfs cluster create': { rc: 0, outs: '' }, 'nfs export ls': { json: [] } });
  expect(await orderNfs(none.ceph, 1, ['node1', 'node2'], [])).toEqual([]);
  expect(none.commands).toEqual([]);
  expect(none.asked.slice(1)).toMatchObject([
    { command: { prefix: 'nfs cluster create', cluster_id: 'storedeck-1', placement: 'node1 node2' } },
    { command: { prefix: 'nfs export ls' } },
  ]);
  const present = setUp();
  await orderNfs(present.ceph, 1, ['node2'], [HOME]);
  expect(present.commands).toEqual([{ prefix: 'orch apply nfs', svc_id: 'storedeck-1', placement: 'node2' }]);
});

test('the exports are exactly those requested, and an unchanged export is left alone', async () => {
  const changed = setUp();
  await orderNfs(
    changed.ceph,
    1,
    ['node2'],
    [
      { ...HOME, access: [{ subnet: '0.0.0.0/0', rw: false }, ...HOME.access] },
      { number: 2, nfsPath: '/y', path: '/y', access: [] },
    ],
  );
  expect(prefixes(changed)).toEqual(['orch apply nfs', 'nfs export apply', 'nfs export apply']);
  expect(changed.inputs()).toEqual([
    expect.objectContaining({
      export_id: 1,
      pseudo: '/x',
      access_type: 'none',
      fsal: { name: 'CEPH', fs_name: 'storefs' },
      clients: [
        { addresses: ['10.0.0.0/8'], access_type: 'rw', squash: 'none' },
        { addresses: ['0.0.0.0/1', '128.0.0.0/1'], access_type: 'ro', squash: 'none' },
      ],
    }),
    expect.objectContaining({ export_id: 2, path: '/y', clients: [] }),
  ]);
  const gone = setUp();
  await orderNfs(gone.ceph, 1, ['node2'], [{ ...HOME, number: 3, path: '/z' }]);
  expect(gone.commands.slice(1)).toMatchObject([
    { prefix: 'nfs export rm', cluster_id: 'storedeck-1', pseudo_path: '/x' },
    { prefix: 'nfs export apply' },
  ]);
});

test('an export that the orchestrator refuses is reported as a problem, and the others are served', async () => {
  const { ceph, inputs } = setUp({ 'nfs export apply': refused(EIO, 'no such path') });
  const two = [2, 3].map((number) => ({ ...HOME, number, nfsPath: `/${number}` }));
  expect(await orderNfs(ceph, 1, ['node2'], two)).toEqual([
    expect.stringMatching(/^\/2: Ceph: no such path/),
    expect.stringMatching(/^\/3: /),
  ]);
  expect(inputs()).toHaveLength(2);
});

test('a server name that the orchestrator would read as several is not passed to it', async () => {
  const { ceph, commands } = setUp();
  await expect(orderNfs(ceph, 1, ['node*'], [])).rejects.toMatchObject({ status: 409 });
  expect(commands).toEqual([]);
});
