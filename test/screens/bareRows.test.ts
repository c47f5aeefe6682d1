import { expect, test } from 'vitest';
import { actionOf, answering, checkLines, deck, listLines, openedPage, openScreen } from './openedDeck.ts';

type Answers = Parameters<typeof answering>[0];

/** Rows about which the service says next to nothing: the list below its heading, and the page of the first row. */
const BARE: readonly [
  line: string,
  answers: Answers,
  rows: readonly string[],
  title: string,
  facts: readonly (readonly [string, string])[],
][] = [
  [
    'crashes',
    { listCrashes: () => [{}] },
    ['▲ -- -- -- -- -- -- --'],
    'Crash of --',
    ['how long ago', 'host', 'reason', 'version', 'when', 'process', 'id'].map((name) => [name, '--']),
  ],
  [
    'hooks',
    { listHooks: () => [{}, { id: 1, serverIds: [2] }], listHookPoints: () => [] },
    ['-- -- -- management node', '1 -- -- stor-02'],
    'Hook: the script at --',
    [
      ['id', '--'],
      ['event', '--'],
      ['script', '--'],
      ['runs on', 'management node'],
    ],
  ],
  [
    'scripts',
    { listScripts: () => [{ id: 4 }, {}], listHooks: () => [{ scriptId: 4 }] },
    ['4 -- 1 --', '-- -- 0'],
    'Script --',
    [
      ['id', '4'],
      ['hooks', '1'],
      ['runs at', '--'],
    ],
  ],
  [
    'ha-groups',
    { listHaGroups: () => [{}, { id: 1, servers: [{}] }] },
    ['-- -- -- --', '1 -- -- -- --'],
    'HA group --',
    [
      ['floating address', '--'],
      ['service', '--'],
      ['description', 'none'],
      ['fails over after', 'not reported'],
      ['fails back', '--'],
      ['id', '--'],
    ],
  ],
  [
    'snapshots p i',
    { getImage: () => ({ name: 'i', snaps: [{}] }) },
    ['-- --'],
    'Snapshot -- of p/i',
    [['id', '--']],
  ],
  [
    'all-tasks',
    { listTasks: () => ({ data: [{ id: 7 }] }) },
    ['UNKNOWN 7 --'],
    'Task 7: ',
    [
      ['state', 'UNKNOWN'],
      ['object', '--'],
      ['started by', '--'],
      ['started', '--'],
      ['age', '--'],
      ['status code', '--'],
    ],
  ],
  [
    'nfs-exports 1',
    { listNfsExports: () => [{}] },
    [expect.stringMatching(/^-- --/) as string],
    'NFS export --',
    [
      ['id', '--'],
      ['directory', '--'],
      ['access', 'nobody'],
    ],
  ],
  [
    'iscsi-clients 1',
    { getIscsiService: () => ({ clients: [{ luns: [{}] }] }) },
    ['-- 1'],
    'iSCSI client --',
    [],
  ],
  [
    'iscsi-groups 1',
    { getIscsiService: () => ({ groups: [{ luns: [{}] }] }) },
    ['-- 0 1'],
    'Host group --',
    [['hosts', '0']],
  ],
  [
    'pools',
    { listPools: () => [{}] },
    ['-- replicated -- -- -- -- -- -- -- -- --'],
    'Pool ',
    [
      ['used for', 'not reported'],
      ['redundancy', 'replicated --'],
      ['needed for I/O', '-- of --'],
      ['can be lost', '--'],
      ['rule', '--'],
      ['placement groups', '--'],
      ['stored', 'not reported'],
      ['read', '--, -- op/s'],
      ['write', '--, -- op/s'],
      ['most bytes', 'not known'],
      ['most objects', 'not known'],
      ['id', '--'],
    ],
  ],
];

test.each(BARE)(
  'what the service does not say of a row of :%s is shown as such in the list and on the page',
  async (line, answers, rows, title, facts) => {
    await openScreen(line, { columns: 150, ...answering(answers) });
    await deck.clock.advance(500);
    expect((await listLines(/^▶/)).slice(2)).toEqual(rows);
    await deck.press('d');
    expect(openedPage()).toMatchObject({ title, facts });
  },
);

test('before something that hardly says anything is deleted, what is missing is not taken for certain', async () => {
  const checksOf = async (line: string, answers: Answers) => {
    await openScreen(line, { columns: 150, ...answering(answers) });
    await deck.clock.advance(500);
    return checkLines(actionOf('delete').plan());
  };
  expect(await checksOf('ha-groups', { listHaGroups: () => [{}] })).toEqual([
    'warn clients of a service at -- are cut off',
  ]);
  expect(
    await checksOf('scripts', { listScripts: () => [{ id: 4 }], listHooks: () => [{ scriptId: 4 }] }),
  ).toEqual(['block 1 hook run it (--): delete them first']);
  expect(await checksOf('pools', { listPools: () => [{}] })).toEqual([
    'warn its protection could not be read',
    'warn -- in -- objects are lost for good',
  ]);
  expect(
    await checksOf('iscsi-clients 1', { getIscsiService: () => ({ clients: [{ luns: [{}] }] }) }),
  ).toEqual(['block it has 1 disk: remove them first']);
});

test('an action on an object without the name that its request needs is not proposed, and it is said why', async () => {
  await openScreen('images volumes', {
    columns: 150,
    ...answering({ listImages: () => ({ data: [{ size: 1 }], totalElements: 1 }) }),
  });
  await deck.clock.advance(500);
  await deck.press(actionOf('delete').keys[0]!);
  expect(deck.cockpit.view.getState().overlays.map(({ kind }) => kind)).toEqual(['screen']);
  expect(deck.cockpit.view.getState().notice).toMatchObject({
    text: 'The service does not report the name or number that the request needs. Nothing was sent.',
  });
});
