import { THEME_CHOICES } from '../lib/themes.ts';
import { CONTEXT_DEFAULTS } from './defaults.ts';
import { count, ids, isTable, oneOf, text, texts, yesNo } from './fields.ts';

/** Colours for marking a context, available on every terminal. */
const CONTEXT_COLOURS = ['red', 'yellow', 'green', 'blue', 'magenta', 'cyan'] as const;
export type ContextColour = (typeof CONTEXT_COLOURS)[number];

/** The keys of a `[contexts.NAME]` with a management service. */
export const serviceFields = {
  url: text(
    'address of the management service, its /api prefix included, or unix: and the path of its socket',
    'https://mgmt.example:7480/api',
  ),
  'token-env': text('environment variable that holds the bearer token', 'CLUSTER_TOKEN'),
  'token-file': text(
    'file that holds the bearer token; no one else may read it',
    '~/.config/storedeck/token',
  ),
  'token-command': texts('program, with its arguments, that prints the bearer token', [
    'pass',
    'show',
    'cluster',
  ]),
  'ca-file': text('certificates (PEM) that sign the one of the service', '/etc/ssl/cluster-ca.pem'),
  'allow-plain-http': yesNo('send the token unencrypted to another host'),
};

/** The keys of a `[contexts.NAME]` reached through a command. */
export const viaFields = {
  via: text(
    'command that leads to a Ceph cluster; its service then runs inside this program',
    'ssh mon1 sudo',
  ),
  'ceph-conf': text('with via: configuration file of the cluster, there', '/etc/ceph/ceph.conf'),
  'ceph-user': text('with via: user that this program is to Ceph', 'client.admin'),
  'ssh-config': text('with via: settings of ssh that lead to its servers, for work on them', '~/.ssh/config'),
};

/** The keys of `[contexts.NAME]`. */
export const contextFields = {
  ...serviceFields,
  ...viaFields,
  'delete-phrase': text('what the service wants in thisWillDeleteData', CONTEXT_DEFAULTS.deletePhrase),
  colour: oneOf('marks the context on the screen', CONTEXT_COLOURS),
  production: yesNo('shows the word PROD'),
  'read-only': yesNo('refuses everything that changes the cluster'),
  'iscsi-services': ids('ids of the iSCSI gateway services, which the interface cannot list'),
  'nfs-services': ids('ids of the NFS gateway services, which the interface cannot list'),
};

/** The keys of `[screen]`. */
export const screenFields = {
  theme: oneOf("palette; auto is dark or light as the terminal's background is", THEME_CHOICES),
  characters: oneOf('signs that lines and bars are drawn with, taken from the locale when absent', [
    'unicode',
    'ascii',
  ]),
  'colour-depth': oneOf('colours of the terminal, taken from TERM and COLORTERM when absent', [
    'none',
    '16',
    '256',
    'true',
  ]),
  utc: yesNo('show times in UTC instead of local time'),
  slow: yesNo(
    'draw for a slow link: fewer updates, keys at once; judged by the round trip when absent; STOREDECK_SLOW wins',
  ),
  output: oneOf('what is written: changed cells, or changed lines with plain; STOREDECK_OUTPUT wins', [
    'cells',
    'plain',
  ]),
  bell: yesNo('ring when health gets worse or a new cause is named, at most once a minute'),
  notify: oneOf('the same as a notification of the terminal, by the sequence that it knows', [
    'off',
    'osc9',
    'osc777',
    'osc99',
  ]),
  'tab-progress': yesNo("show the progress of recovery in the terminal's tab (OSC 9;4)"),
  links: oneOf('web addresses and health codes as links (OSC 8), where the terminal is known to take them', [
    'auto',
    'on',
    'off',
  ]),
  mouse: yesNo('listen to the mouse; Shift still selects text'),
  cursor: yesNo('show the cursor at the input focus, for screen readers and magnifiers'),
};

/** The keys of `[logs]`. */
export const logFields = {
  'buffer-lines': count('log lines kept in memory: 1000000, some 40 MB, when absent', 1000, 5_000_000),
};

/** The keys of each `[[actions]]`. */
export const actionFields = {
  name: text('what it does, in a few words', 'Restart the OSD'),
  key: text('key that offers it', 'ctrl-o'),
  scope: text('pane or screen where it is offered, by its name on the : line, or everywhere', 'osd'),
  command: texts('program with its arguments; {field} stands for a field of the selected row', [
    'ssh',
    '{host}',
    'systemctl',
    'restart',
    'ceph-osd@{osdId}',
  ]),
  danger: oneOf('what is asked before it runs', ['disruptive', 'reversible', 'destructive']),
};

/** The keys of each `[[macros]]`. */
export const macroFields = {
  name: text('what it does, in a few words', 'Down OSDs, the fullest first'),
  key: text('key that plays it', 'ctrl-o'),
  press: texts('keys that it presses, by their names; a word is typed letter by letter', [
    ':',
    'osd status:down',
    'enter',
    'O',
    'u',
  ]),
};

const tables = (name: string) => ({
  expected: 'a list of tables',
  example: `[[${name}]], one for each`,
  help: '',
  accepts: (value: unknown): value is Record<string, unknown>[] =>
    Array.isArray(value) && value.every(isTable),
});

const table = (name: string) => ({
  expected: 'a table',
  example: `{ … }, or a section [${name}]`,
  help: '',
  accepts: isTable,
});

/** The top-level keys of the file. */
export const topFields = {
  'current-context': text('the context that is opened', 'prod'),
  contexts: table('contexts.NAME'),
  screen: table('screen'),
  keys: table('keys'),
  aliases: table('aliases'),
  actions: tables('actions'),
  macros: tables('macros'),
  logs: table('logs'),
};
