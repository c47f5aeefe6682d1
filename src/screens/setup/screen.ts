import type { Api } from '../../api/client.ts';
import type { MonitorCandidate } from '../../api/contract/cluster.ts';
import type { Output } from '../../api/contract/index.ts';
import type { InterfaceListing } from '../../api/contract/setup.ts';
import { ApiError } from '../../api/failure.ts';
import type { Look } from '../../lib/look.ts';
import { heading } from '../../lib/textLine.ts';
import type { Action, PlannedAction } from '../../store/action/action.ts';
import type { Plan } from '../../store/action/plan.ts';
import { answered, knownAnswers } from '../../store/answers/rowAnswers.ts';
import { composed } from '../../store/cache/resource.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { textColumn } from '../list/columns.ts';
import { type ListAction, type Listing, listData, listScreen } from '../list/screen.ts';
import { NO_ROW } from '../list/underCursor.ts';
import { restorePlan } from '../maintenance/restore.ts';
import { openScreen, showPane, type Screen } from '../screen.ts';
import { createPlan, importPlan, mainAddressPlan } from './plans.ts';

/** A step of the setup: its state and its requirements. */
interface SetupStep {
  readonly id: 'address' | 'create' | 'import' | 'restore' | 'osds' | 'backup';
  readonly name: string;
  readonly state: 'done' | 'open' | 'other';
  readonly now: string;
  readonly needs: string;
}

/** The data of the setup. A read that the service refuses is reported in the step that needs it. */
interface Setup extends Listing<SetupStep> {
  readonly interfaces: InterfaceListing;
  readonly candidates: readonly MonitorCandidate[];
}

const WORDS = { done: 'done', open: 'to do', other: 'instead' } as const;

/** The result of a read, or the service's reason if it refuses. */
async function attempt<T>(read: Promise<T>): Promise<T | string> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ApiError && error.failure.kind === 'rejected') return error.failure.message;
    throw error;
  }
}

const unrefused = <T>(answer: T | string): T | undefined => (typeof answer === 'string' ? undefined : answer);

/** The result of each read, or the reason why it was refused. */
interface SetupReads {
  readonly status: Output<'getClusterStatus'> | string;
  readonly interfaces: InterfaceListing | string;
  readonly mons: readonly MonitorCandidate[] | string;
  readonly classes: readonly string[] | string;
  readonly backup: Output<'getConfigBackups'> | string;
}

const answersIn = ({ status, interfaces, mons, classes, backup }: SetupReads) =>
  knownAnswers([
    answered('getClusterStatus', unrefused(status)),
    answered('listInterfaces', unrefused(interfaces)),
    answered('listMonitorCandidates', unrefused(mons)),
    answered('listDeviceClasses', unrefused(classes)),
    answered('getConfigBackups', unrefused(backup)),
  ]);

async function readSetup(api: Api, signal: AbortSignal): Promise<Setup> {
  const [status, interfaces, mons, classes, backup] = await Promise.all([
    attempt(api.getClusterStatus({}, { signal })),
    attempt(api.listInterfaces({}, { signal })),
    attempt(api.listMonitorCandidates({}, { signal })),
    attempt(api.listDeviceClasses({}, { signal })),
    attempt(api.getConfigBackups({}, { signal })),
  ]);
  const fsid = typeof status === 'string' ? undefined : status.storeStatus?.fsid;
  const candidates = typeof mons === 'string' ? [] : mons;
  const created = fsid !== undefined && fsid !== '';
  const address = typeof interfaces === 'string' ? interfaces : (interfaces.currentIp ?? 'not chosen');
  const hasAddress = typeof interfaces !== 'string' && interfaces.currentIp !== undefined;
  const cluster = created ? `cluster ${fsid}` : typeof status === 'string' ? status : 'no cluster yet';
  const hasOsds = typeof classes !== 'string' && classes.length > 0;
  const backups = typeof backup === 'string' ? backup : backup.enabled === true ? 'on' : 'off';
  const rows: SetupStep[] = [
    {
      id: 'address',
      name: '1 Main address',
      state: hasAddress ? 'done' : 'open',
      now: address,
      needs: 'a network interface of the management node, and an address that is configured on it',
    },
    {
      id: 'create',
      name: '2 Create a cluster',
      state: created ? 'done' : 'open',
      now: created
        ? cluster
        : typeof mons === 'string'
          ? mons
          : `${candidates.length} servers can be monitors`,
      needs: 'an odd number of servers for the first monitors, with an address of each',
    },
    {
      id: 'import',
      name: '  or import one',
      state: created ? 'done' : 'other',
      now: created ? cluster : 'a cluster that already runs',
      needs: 'the key of client.admin and the addresses of its monitors',
    },
    {
      id: 'restore',
      name: '  or restore a backup',
      state: 'other',
      now: 'after the loss of the management node',
      needs: 'the id of the backup, the key that it was encrypted with, the token of the backup service',
    },
    {
      id: 'osds',
      name: '3 Make OSDs',
      state: hasOsds ? 'done' : 'open',
      now: hasOsds ? `OSDs of the class ${classes.join(', ')}` : created ? 'no OSD yet' : 'after the cluster',
      needs: 'unassigned disks in three servers or more; then pools can be created',
    },
    {
      id: 'backup',
      name: '4 Switch backups on',
      state: backups === 'on' ? 'done' : 'open',
      now: backups,
      needs: 'nothing; keep the key that is shown there',
    },
  ];
  const answers = answersIn({ status, interfaces, mons, classes, backup });
  return { rows, interfaces: unrefused(interfaces) ?? {}, candidates, answers };
}

