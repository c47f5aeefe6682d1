import type { Hook, HookPoint, Script } from '../../api/contract/hooks.ts';
import type { PreflightCheck } from '../../store/answers/preflight.ts';
import { answeredAs } from '../../store/answers/rowAnswers.ts';
import { resource } from '../../store/cache/resource.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { type CallOf, callPlan } from '../action/call.ts';
import { serverName, serversOf } from '../fields/servers.ts';
import { numberColumn, textColumn } from '../list/columns.ts';
import { type Listing, listData, listScreen, rowAction, screenAction } from '../list/screen.ts';
import { openScreen, type Screen } from '../screen.ts';
import { ALL, eventField, onServers, withTargets, targetField, readScript, whenOf } from './hookFields.ts';

const GROUP = 'Automation';

/** The hooks, with the other data that their form needs. */
interface HookListing extends Listing<Hook> {
  readonly scripts: readonly Script[];
  readonly points: readonly HookPoint[];
}

const data = listData('hooks', {
  reads: () => ({
    rows: resource('listHooks'),
    scripts: resource('listScripts'),
    points: resource('listHookPoints'),
  }),
  rows: (read): HookListing => read,
});

const knownOf = (cockpit: Known & Shown): Pick<HookListing, 'scripts' | 'points'> =>
  data.onTop(cockpit) ?? { scripts: [], points: [] };

function targetsText(cockpit: Known, { allServers, serverIds = [], serverNames = [] }: Hook): string {
  if (allServers === true) return ALL;
  if (serverNames.length > 0) return serverNames.join(', ');
  return serverIds.map((id) => serverName(serversOf(cockpit), id)).join(', ');
}

const ASK = ['body.scriptId', 'body.event', 'body.serverIds'] as const;

/** The form of a hook, starting with its current values. */
function hookForm(
  cockpit: Known & Shown,
  hook?: Hook,
  { scripts, points } = knownOf(cockpit),
): Pick<CallOf<'createHook' | 'updateHook'>, 'ask' | 'fields' | 'finish' | 'checks'> {
  return {
    ask: ASK,
    fields: {
      'body.scriptId': {
        label: 'script',
        initial: hook?.scriptName ?? '',
        required: true,
        hint: scripts.length === 0 ? 'there is none yet' : 'the name of a script',
        read: (text) => readScript(scripts, text),
      },
      'body.event': { ...eventField, initial: hook?.event ?? '', required: true },
      'body.serverIds': {
        ...targetField(serversOf(cockpit)),
        initial: hook ? targetsText(cockpit, hook) : '',
      },
    },
    finish: withTargets,
    checks: (values) => targetChecks(points, values),
  };
}

/** Checks that servers are given for an event of servers, and only for those. */
function targetChecks(
  points: readonly HookPoint[],
  { 'body.event': event, 'body.serverIds': serverIds }: Readonly<Record<string, unknown>>,
): readonly PreflightCheck[] {
  const runsOn = typeof event === 'string' ? onServers(points, event) : undefined;
  const isNamed = serverIds === ALL || (Array.isArray(serverIds) && serverIds.length > 0);
  if (runsOn === true && !isNamed)
    return [{ level: 'block', text: `${String(event)} runs on servers: type all, or their names` }];
  if (runsOn === false && isNamed)
    return [
      { level: 'block', text: `${String(event)} runs on the management node: leave the servers empty` },
    ];
  return typeof event === 'string' && event.startsWith('Pre')
    ? [{ level: 'warn', text: 'what follows the event waits for the script' }]
    : [];
}

const titleOf = ({ scriptName = 'the script', event = '--' }: Hook) => `${scriptName} at ${event}`;
const of = ({ id }: Hook) => ({ params: { id } });

const installation = (cockpit: Known & Shown, like?: Hook, known = knownOf(cockpit)) => ({
  title: 'Run a script on an event',
  target: 'the new hook',
  ...hookForm(cockpit, like, known),
  effect: 'The script runs whenever the event happens, with the rights of the service.',
  undo: 'delete the hook',
});

