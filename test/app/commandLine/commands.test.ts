import { describe, expect, test } from 'vitest';
import { completions, readCompletions } from '../../../src/app/commandLine/commands.ts';
import { screenCommands } from '../../../src/app/commandLine/screens.ts';
import { createLook } from '../../../src/lib/look.ts';
import { topScreen } from '../../../src/store/session/screenView.ts';
import { deck, guard, letters, openDeck, text } from '../../screens/openedDeck.ts';

/** The bottom of the screen as one line: a long notice takes several. */
const foot = async () => (await text()).split('\n').slice(-3).join(' ').replaceAll(/ +/g, ' ');
const open = (options = {}) => openDeck({ columns: 120, rows: 40, scenario: 'calm', ...options }, 2000);
const state = () => deck.cockpit.view.getState();

describe('errors in a command', () => {
  test.each([
    ['set', /Name a flag: .*noout/],
    ['unset nonsense', /There is no flag nonsense: .*noout/],
    ['scrub', /Name an OSD, such as osd\.3/],
    ['deep-scrub osd.9999', /There is no OSD osd\.9999/],
    ['speed 11', /whole number from 0 to 10/],
    ['speed -1', /whole number from 0 to 10/],
    ['speed 1.5', /whole number from 0 to 10/],
    ['cancel', /Name a task; see :tasks/],
    ['cancel 99999', /No task 99999 is running; see :tasks/],
    ['level nonsense', /Name a level: .*warning/],
    ['since nonsense', /Type a duration such as 90s/],
    ['mouse nonsense', /Type :mouse on or :mouse off/],
    ['slow nonsense', /Type on, off or auto after it, not nonsense/],
    ['theme nonsense', /There is no theme nonsense; choose one of: dark, light/],
    ['sort nonsense', /There is no column nonsense/],
    ['pool', /Say which pool: :pool POOL/],
    ['script check.sh', /Give the number of the script, not check\.sh; see :scripts/],
    ['iscsi-clients x', /Give the number of the service, not x; see :iscsi and :nfs/],
    ['task-output abc', /Give the number of the task, not abc; see :tasks and :all-tasks/],
    ['readwrite', /Type the name of this cluster after it: :readwrite demo/],
  ])('the command %s reports what it lacks', async (line, said) => {
    await open();
    await deck.command('osd');
    await deck.command(line);
    expect(await foot()).toMatch(said);
  });

  test.each([
    ['noout', /There is no command noout\. Did you mean set noout\?/],
    ['pols', /There is no command pols\. Did you mean pools\?/],
    ['timezone', /There is no command timezone\. Press \? for all/],
    ['local', /There is no command local\. About it: :[^;]*utc[^;]*; \? searches all/],
    ['xyzzyxyzzy', /There is no command xyzzyxyzzy\. Press \? for all/],
  ])('for the unknown command %s the nearest known one is suggested', async (line, said) => {
    await open();
    await deck.command(line);
    expect(await foot()).toMatch(said);
  });
});

describe('commands about one thing', () => {
  test('a command without its argument stays in the prompt, with the values to choose from', async () => {
    await open();
    await deck.command('images');
    expect(await foot()).toMatch(/:images .*Say which pool: :images POOL.*databases/);
    await deck.type('vm-disks');
    await deck.press('enter');
    expect(await text()).toMatch(/Block images +vm-disks/);
  });

  test('the second word of a command completes with what the service says of the first', async () => {
    await open();
    await deck.press(':');
    await deck.type('snapshots vm-disks ');
    await deck.clock.advance(1000);
    expect(await foot()).toMatch(/:snapshots vm-disks +app-01-system +app-02-system/);
    await deck.type('gitlab-03');
    await deck.press('tab', 'enter');
    expect(await text()).toMatch(/Snapshots +vm-disks › gitlab-03-system/);
  });

  test('each completion of a screen about one thing opens that thing', async () => {
    await open({ scenario: 'demo' });
    const { cockpit } = deck;
    const opened: string[] = [];
    for (const { names } of screenCommands) {
      readCompletions(cockpit, `${names[0]} `);
      await deck.clock.advance(500);
      for (const line of completions(cockpit, `${names[0]} `).slice(0, 1)) {
        await deck.command(line);
        await deck.clock.advance(500);
        const screen = topScreen(state());
        if (screen && cockpit.screens.slot(screen).error === undefined) opened.push(line);
        await deck.press('esc');
      }
    }
    expect(opened.map((line) => line.split(' ')[0])).toEqual([
      'pool',
      'disk',
      'task-output',
      'images',
      's3-subusers',
      'grants',
      'cors',
      'objects',
    ]);
  });

  test('a mistyped command can be corrected', async () => {
    await open();
    await deck.press(':');
    await deck.type('pols');
    await deck.press('enter', ':', 'up');
    expect(await foot()).toMatch(/:pols/);
  });
});

