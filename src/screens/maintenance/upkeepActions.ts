import type { Binding } from '../../keys/binding.ts';
import { plural } from '../../lib/words.ts';
import { NO_BLOCKER, notOkay, ok, type PreflightCheck } from '../../store/answers/preflight.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Acts, Known, Shown } from '../../store/cockpit.ts';
import { type ListAction, screenAction } from '../list/screen.ts';
import { openScreen } from '../screen.ts';
import { osdIdIn, recoverySpeedPlan, scrubCall } from './actions.ts';
import { upkeep } from './upkeep.ts';

const osdField = (cockpit: Known) => ({
  'params.osdId': {
    label: 'OSD',
    hint: 'its number, such as 3 or osd.3',
    read: (text: string) => {
      const value = osdIdIn(cockpit, text.trim());
      return value === undefined ? { problem: `There is no OSD ${text || 'without a number'}.` } : { value };
    },
  },
});

const scrub = (deep: boolean) =>
  screenAction(
    deep ? 'deepScrubOsd' : 'scrubOsd',
    {
      id: deep ? 'deep-scrub' : 'scrub',
      keys: [deep ? 'C' : 'c'],
      label: deep ? 'deep-scrub' : 'scrub',
      help: `${deep ? 'Deep-scrub' : 'Scrub'} an OSD`,
    },
    (_scope, cockpit) => scrubCall(cockpit, deep, { fields: osdField(cockpit) }),
  );

/** Warnings before servers or the whole cluster are taken down: existing problems. */
function outageChecks(cockpit: Known): readonly PreflightCheck[] {
  const health = cockpit.facts.health();
  const down = cockpit.facts.osds().filter(({ status }) => status === 'DOWN').length;
  const noout = cockpit.facts.flags().some(({ name, on }) => name === 'noout' && on);
  const checks: PreflightCheck[] = [];
  if (health.status !== 'HEALTH_OK') checks.push({ level: 'warn', text: `the cluster is ${health.status}` });
  checks.push(...notOkay(cockpit.facts.placement(), 'data may become unavailable'));
  if (down > 0) checks.push({ level: 'warn', text: `${plural(down, 'OSD')} down already` });
  if (!noout)
    checks.push({
      level: 'warn',
      text: 'noout is not set: unless the task sets it, data begins to move when a server stays down',
    });
  return checks.length > 0 ? checks : [ok(NO_BLOCKER)];
}

const NEEDS = [resources.status, resources.crush, resources.flags] as const;

const upgrade = screenAction(
  'migrateToMimic',
  {
    id: 'upgrade',
    keys: ['U'],
    label: 'upgrade',
    help: 'Upgrade the cluster to the release named mimic',
    refused: (_scope, cockpit) =>
      upkeep.onTop(cockpit)?.upgrade === false ? 'the service offers no upgrade to mimic' : undefined,
  },
  (_scope, cockpit) => ({
    title: 'Upgrade the cluster to mimic',
    target: 'upgrade to mimic',
    effect:
      'Restarts the daemons of all servers with the new release. There is no way back: once the new release runs, the old one cannot read its data.',
    undo: 'none: an upgrade cannot be undone',
    needs: NEEDS,
    checks: () => outageChecks(cockpit),
  }),
);

/** All maintenance actions except those on flags. */
export const upkeepActions: readonly ListAction<object>[] = [
  {
    operation: 'setRecoverySpeed',
    make: (cockpit) => ({
      id: 'speed',
      keys: ['r'],
      label: 'speed',
      help: 'Set the recovery speed',
      tier: 'disruptive',
      plan: () => recoverySpeedPlan(cockpit),
    }),
  },
  scrub(false),
  scrub(true),
  screenAction(
    'rebootAllServers',
    {
      id: 'reboot',
      keys: ['X'],
      label: 'reboot all',
      help: 'Reboot all servers that do not run their configured image',
    },
    (_scope, cockpit) => ({
      title: 'Reboot all servers',
      target: 'reboot all servers',
      effect:
        'Every server that does not run its configured image is rebooted. Its services are down meanwhile; with too few copies left, clients wait or fail.',
      undo: 'none: a reboot cannot be stopped once it has begun; cancelling the task may spare servers that still wait',
      needs: NEEDS,
      checks: () => outageChecks(cockpit),
    }),
  ),
  upgrade,
];

/** The key that opens the screen of backups. */
export const upkeepBindings = (cockpit: Shown & Acts): readonly Binding[] => [
  {
    keys: ['b'],
    label: 'backups',
    help: 'Configuration backups: their state, on and off, now, restore',
    footer: 5,
    run: () => openScreen(cockpit, 'backups'),
  },
];