const sign = (look: Look, { state }: SetupStep) =>
  state === 'done' ? look.glyphs.ok : state === 'open' ? look.glyphs.warn : look.glyphs.leaf;

/** True if a cluster exists already. */
const isCreated = (setup: Setup | undefined) =>
  setup?.rows.find(({ id }) => id === 'create')?.state === 'done';

const data = listData('setup', {
  reads: () => ({
    setup: composed({
      key: ['setup'],
      read: readSetup,
      operations: [
        'getClusterStatus',
        'listInterfaces',
        'listMonitorCandidates',
        'listDeviceClasses',
        'getConfigBackups',
      ],
    }),
  }),
  rows: ({ setup: now }) => now,
});

type StepWords = Pick<Action, 'id' | 'keys' | 'label' | 'help' | 'tier'>;

const action = (
  operation: ListAction<SetupStep>['operation'],
  words: StepWords,
  plan: (cockpit: Known & Shown, setup: Setup) => Plan,
) => ({
  operation,
  make: (cockpit: Known & Shown): PlannedAction => {
    const setup = data.onTop(cockpit);
    return {
      ...words,
      refused: setup === undefined ? 'the state of the setup is not known yet' : undefined,
      plan: () => plan(cockpit, setup!),
    };
  },
});

const actions = {
  address: action(
    'setMainIp',
    { id: 'address', keys: ['e'], label: 'address', help: 'Set the main address', tier: 'disruptive' },
    (cockpit, { interfaces }) => mainAddressPlan(cockpit, interfaces),
  ),
  create: action(
    'createCluster',
    { id: 'create', keys: ['n'], label: 'create', help: 'Create the cluster', tier: 'destructive' },
    (cockpit, setup) => createPlan(cockpit, setup.candidates, isCreated(setup)),
  ),
  import: action(
    'importCluster',
    { id: 'import', keys: ['i'], label: 'import', help: 'Import an existing cluster', tier: 'destructive' },
    (cockpit, setup) => importPlan(cockpit, isCreated(setup)),
  ),
  restore: action(
    'restoreBackup',
    { id: 'restore', keys: ['r'], label: 'restore', help: 'Restore a backup', tier: 'destructive' },
    (cockpit) => restorePlan(cockpit),
  ),
};

/** Opens the dialog of a step, or the screen where it is done. */
function openStep(cockpit: Cockpit, step: SetupStep): void {
  if (step.id === 'backup') openScreen(cockpit, 'backups');
  else if (step.id === 'osds') showPane(cockpit, 'disks', 'role:unassigned');
  else cockpit.propose(actions[step.id].make(cockpit).plan());
}

export const setup: Screen = listScreen<SetupStep>()({
  id: data.id,
  names: ['setup'],
  group: 'Maintenance',
  title: 'Setup',
  help: 'The steps from a management node to a cluster, in order, with what each needs; Enter opens one',
  data,
  rowId: ({ id }) => id,
  answers: 'whole',
  level: ({ state }) => (state === 'open' ? 'warn' : 'ok'),
  columns: [
    textColumn(
      { id: 'sign', title: '', width: 1, priority: 0 },
      (step, { look }) => sign(look, step),
      ({ state }) => (state === 'done' ? 'ok' : state === 'open' ? 'warn' : 'dim'),
    ),
    textColumn({ id: 'step', title: 'STEP', width: 21, priority: 0, name: true }, ({ name }) => name),
    textColumn({ id: 'state', title: 'STATE', width: 7, priority: 0 }, ({ state }) => WORDS[state]),
    textColumn({ id: 'now', title: 'NOW', flex: 2, min: 18, max: 48, priority: 0 }),
    textColumn({ id: 'needs', title: 'NEEDS', flex: 1, min: 30, priority: 1 }),
  ],
  empty: 'The service reports nothing about its setup.',
  describe: (_cockpit, { name, state, now, needs }) => ({
    title: name.trim(),
    facts: [
      ['state', WORDS[state]],
      ['now', now],
    ],
    text: [heading('needs'), `  ${needs}`],
  }),
  links: () => [
    { label: 'configuration backups', screen: 'backups', scope: {} },
    { label: 'networks', screen: 'networks', scope: {} },
  ],
  bindings: (cockpit, _scope, step) => [
    {
      keys: ['enter', 'right', 'l'],
      label: 'do',
      help: 'Do the step under the cursor',
      footer: 4,
      disabled: () => {
        if (step === undefined) return NO_ROW;
        return step.id === 'backup' || step.id === 'osds' ? undefined : cockpit.readOnly();
      },
      run: () => openStep(cockpit, step!),
    },
  ],
  actions: Object.values(actions),
});