function changeOf(cockpit: Known & Shown, row: Hook, known = knownOf(cockpit)): CallOf<'updateHook'> {
  return {
    title: `Change the hook ${titleOf(row)}`,
    target: titleOf(row),
    input: of(row),
    ...hookForm(cockpit, row, known),
    effect: 'From then on the script runs on the event, on the servers that are named.',
    undo: 'change it back',
    // Scripts are read only by this screen, but an undo may be started from any.
    inverse: (_values, before) =>
      before && (() => callPlan(cockpit, { ...changeOf(cockpit, row, known), operation: 'updateHook' })),
  };
}

export const hookList: Screen = listScreen<Hook>()({
  id: data.id,
  names: ['hooks', 'hook'],
  group: GROUP,
  title: 'Hooks',
  help: 'Scripts that run on events of the cluster; s lists the scripts',
  data,
  rowId: ({ id, event = '', scriptName = '' }) => String(id ?? `${event} ${scriptName}`),
  answers: answeredAs('listHooks'),
  columns: [
    numberColumn({ id: 'id', title: 'ID', width: 4, priority: 2 }),
    textColumn({ id: 'event', title: 'EVENT', width: 20, priority: 0, name: true }),
    textColumn(
      { id: 'script', title: 'SCRIPT', flex: 1, min: 20, max: 40, priority: 0 },
      (row) => row.scriptName,
    ),
    textColumn(
      { id: 'servers', title: 'RUNS ON', flex: 1, min: 15, priority: 1 },
      (row, cockpit) => targetsText(cockpit, row) || 'management node',
    ),
    textColumn({ id: 'when', title: 'WHEN', flex: 1, min: 24, priority: 3 }, ({ event }) => whenOf(event)),
  ],
  page: { title: (row) => `Hook: ${titleOf(row)}` },
  empty: 'No hooks. Press s to see the scripts, n to run one on an event.',
  links: ({ scriptId, scriptName = '' }) =>
    scriptId === undefined
      ? []
      : [{ label: `the script ${scriptName}`, screen: 'script', scope: { script: String(scriptId) } }],
  bindings: (cockpit) => [
    {
      keys: ['s'],
      label: 'scripts',
      help: 'List the scripts',
      footer: 5,
      run: () => openScreen(cockpit, 'scripts'),
    },
  ],
  actions: [
    screenAction(
      'createHook',
      { id: 'create', keys: ['n'], label: 'new', help: 'Run a script on an event' },
      (_scope, cockpit) => installation(cockpit),
    ),
    rowAction(
      'updateHook',
      {
        id: 'edit',
        keys: ['e'],
        label: 'edit',
        help: 'Change the script, the event or the servers of the hook',
      },
      (row, _scope, cockpit) => changeOf(cockpit, row),
    ),
    rowAction(
      'executeHook',
      { id: 'run', keys: ['r'], label: 'run now', help: 'Run the script of the hook now' },
      (row, _scope, cockpit) => ({
        title: `Run ${titleOf(row)} now`,
        target: titleOf(row),
        input: of(row),
        effect: `Runs the script on ${targetsText(cockpit, row) || 'the management node'} as if the event had happened.`,
        undo: 'none: what the script does cannot be undone',
        checks: () => [
          { level: 'warn', text: 'this is no dry run: the script does what it does on the event' },
        ],
      }),
    ),
    rowAction(
      'deleteHook',
      { id: 'delete', keys: ['D'], label: 'delete', help: 'Delete the hook; the script stays' },
      (row, _scope, cockpit) => {
        const known = knownOf(cockpit);
        return {
          title: `Delete the hook ${titleOf(row)}`,
          target: titleOf(row),
          input: of(row),
          effect: 'The script no longer runs on the event. The script itself stays.',
          undo: 'install it again',
          inverse: () => () =>
            callPlan(cockpit, { ...installation(cockpit, row, known), operation: 'createHook' }),
        };
      },
    ),
  ],
});
