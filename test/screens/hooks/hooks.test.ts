import { expect, test, vi } from 'vitest';
import { editScript } from '../../../src/screens/hooks/editScript.ts';
import { Refusal } from '../../../src/service/engine.ts';
import type { Edit } from '../../../src/store/cockpit.ts';
import { confirm, fill } from '../dialogSteps.ts';
import { answering, deck, openScreen, text } from '../openedDeck.ts';

/** An editor that appends a line. */
const adding =
  (line: string): Edit =>
  (_name, before) =>
    Promise.resolve({ kind: 'edited', text: `${before}${line}\n` });

test('a script is installed at an event and run, and cannot be deleted while a hook uses it', async () => {
  const sent: string[] = [];
  await openScreen('hooks', {
    wrap: (inner) => ({
      ...inner,
      send(id, ...rest) {
        sent.push(id);
        return inner.send(id, ...rest);
      },
    }),
  });
  await deck.press('n');
  await fill(deck, ['announce-health.sh', 'OnHealthDegrade', 'all']);
  expect(await text()).toMatch(/OnHealthDegrade runs on the management node: leave the servers empty/);
  await deck.press('esc', 'n');
  await fill(deck, ['no-such.sh', 'OnHealthDegrade', '']);
  expect(await text()).toMatch(/Type one of announce-health\.sh/);
  await fill(deck, ['announce-health.sh', 'OnHealthDegrade', '']);
  expect(await text()).toMatch(/POST \/events\/hooks \{"scriptId":1,"event":"OnHealthDegrade"\}/);
  await confirm(deck, 'yes');
  expect(await text()).toMatch(
    /OnHealthDegrade +announce-health\.sh +management node +when the health gets worse/,
  );
  await deck.press('r');
  await confirm(deck, 'yes');
  expect(sent).toContain('executeHook');
  await deck.press('s', 'D');
  expect(await text()).toMatch(
    /1 hook run it \(OnHealthDegrade\): delete them first[^]*It cannot be done now/,
  );
});

test('a hook on some servers names them, and can be moved to all of them', async () => {
  await openScreen('hooks');
  await deck.press('n');
  await fill(deck, ['announce-health.sh', 'PreFormatDisk', 'stor-02, stor-03']);
  expect(await text()).toMatch(/"serverIds":\[2,3\]/);
  await confirm(deck, 'yes');
  expect(await text()).toMatch(/PreFormatDisk +announce-health\.sh +stor-02, stor-03/);
  await deck.press('e');
  await fill(deck, [undefined, undefined, 'all']);
  expect(await text()).toMatch(/"allServers":true\}/);
  await confirm(deck, 'yes');
  expect(await text()).toMatch(/PreFormatDisk +announce-health\.sh +all/);
});

