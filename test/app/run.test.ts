import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { StartOptions } from '../../src/app/start.tsx';
import { TerminalSession } from '../../src/app/terminal/session.ts';
import type { ConsoleOptions } from '../../src/config/commandLine.ts';
import { LOG_LINES } from '../../src/config/defaults.ts';
import { ConfigError } from '../../src/config/error.ts';
import { DEMO, run, shown } from './shownRun.ts';

test('the console requires a terminal, and names the commands for scripts', async () => {
  const { code } = run(DEMO, { isTTY: false });
  await expect(code).rejects.toBeInstanceOf(ConfigError);
  await expect(code).rejects.toThrow(/in a script use storedeck status, logs or call/);
});

test.each<[string, ConsoleOptions, Readonly<Record<string, string>>, RegExp]>([
  ['a scenario that does not exist', { ...DEMO, target: { demo: 'nonsense' } }, {}, /--demo: .*nonsense/],
  ['a context that does not exist', { ...DEMO, target: { context: 'nowhere' } }, {}, /nowhere/],
  ['an invalid setting of the link speed', DEMO, { STOREDECK_SLOW: 'perhaps' }, /STOREDECK_SLOW/],
])('%s is refused before anything is written to the screen', async (_, options, env, message) => {
  const { code, stdout } = run(options, { env });
  await expect(code).rejects.toThrow(message);
  expect(stdout.written).toBe('');
});

test('without a configuration the demo is shown with the usual settings, and its code is the exit code', async () => {
  const { code, first, home, process, flags } = await shown(DEMO, {}, [{ code: 7 }]);
  const any = expect.any(Function) as never;
  const folder = join(home, '.local/state/storedeck');
  expect([code, first]).toEqual([
    7,
    {
      process,
      terminal: expect.any(TerminalSession),
      output: 'cells',
      signals: { bell: false, notify: 'off', tabProgress: false },
      mouse: false,
      showsCursor: false,
      open: any,
      clusters: [],
      clock: expect.anything(),
      look: expect.objectContaining({ depth: 'none', unicode: false, links: undefined }),
      context: {
        name: 'demo',
        address: 'simulated cluster',
        demo: true,
        production: false,
        deletePhrase: '',
      },
      readOnly: 'no',
      utc: false,
      slow: 'auto',
      logLines: LOG_LINES,
      custom: { aliases: new Map(), keys: new Map(), actions: [], macros: [] },
      folder,
      viewsFile: join(folder, 'views-demo.json'),
      openAudit: any,
    },
  ]);
  expect(flags).toEqual(['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']);
});

const SCREEN = `
[screen]
theme = "light"
characters = "unicode"
colour-depth = "256"
utc = true
slow = true
output = "plain"
bell = true
notify = "osc9"
tab-progress = true
mouse = true
cursor = true
`;

/** The settings of the screen that the console is started with. */
const settingsOf = ({ output, signals, mouse, showsCursor, look, theme, utc, slow }: StartOptions) => ({
  output,
  signals,
  mouse,
  showsCursor,
  look: [look.depth, look.unicode, look.links !== undefined],
  theme,
  utc,
  slow,
});

const CONFIGURED = {
  output: 'plain',
  signals: { bell: true, notify: 'osc9', tabProgress: true },
  mouse: true,
  showsCursor: true,
  look: ['256', true, false],
  theme: { name: 'light', isAsked: false },
  utc: true,
  slow: 'on',
};

test.each<[string, ConsoleOptions['screen'], Readonly<Record<string, string>>, object]>([
  ['configured', {}, {}, {}],
  [
    'of the command line first',
    { characters: 'ascii', theme: 'dark', slow: false },
    {},
    { look: ['256', false, false], theme: { name: 'dark', isAsked: true }, slow: 'off' },
  ],
  ['without colour on request', { colour: false }, {}, { look: ['none', true, false] }],
  ['of the environment', {}, { STOREDECK_OUTPUT: 'cells' }, { output: 'cells' }],
  [
    'with links where the terminal takes them',
    {},
    { STOREDECK_OUTPUT: 'cells', TERM: 'foot' },
    { output: 'cells', look: ['256', true, true] },
  ],
  ['without links in the plain output', {}, { TERM: 'foot' }, {}],
  [
    'without links in the plain theme',
    { theme: 'plain' },
    { STOREDECK_OUTPUT: 'cells', TERM: 'foot' },
    { output: 'cells', theme: { name: 'plain', isAsked: true } },
  ],
])('the settings of the screen are those %s', async (_, screen, env, differ) => {
  const { first } = await shown({ ...DEMO, screen }, { env, config: SCREEN });
  expect(settingsOf(first)).toEqual({ ...CONFIGURED, ...differ });
});

test('options of the command line switch on what is off in the configuration', async () => {
  const screen = { utc: true, bell: true, mouse: true, cursor: true } as const;
  const { first } = await shown({ ...DEMO, screen });
  expect(settingsOf(first)).toEqual({
    ...CONFIGURED,
    output: 'cells',
    look: ['none', false, false],
    theme: undefined,
    signals: { bell: true, notify: 'off', tabProgress: false },
    slow: 'auto',
  });
});

const WHITE = '\x1b]11;rgb:ffff/ffff/ffff\x07';
const COLOURS = { TERM: 'xterm-256color', COLORFGBG: '15;0' };

test.each<[string, ConsoleOptions['screen'], Readonly<Record<string, string>>, string | undefined, boolean]>([
  ['answers', { theme: 'auto' }, {}, 'light', true],
  ['is not asked for, with a theme of its own', { theme: 'dark' }, {}, 'dark', false],
  ['is not asked, without colours', { theme: 'auto', colour: false }, {}, 'dark', false],
  ['is not asked by the plain output', { theme: 'auto' }, { STOREDECK_OUTPUT: 'plain' }, 'dark', false],
])('the automatic theme is that of a terminal that %s', async (_, screen, env, theme, isAsked) => {
  const around = { env: { ...COLOURS, ...env }, sent: WHITE };
  const { first, stdout } = await shown({ ...DEMO, screen }, around);
  expect([first.theme?.name, stdout.written.includes('\x1b]11;?')]).toEqual([theme, isAsked]);
});

test('the first lines are written in the colours of the terminal, without any on an old one', async () => {
  for (const [TERM, colours] of [
    ['xterm-256color', true],
    ['vt100', false],
  ] as const) {
    const { stdout } = await shown(
      { ...DEMO, screen: { utc: true } },
      { env: { TERM, COLORTERM: 'truecolor' } },
    );
    expect(stdout.written).toMatch(/demo.*DEMO.*connecting.*\d\d:\d\d:\d\dZ/);
    expect(/\x1b\[[\d;]*3\d/.test(stdout.written)).toBe(colours);
  }
});

test('programs that the console starts inherit its environment', async () => {
  const { process } = await shown(DEMO, { env: { NO_COLOR: '1', FORCE_COLOR: '0' } });
  expect(process.env).toMatchObject({ NO_COLOR: '1', FORCE_COLOR: '0' });
  const { process: other } = await shown(DEMO);
  expect(Object.keys(other.env)).toEqual(['HOME']);
});