describe('commands that open an action', () => {
  test.each([
    ['set noout', /Set noout/i],
    ['unset noscrub', /noscrub/],
    ['scrub osd.3', /[Ss]crub osd\.3/],
    ['scrub 3', /[Ss]crub osd\.3/],
    ['deep-scrub osd.3', /[Dd]eep.scrub osd\.3/],
    ['speed 0', /recovery speed/i],
    ['speed 10', /recovery speed/i],
    ['speed', /recovery speed/i],
  ])('the command %s opens a dialog', async (line, title) => {
    await open();
    await deck.command(line);
    await guard();
    expect(state().overlays.at(-1)?.kind).toBe('action');
    expect(await text()).toMatch(title);
  });
});

test('a command that names a screen filters its list by the rest of the line, unless it has none', async () => {
  await open();
  await deck.command('pools rgw');
  expect(state().overlays.at(-1)).toMatchObject({ kind: 'screen', screen: 'pools', list: { filter: 'rgw' } });
  expect(await text()).toMatch(/rgw-data/);
  expect(await text()).not.toMatch(/volumes/);
  await deck.command('backups now');
  expect(await foot()).toMatch(/:backups takes no words: this text cannot be filtered/);
});

test('a command that names a pane shows it in full, filtered by the rest of the line', async () => {
  await open();
  await deck.command('osd class:ssd');
  expect(state()).toMatchObject({ focus: 'disks', zoomed: true });
  expect(state().lists.disks.filter).toBe('class:ssd');
  await deck.command('deck');
  expect(state()).toMatchObject({ zoomed: false, overlays: [] });
});

test('a command that names a screen opens it for the object that follows the name', async () => {
  await open();
  await deck.command('objects my-bucket a/b c');
  const top = state().overlays.at(-1);
  expect(top?.kind === 'screen' && top.scope).toMatchObject({ bucket: 'my-bucket' });
});

test('the level of the log is set by its name, and its time range by :since', async () => {
  await open();
  await deck.command('level warning');
  expect(state().logs.level).toBe(4);
  await deck.command('since 10m');
  expect(state().focus).toBe('logs');
});

test('the commands readonly and readwrite turn read-only mode on and off', async () => {
  await open();
  await deck.command('readonly');
  expect(deck.cockpit.readOnly()).toBeDefined();
  await deck.command('readwrite demo');
  expect(deck.cockpit.readOnly()).toBeUndefined();
});

test('a command switches between local time and UTC', async () => {
  await open();
  const { utc } = state();
  await deck.command('utc');
  expect(state().utc).toBe(!utc);
});

test('a theme paints the whole screen with other colours, until the default one is chosen', async () => {
  await openDeck(
    { columns: 120, rows: 40, scenario: 'osd-down', look: createLook({ depth: '256', unicode: true }) },
    2000,
  );
  const colours = async () => new Set((await deck.frame()).match(/38;5;\d+/g));
  expect(await colours()).toEqual(new Set());
  await deck.command('theme light');
  expect(await colours()).toContain('38;5;94');
  await deck.command('theme default');
  expect(await colours()).toEqual(new Set());
});

test('the link can be set to slow, to fast, or back to automatic detection', async () => {
  await open();
  await deck.command('slow on');
  expect(await foot()).toMatch(/slow on: updates are drawn/);
  expect(deck.cockpit.link.store.getState().choice).toBe('on');
  await deck.command('slow');
  expect(deck.cockpit.link.store.getState().choice).toBe('on');
  await deck.command('slow auto');
  expect(deck.cockpit.link.store.getState().choice).toBe('auto');
});

test('a table is sorted by the column whose id or title is given', async () => {
  await open();
  await deck.command('osd');
  await deck.command('sort USED');
  const { sort } = state().lists.disks;
  expect(sort).toMatchObject({ column: 'used' });
  await deck.command('sort used');
  expect(state().lists.disks.sort).not.toEqual(sort);
});

test('the command history keeps each line once, the newest first', async () => {
  await open();
  for (const line of ['osd', 'tasks', 'osd']) await deck.command(line);
  expect(state().commands).toEqual(['osd', 'tasks']);
});

test.each([
  ['scrub osd.1', /scrub osd\.1 /],
  ['level wa', /level warning/],
  ['export j', /export json/],
  ['mouse o', /mouse on {2}mouse off|on .*off/],
])('the argument of %s is completed', async (line, offered) => {
  await open();
  await deck.press(':', ...letters(line), 'tab');
  expect(await foot()).toMatch(offered);
});

test('the help, the explorer and the flags are opened by their names', async () => {
  await open();
  for (const [line, kind] of [
    ['help', 'help'],
    ['api osd', 'explorer'],
    ['flags', 'menu'],
  ] as const) {
    await deck.command(line);
    expect(state().overlays.at(-1)?.kind).toBe(kind);
    await deck.command('deck');
  }
});
