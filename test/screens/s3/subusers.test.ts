import { expect, test } from 'vitest';
import { MASK } from '../../../src/api/mask.ts';
import { actionOf, answering, checkLines, deck, listLines, openedPage, openScreen } from '../openedDeck.ts';

const open = () =>
  openScreen('subusers alice', {
    ...answering({
      listS3Users: () => [
        {
          uid: 'alice',
          subusers: [{ subuser: 'alice:backup', permissions: 'READ' }, { subuser: 'plain' }],
        },
        { uid: 'bob', subusers: [{ subuser: 'bob:other' }] },
      ],
      getS3SubuserKey: ({ params }) => ({
        user: `${params.uid}:${params.subuser}`,
        accessKey: 'AK',
        secretKey: 'hush',
      }),
    }),
  });
const plan = (id: string) => actionOf(id).plan();

test('the sub-users of one S3 user are listed with what they may do', async () => {
  await open();
  expect(await listLines(/^SUB-USER/)).toEqual(['SUB-USER PERMISSIONS', 'alice:backup READ', 'plain --']);
});

test('requests name a sub-user by the part after the colon, and its dialogs by its whole name', async () => {
  await open();
  const drop = plan('delete');
  expect(drop).toMatchObject({ title: 'Delete sub-user alice:backup', target: 'alice:backup' });
  expect(drop.cli?.({})).toBe('radosgw-admin subuser rm --uid=alice --subuser=backup');
  expect(checkLines(drop)).toEqual(['warn clients with its keys are refused from then on']);
  const edit = plan('edit');
  expect(edit).toMatchObject({
    title: 'Change sub-user alice:backup',
    target: 'alice:backup',
    undo: 'give it READ again',
  });
  expect(edit.fields).toMatchObject([{ label: 'permissions', initial: 'READ' }]);
  for (const { execution } of [drop, edit])
    expect('preview' in execution && execution.preview({})).toMatchObject({
      params: { uid: 'alice', subuser: 'backup' },
    });
  const config = plan('config');
  expect(config).toMatchObject({ title: 'Save the configuration file of backup', target: 'backup' });
  expect(config.fields[0]?.initial).toMatch(/\/backup\.s3cfg$/);
  await deck.press('down');
  expect(plan('delete').cli?.({})).toBe('radosgw-admin subuser rm --uid=alice --subuser=plain');
  expect(plan('create').cli?.({ 'body.subuser': 'new', 'body.permissions': 'WRITE' })).toBe(
    'radosgw-admin subuser create --uid=alice --subuser=new --access=WRITE --gen-access-key',
  );
});

test('the key of a sub-user is shown with its secret masked, and only v shows that', async () => {
  await open();
  const show = async (id: string) => {
    const { show: shown } = plan(id);
    shown?.({ user: 'alice:backup', accessKey: 'AK', secretKey: 'hush' }, {});
    const page = openedPage();
    await deck.press('esc');
    const lines = page.text.map((line) => (typeof line === 'string' ? line : line.text));
    return [page.title, ...lines];
  };
  expect(await show('key')).toEqual([
    'Key of backup',
    'alice:backup',
    'AK',
    MASK,
    '',
    'v shows the secret key.',
  ]);
  expect(await show('reveal')).toEqual([
    'Key of backup',
    'alice:backup',
    'AK',
    'hush',
    '',
    'Whoever has both can act as this user.',
  ]);
  plan('key').show?.({}, {});
  expect(openedPage().text.slice(0, 3)).toMatchObject([{ text: '--' }, { text: '--' }, { text: MASK }]);
});