test('a new script is written in the editor and named when it is saved', async () => {
  await openScreen('scripts', { edit: adding('exit 0') });
  await deck.press('n');
  expect(await text()).toMatch(/\+ #!\/bin\/sh[^]*\+ exit 0/);
  await deck.press('s');
  await fill(deck, ['check.sh']);
  expect(await text()).toMatch(/POST \/events\/scripts \{"name":"check\.sh","contents":"\(\d+ B\)"\}/);
  await confirm(deck, 'y');
  expect(await text()).toMatch(/check\.sh/);
  const scripts = await deck.cockpit.api.listScripts({});
  const { id = 0 } = scripts.find(({ name }) => name === 'check.sh') ?? {};
  expect(await deck.cockpit.api.getScript({ params: { id } })).toMatch(/^#!\/bin\/sh[^]*exit 0\n$/);
});

test('a change by another client meanwhile is reported before it is overwritten', async () => {
  await openScreen('scripts', { edit: adding('echo mine') });
  await deck.press('e');
  expect(await text()).toMatch(/lines? as before|#!\/bin\/sh/);
  await deck.cockpit.api.updateScript({ params: { id: 1 }, body: { contents: '#!/bin/sh\necho theirs\n' } });
  await deck.clock.advance(6000);
  await deck.press('s');
  expect(await text()).toMatch(/somebody else has changed it: saving overwrites that/);
});

test('editing resumes from the draft, and leaving drops it only if that is chosen', async () => {
  await openScreen('scripts', { edit: adding('echo again') });
  await deck.press('e', 'e');
  expect(await text()).toMatch(/\+ echo again\s+\+ echo again/);
  expect(await text()).toMatch(/not saved: 2 lines added, 0 removed/);
  await deck.press('q');
  expect(await text()).toMatch(/announce-health\.sh is not saved[^]*Go on editing[^]*Discard the change/);
  await deck.press('esc', 'esc', 'end', 'enter');
  expect(await text()).toMatch(/SCRIPT +HOOKS/);
  expect(await deck.cockpit.api.getScript({ params: { id: 1 } })).not.toContain('echo again');
});

test('the editor is not opened in read-only mode', async () => {
  let opened = 0;
  await openScreen('scripts', {
    readOnly: 'asked',
    edit: (name, before) => {
      opened++;
      return adding('x')(name, before);
    },
  });
  await deck.press('e', 'n');
  expect(opened).toBe(0);
});

test('changed lines of a text from a server are shown escaped', async () => {
  await openScreen('scripts', { edit: adding('printf "\u001B]0;title\u0007"') });
  await deck.press('e');
  expect(await deck.frame()).not.toContain('\u001B]0');
  expect(await text()).toMatch(/\+ printf "␛\]0;title␇"/);
});

test('a change at the end of a long line is visible', async () => {
  const long = `echo ${'x'.repeat(300)} THE-END`;
  await openScreen('scripts', { columns: 80, rows: 24, edit: adding(long) });
  await deck.press('e', 'end');
  expect((await text()).replaceAll(/\s/g, '')).toContain('THE-END');
});

test('a very long line is drawn in bounded time, and it is said that so much was not compared line by line', async () => {
  const long = '漢字 '.repeat(20_000);
  const other = Array.from({ length: 3000 }, (_, index) => `other ${index}`);
  await openScreen('scripts', {
    edit: () => Promise.resolve({ kind: 'edited', text: [long, ...other].join('\n') }),
  });
  await deck.press('e');
  expect(await text()).toMatch(/3001 lines added, \d+ removed: too many for comparing line by line/);
  await deck.press('G');
  expect(await text()).toMatch(/\+ other 2999/);
});

test.each<[string, Edit, object]>([
  [
    'an editor that changes nothing',
    (_name, before) => Promise.resolve({ kind: 'edited', text: before }),
    { role: 'info', text: 'announce-health.sh was not changed.' },
  ],
  [
    'an editor that fails',
    () => Promise.resolve({ kind: 'failed', reason: 'vi ended with 1' }),
    { role: 'warn', text: 'vi ended with 1' },
  ],
])('%s leaves the list of scripts with a notice', async (_, edit, notice) => {
  await openScreen('scripts', { edit });
  await deck.press('e');
  await vi.waitFor(() => expect(deck.cockpit.view.getState().notice).toMatchObject(notice));
  expect(await text()).toMatch(/SCRIPT +HOOKS/);
});

test('a script that cannot be read is not opened in the editor, and one without a name gets one by its number', async () => {
  const names: string[] = [];
  const edit: Edit = (name, before) => {
    names.push(name);
    return Promise.resolve({ kind: 'edited', text: before });
  };
  await openScreen('scripts', {
    edit,
    ...answering({
      listScripts: () => [],
      getScript: ({ params: { id } }) => {
        if (id === 7) return 'exit 0';
        throw new Refusal(404, 'it is gone');
      },
    }),
  });
  await editScript(deck.cockpit, 8);
  expect(deck.cockpit.view.getState().notice).toMatchObject({
    role: 'error',
    text: expect.stringMatching(/^The script could not be read: .*it is gone/) as string,
  });
  await editScript(deck.cockpit, 7);
  expect(names).toEqual(['script-7']);
});

test('an event of servers needs their names, and what follows a Pre event waits for its script', async () => {
  await openScreen('hooks');
  await deck.press('n');
  await fill(deck, ['announce-health.sh', 'PreFormatDisk', '']);
  expect(await text()).toMatch(/✗ PreFormatDisk runs on servers: type all, or their names/);
  await openScreen('hooks');
  await deck.press('n');
  await fill(deck, ['announce-health.sh', 'PreFormatDisk', 'all']);
  expect(await text()).toMatch(/▲ what follows the event waits for the script/);
});

test('a script that does not say which program runs it is warned of before it is saved', async () => {
  const edit: Edit = () => Promise.resolve({ kind: 'edited', text: 'echo hello\n' });
  await openScreen('scripts', { edit });
  await deck.press('e', 's');
  expect(await text()).toMatch(/▲ it does not begin with the program that runs it, such as #!\/bin\/sh/);
});

test('unchanged lines far from a change are left out of the comparison, and counted', async () => {
  const lines = Array.from({ length: 12 }, (_, index) => `echo ${index}`).join('\n');
  await openScreen('scripts', {
    edit: adding('echo last'),
    ...answering({ getScript: () => `${lines}\n` }),
  });
  await deck.press('e');
  expect(await text()).toMatch(/\n +9 lines unchanged\s*\n +echo 9\s*\n[^]*echo 11\s*\n \+ echo last/);
});

test.each([
  ['r', 'Rename script 4'],
  ['D', 'Delete script 4'],
])('%s on a script without a name opens "%s", with the word only once', async (key, title) => {
  await openScreen('scripts', answering({ listScripts: () => [{ id: 4 }] }));
  await deck.press(key);
  expect(await text()).toContain(title);
  expect(await text()).not.toContain('script script');
});
