import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import { fromLog, type Rule } from '../rule.ts';
import { ofCheck } from '../symptoms.ts';

/**
 * The clock of a monitor is off. Ceph measures against the leader: where the leader's own is off it blames all others, by
 * the same amount, and that several clocks are off alike is far less likely than that one is.
 */
export const clockSkew: Rule = {
  kind: 'clock-skew',
  cost: 1,
  propose(evidence) {
    const check = evidence.checks.get('MON_CLOCK_SKEW');
    if (check === undefined) return [];
    const blamed = check.detail.flatMap((line) => /^mon\.(\S+) clock skew/.exec(line)?.[1] ?? []);
    const { leader, others } = quorumOf(evidence);
    const blamesAll =
      leader !== undefined && others.length > 1 && others.every((name) => blamed.includes(name));
    const isLeader = blamesAll && skewsAgree(evidence);
    const names = isLeader ? [leader] : blamed;
    const objects = names.map((name) => `mon.${name}`);
    const stamped = evidence.log.stamped.at(-1);
    return [
      {
        kind: 'clock-skew',
        objects,
        since: evidence.log.stamped[0]?.at,
        explains: [ofCheck('MON_CLOCK_SKEW')],
        against: [],
        // Checks come one by one: until all were asked, the leader may be the one.
        isProven: evidence.daemons?.clocks !== undefined && others.length > 1 && names.length === 1,
        text: isLeader
          ? `the clock of mon.${leader} is off: it leads, so it finds all others wrong`
          : `the clock of ${objects.join(', ') || 'a monitor'} is off`,
        proofs: [
          ...check.detail.slice(0, 3).map((text) => ({ text, source: 'health' as const })),
          ...(stamped === undefined ? [] : [fromLog(stamped)]),
        ],
        next: [`check the time service on the server of ${objects[0] ?? 'the monitor'}`],
      },
    ];
  },
};

/** The monitors in quorum, as they answer or as the log last told. */
function quorumOf({ daemons, log }: DiagnosticEvidence): {
  readonly leader: string | undefined;
  readonly others: readonly string[];
} {
  const [name, members = ''] = log.leader.at(-1)?.found ?? [];
  const [leader, ...others] =
    daemons?.quorum ??
    (name === undefined ? [] : [name, ...members.split(',').filter((member) => member !== name)]);
  return { leader, others };
}

/** Seconds by which clocks that are well may differ (mon_clock_drift_allowed). */
const ALLOWED = 0.05;

/** Tells whether all clocks differ from the leader's by about the same. */
function skewsAgree({ daemons }: DiagnosticEvidence): boolean {
  const skews = (daemons?.clocks ?? []).map(({ skew = 0 }) => skew);
  return skews.length < 2 || Math.max(...skews) - Math.min(...skews) < 2 * ALLOWED;
}
