import { PRIORITY_WORDS } from '../lib/priority.ts';
import { DEFAULT_LISTEN } from '../service/http/address.ts';
import {
  CONF_HELP,
  NAME_HELP,
  screenOptions,
  simulationOptions,
  SSH_HELP,
  targetOptions,
  VIA_HELP,
} from './optionGroups.ts';
import type { Options } from './options.ts';

/** The shells with a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A command of the program; parsing of its arguments and its help derive from it. */
export interface CommandEntry {
  readonly summary: string;
  /** The operands after the command's name, as written in the help. */
  readonly operands: string;
  readonly options: Options;
  /** Lines below the options in the help of the command. */
  readonly notes?: string;
}

const NAMED =
  'The cluster must be named: by the configuration, the environment, --context, --url, --via or --demo.';

/** Subjects other than commands that have a help text: the configuration file, and the scenarios of the simulated cluster. */
export const SUBJECTS = ['config', 'scenarios'] as const;

/** The commands in the order of the help. The console is run without a command name. */
export const commandTable = {
  console: {
    summary: 'the console; without a configured context, over a simulated cluster',
    operands: '',
    options: { ...targetOptions, ...simulationOptions, ...screenOptions },
    notes: [
      'STOREDECK_CONFIG, STOREDECK_CONTEXT, STOREDECK_URL, STOREDECK_TOKEN, STOREDECK_READONLY',
      'and STOREDECK_SLOW stand in for the options of the same name; options win.',
    ].join('\n'),
  },
  serve: {
    summary: 'a management service, over a simulated or a real cluster',
    operands: '',
    options: {
      engine: { value: 'ENGINE', words: ['sim', 'ceph'], help: 'sim (default) or ceph' },
      listen: { value: 'ADDRESS', help: `HOST:PORT or unix:PATH (default ${DEFAULT_LISTEN})` },
      'token-file': { value: 'FILE', help: 'file that holds the bearer token; made where it is missing' },
      'tls-cert': { value: 'FILE', help: 'certificate (PEM) to serve https:// with' },
      'tls-key': { value: 'FILE', help: 'its key (PEM)' },
      ...simulationOptions,
      scenario: { value: 'NAME', help: 'what happens in the simulated cluster (storedeck help scenarios)' },
      data: {
        value: 'DIR',
        help: 'where a simulated cluster keeps its state, a Ceph service its backups',
      },
      'no-sync': { help: 'answer changes before they are on the disk: a power loss may undo some' },
      via: { value: 'COMMAND', help: VIA_HELP },
      'ssh-config': { value: 'FILE', help: SSH_HELP },
      conf: { alias: 'ceph-conf', value: 'FILE', help: CONF_HELP },
      name: { alias: 'ceph-user', value: 'NAME', help: NAME_HELP },
      s3: { value: 'URL', help: 'S3 gateway of the Ceph cluster (default: one that the cluster knows)' },
      control: {
        value: 'SOCKET',
        help: 'where changes to the CRUSH map are decided (default: beside the token)',
      },
    },
  },
  status: {
    summary: 'health in one shot, for scripts',
    operands: '',
    options: { ...targetOptions, json: { help: 'the status as JSON' } },
    notes: [
      NAMED,
      'Exit codes: 0 healthy, 1 warning, 2 error or I/O blocked, 3 unknown or',
      'unreachable.',
      'In the JSON, derived has what the deck shows: why, where, heal, flags, used, io and space;',
      'null where it is not known, with the reason under notKnown.',
    ].join('\n'),
  },
  why: {
    summary: 'what is to blame for the state of the cluster, with the evidence',
    operands: '',
    options: { ...targetOptions, json: { help: 'the causes as a JSON array, in the order in which to act' } },
    notes: [
      NAMED,
      'Exit codes: 0 nothing is wrong, 1 causes are named, 2 something is not explained,',
      '3 unknown or unreachable.',
    ].join('\n'),
  },
  logs: {
    summary: 'the log of the cluster without the screen',
    operands: '',
    options: {
      ...targetOptions,
      follow: { short: 'f', help: 'follow what is logged from now on' },
      service: {
        value: 'NAME',
        short: 's',
        multiple: true,
        help: 'only this service, as in mon, osd.12, kernel; may be repeated',
      },
      priority: {
        value: 'N',
        short: 'p',
        range: [0, 7],
        words: PRIORITY_WORDS,
        help: 'only this syslog priority, a number or a word as warning, and above',
      },
      lines: { value: 'N', short: 'n', range: [0, 100_000], help: 'lines to go back (default 100)' },
      utc: { help: 'times in UTC instead of local time' },
    },
    notes: NAMED,
  },
  call: {
    summary: 'any operation of the interface: JSON in, JSON out',
    operands: 'OPERATION [--PARAMETER VALUE ...]',
    options: {
      ...targetOptions,
      json: { value: 'BODY', help: 'the body as JSON, or - to read it from standard input' },
      output: { value: 'FILE', help: 'where the file of a download is saved; never overwrites' },
      list: { help: 'list the operations, or the parameters of the one that is named' },
    },
    notes: [
      NAMED,
      'Parameters are those of the path, of the query and of a form, as in --pool rbd; one that is',
      'a list is repeated. A file to upload is given by its name, as in --file PATH; the file that a',
      'download answers with is saved with --output PATH.',
      'Exit codes: 0 done, 1 declined or not sent, 2 wrong arguments, 3 outcome unknown.',
    ].join('\n'),
  },
  changes: {
    summary: 'changes to the CRUSH map that wait for a decision on this machine',
    operands: '[approve ID|reject ID]',
    options: {
      control: { value: 'SOCKET', help: 'socket of the service (default: beside its token)' },
      json: { help: 'the answer as JSON' },
    },
    notes: [
      'On the management node, as the user of storedeck serve.',
      'Exit codes: 0 done, 1 declined, 2 wrong arguments.',
    ].join('\n'),
  },
  doctor: {
    summary: 'what this terminal, configuration and connection can and cannot do',
    operands: '',
    options: { ...targetOptions, ...simulationOptions, ...screenOptions },
    notes: 'Exit codes: 0 the console can work, 1 something is wrong. It never shows a token.',
  },
  completion: {
    summary: `completion for a shell: ${SHELLS.join(', ')}`,
    operands: 'SHELL',
    options: {},
    notes: 'As in: storedeck completion bash > /etc/bash_completion.d/storedeck',
  },
  version: { summary: 'the version of this program', operands: '', options: {} },
  help: {
    summary: 'this text, or that of a command, of the configuration file or of the scenarios',
    operands: `[COMMAND|${SUBJECTS.join('|')}]`,
    options: {},
  },
} as const satisfies Record<string, CommandEntry>;

export type CommandName = keyof typeof commandTable;

/** A command or subject that has a help text. */
export type HelpTopic = CommandName | (typeof SUBJECTS)[number];
