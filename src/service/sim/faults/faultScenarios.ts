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
    cluster.after(INJECTED_AT, () => void inject(cluster, kind, cluster.model.dice.faults.fork(kind))),
});

/**
 * Seconds of a drill that have passed when the engine starts, and the range of the seconds for which its fault has
 * lasted then.
 */
const DRILL_AGE = 180;
const SINCE = [20, 120] as const;

/** A random fault, sometimes with a decoy before it; the command `:reveal` tells which fault it is. */
export const drill: Scenario = {
  summary: 'one of these faults, picked at random: find it, then type :reveal',
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
  'osd-hang': faultScenario('osd-hang', 10, 'an OSD hangs; clients wait, and no health check is raised yet'),
  'disk-slow': faultScenario('disk-slow', 60, 'a disk is slow, but not slow enough for a health check'),
  controller: faultScenario('controller', 60, 'all disks behind one controller are slow'),
  'net-loss': faultScenario('net-loss', 30, 'a server loses packets; a minute later its peers are blamed'),
  'net-slow': faultScenario('net-slow', 60, 'the link of a server is too slow, which raises no health check'),
  'net-mtu': faultScenario(
    'net-mtu',
    100,
    'large packets of a server are dropped: its OSDs run, but their peers do not hear them',
  ),
  'link-flap': faultScenario('link-flap', 150, 'the link of a server flaps'),
  'host-freeze': faultScenario(
    'host-freeze',
    45,
    'a server hangs: it accepts connections and answers nothing',
  ),
  'clock-skew': faultScenario(
    'clock-skew',
    30,
    'the clock of a monitor is wrong, perhaps of another than the one named',
  ),
  'mgr-down': faultScenario('mgr-down', 20, 'the managers have stopped, and statistics are outdated'),
  'mds-down': faultScenario(
    'mds-down',
    12,
    'the active metadata server has stopped, and a standby takes over',
  ),
  'gateway-down': faultScenario('gateway-down', 60, 'a gateway has stopped, which raises no health check'),
  'recovery-held': faultScenario('recovery-held', 120, 'data cannot recover: a flag prevents it'),
  maintenance: faultScenario('maintenance', 120, 'a server is under maintenance and a flag is set'),
  'disk-error': faultScenario(
    'disk-error',
    40,
    'a disk cannot read some blocks, which are read from other copies',
  ),
  'disk-missing': faultScenario('disk-missing', 30, 'a disk is gone from its server'),
  'recovery-capped': faultScenario('recovery-capped', 180, 'a setting makes recovery far too slow'),
  'scrub-backlog': faultScenario(
    'scrub-backlog',
    30,
    'scrubs are overdue: the noscrub flags were left set weeks ago',
  ),
  'large-omap': faultScenario('large-omap', 180, 'a deep scrub finds an object with far too many keys'),
  'pg-unfound': faultScenario(
    'pg-unfound',
    75,
    'objects are unfound: the OSDs with their last versions have failed',
  ),
  'rule-unsatisfied': faultScenario(
    'rule-unsatisfied',
    90,
    'a new pool has more chunks than its CRUSH rule finds servers',
  ),
  'hot-client': faultScenario(
    'hot-client',
    60,
    'one client uses so much that all others wait, which raises no health check',
  ),
  'client-hung': faultScenario('client-hung', 30, 'a filesystem client hangs while others wait for it'),
  'mds-behind': faultScenario('mds-behind', 30, 'the metadata server does not trim its journal'),
  'config-change': faultScenario('config-change', 30, 'a changed setting raises a health check'),
  'data-moved': faultScenario('data-moved', 30, 'a pool gets one more copy of its data, all OSDs are up'),
  'pool-quota': faultScenario('pool-quota', 30, 'a pool has used up its quota'),
} as const satisfies Partial<Record<FaultKind, Scenario>>;
