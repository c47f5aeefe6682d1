import type { Scenario } from '../scenario.ts';
import { FAULT_KINDS, type FaultKind } from './fault.ts';
import { inject } from './inject.ts';
import { schedule } from './schedule.ts';

/** The second at which the fault of a scenario is injected. */
const INJECTED_AT = 5;

/**
 * A scenario with one fault, at a place that depends on the seed. The fault has lasted `since` seconds when the
 * engine starts.
 */
const faultScenario = (kind: FaultKind, since: number, summary: string): Scenario => ({
  summary,
  age: INJECTED_AT + since,
  begin: (cluster) =>
    cluster.in(INJECTED_AT, () => void inject(cluster, kind, cluster.model.dice.faults.fork(kind))),
});

/**
 * Seconds of a drill that have passed when the engine starts, and the range of the seconds for which its fault has
 * lasted then.
 */
const DRILL_AGE = 180;
const SINCE = [20, 120] as const;

/** A random fault, sometimes with a decoy before it; the command `:reveal` tells which fault it is. */
export const drill: Scenario = {
  summary: 'one of all these faults, picked at random: find it, then type :reveal',
  age: DRILL_AGE,
  random: true,
  begin(cluster) {
    const dice = cluster.model.dice.faults.fork('drill');
    const after = DRILL_AGE - Math.round(dice.between(...SINCE));
    schedule(cluster, { kinds: [dice.pick(FAULT_KINDS)], decoy: dice.chance(0.5), after }, dice);
  },
};

/** Scenarios with faults that no health check names, or that are attributed to the wrong part. */
export const FAULT_SCENARIOS = {
  'osd-hang': faultScenario(
    'osd-hang',
    10,
    'an OSD hangs and does not answer; clients wait, and no check says so yet',
  ),
  'disk-slow': faultScenario('disk-slow', 60, 'a disk is slow, and not slow enough for any check'),
  controller: faultScenario('controller', 60, 'the disks behind one controller are slow together'),
  'net-loss': faultScenario('net-loss', 30, 'a server loses packets; its peers are blamed a minute later'),
  'net-slow': faultScenario('net-slow', 60, 'the link of a server is too slow, which raises no check'),
  'net-mtu': faultScenario('net-mtu', 100, 'large packets of a server are dropped: its OSDs come and go'),
  'link-flap': faultScenario(
    'link-flap',
    150,
    'the link of a server goes down and comes back again and again',
  ),
  'host-freeze': faultScenario(
    'host-freeze',
    45,
    'a server hangs: it accepts connections and answers nothing',
  ),
  'clock-skew': faultScenario(
    'clock-skew',
    30,
    'the clock of a monitor is wrong, perhaps not of the one that is named',
  ),
  'mgr-down': faultScenario('mgr-down', 20, 'the managers have ended, and statistics stand still'),
  'mds-down': faultScenario('mds-down', 12, 'the active metadata server has ended, and a standby takes over'),
  'gateway-down': faultScenario('gateway-down', 60, 'a gateway has ended, which raises no check'),
  'recovery-held': faultScenario('recovery-held', 120, 'data cannot be restored: a flag is in the way'),
  maintenance: faultScenario('maintenance', 120, 'somebody works on a server and has set a flag'),
  'disk-error': faultScenario(
    'disk-error',
    40,
    'a disk fails to read some blocks, which are answered from other copies',
  ),
  'disk-missing': faultScenario('disk-missing', 30, 'a disk is gone from its server'),
  'recovery-capped': faultScenario(
    'recovery-capped',
    180,
    'data is restored far too slowly, because of a setting',
  ),
  'scrub-backlog': faultScenario(
    'scrub-backlog',
    30,
    'scrubs are overdue: flags against them were forgotten weeks ago',
  ),
  'large-omap': faultScenario('large-omap', 180, 'an object has far too many keys, as a deep scrub finds'),
  'hot-client': faultScenario(
    'hot-client',
    60,
    'one client takes so much that all others wait, which raises no check',
  ),
  'client-hung': faultScenario(
    'client-hung',
    30,
    'a client of the filesystem hangs while others wait for it',
  ),
  'mds-behind': faultScenario('mds-behind', 30, 'the metadata server does not trim its journal'),
  'config-change': faultScenario(
    'config-change',
    30,
    'somebody has changed a setting, and the cluster complains',
  ),
  'pool-quota': faultScenario('pool-quota', 30, 'a pool has used up its quota'),
} as const satisfies Partial<Record<FaultKind, Scenario>>;
