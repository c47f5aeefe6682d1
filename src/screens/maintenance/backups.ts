import type { Output } from '../../api/contract/index.ts';
import { age, bytes, dateTime } from '../../lib/format.ts';
import type { Action } from '../../store/action/action.ts';
import type { Plan } from '../../store/action/plan.ts';
import { optionally } from '../../store/cache/resource.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { type KnownBackup, knownBackups, OLD_BACKUP_S } from '../../store/facts/backups.ts';
import { updateScreen } from '../../store/session/screenView.ts';
import type { ScreenView } from '../../store/session/viewState.ts';
import { callPlan } from '../action/call.ts';
import { type Fact, factLines, proseLines } from '../description/factLines.ts';
import type { Screen } from '../screen.ts';
import { screenSource, screenState } from '../source.ts';
import { screenWaiting } from '../waiting.ts';
import { restorePlan } from './restore.ts';

type Status = Output<'getConfigBackups'>;

interface Loaded {
  readonly status: Status;
  readonly known: readonly KnownBackup[];
}

const OPERATIONS = [
  'getConfigBackups',
  'configureBackups',
  'createConfigBackup',
  'restoreBackup',
  'listTasks',
] as const;

const source = screenSource('backups', {
  reads: () => ({ status: resources.backups, tasks: optionally(resources.tasks) }),
  derive: ({ status, tasks }): Loaded => ({ status, known: knownBackups(tasks?.data) }),
});

/** True if the key is shown. */
const isRevealed = screenState('backups', false);

function lastFacts({ look, view }: Shown, status: Status): Fact[] {
  const { lastBackupTimestamp: at, lastBackupSize, lastBackupChecksum } = status;
  const { now, utc } = view.getState();
  if (at === undefined) return [['last backup', { text: `${look.glyphs.warn} never`, role: 'warn' }]];
  const seconds = now / 1000 - at;
  const ago = `${dateTime(at * 1000, utc)}, ${age(seconds)} ago`;
  return [
    ['last backup', seconds > OLD_BACKUP_S ? { text: `${look.glyphs.warn} ${ago}`, role: 'warn' } : ago],
    ['size', bytes(lastBackupSize)],
    ['SHA256', lastBackupChecksum ?? '--'],
  ];
}

function factsOf(cockpit: Shown, status: Status, revealed: boolean): Fact[] {
  const { look } = cockpit;
  const { enabled, clusterId, storeFsid, backupEncryptionKey: key = '' } = status;
  const on = enabled === undefined ? '--' : enabled ? `${look.glyphs.ok} on` : `${look.glyphs.warn} off`;
  return [
    ['backups', { text: on, role: enabled === true ? 'ok' : 'warn' }],
    ...lastFacts(cockpit, status),
    ['cluster id', clusterId ?? '--'],
    ['fsid', storeFsid ?? '--'],
    ['key', key === '' ? '--' : revealed ? key : '***'],
  ];
}

const ADVICE =
  'A restore (r) needs the key and the id of the backup. Keep both outside this cluster: without the key no backup can be read.';

/** The backups that can be restored, with their ids. */
function knownLines({ look, view }: Shown, known: readonly KnownBackup[], columns: number): string[] {
  const { utc } = view.getState();
  const title =
    known.length === 0 ? 'No known task has made a backup.' : 'Backups, by the tasks that made them:';
  return [
    ...proseLines(title, columns),
    ...factLines(
      look,
      known.map(({ id, at }) => [dateTime(at, utc), id]),
      columns,
    ),
  ];
}

const switchBackups = (cockpit: Known & Shown, on: boolean): Plan =>
  callPlan(cockpit, {
    operation: 'configureBackups',
    title: `Switch configuration backups ${on ? 'on' : 'off'}`,
    target: 'configuration backups',
    input: { body: { enabled: on } },
    effect: on
      ? 'The service backs its configuration up regularly, encrypted with the key.'
      : 'No further backups are made: if the management node is lost, only the last backup can be restored.',
    undo: `switch them ${on ? 'off' : 'on'} again`,
    inverse: () => () => switchBackups(cockpit, !on),
  });

function actionsOf(cockpit: Known & Shown, screen: ScreenView): Action[] {
  const status = source.of(cockpit, screen)?.status;
  const on = status?.enabled ?? false;
  return [
    {
      id: 'enable',
      keys: ['e'],
      label: on ? 'switch off' : 'switch on',
      help: `Switch configuration backups ${on ? 'off' : 'on'}`,
      tier: 'disruptive',
      refused: status === undefined ? 'their state is not known yet' : undefined,
      plan: () => switchBackups(cockpit, !on),
    },
    {
      id: 'create',
      keys: ['n'],
      label: 'back up now',
      help: 'Back up the configuration now',
      tier: 'reversible',
      plan: () =>
        callPlan(cockpit, {
          operation: 'createConfigBackup',
          title: 'Back up the configuration',
          target: 'configuration backup',
          undo: 'none needed: it changes nothing in the cluster',
        }),
    },
    {
      id: 'restore',
      keys: ['r'],
      label: 'restore',
      help: 'Restore the configuration from a backup',
      tier: 'destructive',
      plan: () => restorePlan(cockpit),
    },
  ];
}

export const backups: Screen = {
  id: source.id,
  names: ['backups', 'backup'],
  needs: [],
  group: 'Maintenance',
  title: 'Configuration backups',
  help: 'Whether the configuration is backed up, the last backup, and how to restore it',
  operations: OPERATIONS,
  reads: source.reads,
  derive: source.derive,
  unfiltered: 'this text cannot be filtered',
  body(cockpit, { box }, screen) {
    const loaded = source.of(cockpit, screen);
    if (!loaded) return screenWaiting(cockpit, screen, box);
    return [
      '',
      ...factLines(cockpit.look, factsOf(cockpit, loaded.status, isRevealed(screen)), box.width),
      '',
      ...proseLines(ADVICE, box.width),
      '',
      ...knownLines(cockpit, loaded.known, box.width),
    ].slice(0, box.height);
  },
  bindings: (cockpit, screen) => [
    {
      keys: ['v'],
      label: isRevealed(screen) ? 'hide key' : 'reveal key',
      help: 'Show the key that backups are encrypted with, or hide it again',
      footer: 4,
      run: () => updateScreen(cockpit.view, (now) => ({ ...now, state: !isRevealed(now) })),
    },
  ],
  actions: actionsOf,
};
