import { THEME_CHOICES } from '../lib/themes.ts';
import type { Options } from './options.ts';

/** Help of the options for reaching a Ceph cluster and its servers. */
export const VIA_HELP = 'the command that leads to a Ceph cluster, as in "ssh mon1 sudo"';

export const SSH_HELP = 'settings of ssh that lead to its servers, as ~/.ssh/config';

/** Help of the options for the Ceph cluster that is reached so. */
export const CONF_HELP = 'configuration file of the Ceph cluster, where --via leads';

export const NAME_HELP = 'user of the cluster, as in client.admin';

/** Options that choose the cluster. */
export const targetOptions = {
  demo: {
    value: 'SCENARIO',
    optional: true,
    help: 'a simulated cluster inside this process (storedeck help scenarios)',
  },
  url: { value: 'URL', help: 'a management service, as in https://mgmt.example:7480/api' },
  via: { value: 'COMMAND', help: VIA_HELP },
  'ssh-config': { value: 'FILE', help: SSH_HELP },
  'ceph-conf': { value: 'FILE', help: CONF_HELP },
  'ceph-user': { value: 'NAME', help: NAME_HELP },
  'token-file': { value: 'FILE', help: 'file that holds its bearer token' },
  context: { value: 'NAME', help: 'a context of the configuration file' },
  config: { value: 'FILE', help: 'configuration file instead of ~/.config/storedeck/config.toml' },
  readonly: { alias: 'read-only', help: 'refuse everything that changes the cluster' },
} as const satisfies Options;

/** Options of the simulated cluster. */
export const simulationOptions = {
  scale: { value: 'OSDS', range: [3, 20_000], help: 'size of the simulated cluster (default 60)' },
  seed: { value: 'N', range: [0, 0xff_ff_ff_ff], help: 'seed of its random events (default 1)' },
} as const satisfies Options;

/** Options of the console's appearance and of its input. */
export const screenOptions = {
  ascii: { short: 'U', help: 'draw with ASCII only' },
  unicode: { help: 'draw with Unicode, whatever the locale says' },
  'no-colour': { alias: 'no-color', short: 'C', help: 'no colours' },
  theme: {
    value: 'NAME',
    words: THEME_CHOICES,
    help: `palette: ${THEME_CHOICES.join(', ')}`,
  },
  utc: { help: 'times in UTC instead of local time' },
  bell: { help: 'ring when health gets worse or a new cause is named, at most once a minute' },
  mouse: { help: 'listen to the mouse; Shift still selects text' },
  cursor: { help: 'show the cursor at the input focus, for screen readers and magnifiers' },
  slow: { help: 'draw for a slow link, whatever the round trip: fewer updates, keys at once' },
  'no-slow': { help: 'draw all as it comes, however slow the link is' },
} as const satisfies Options;
