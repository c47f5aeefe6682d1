import { fields, list, text } from '../../lib/untyped.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import { unadjustedClocks, wrongClocks } from '../evidence/wrongClocks.ts';
import { beginningIn, fromLog, type Proof, type Rule } from '../rule.ts';
import { ofCheck } from '../symptomIds.ts';

/**
 * The clock of a monitor is wrong. The clocks of several servers tell whose it is. Ceph itself compares clocks only with the
 * leader's: if the leader's own clock is wrong, all others seem to be off by the same amount, which is far less likely than a
 * single wrong clock. Of two monitors either can be the wrong one.
 */
export const clockSkew: Rule = {
  kind: 'clock-skew',
  cost: 1,
  propose(evidence) {
    const check = evidence.checks.get('MON_CLOCK_SKEW');
    if (check === undefined) return [];
    const blamed = check.detail.flatMap((line) => /^mon\.(\S+) clock skew/.exec(line)?.[1] ?? []);
    const [leader, ...others] = quorumOf(evidence, blamed);
    const blamesAll = leader !== undefined && others.every((name) => blamed.includes(name));
    const read = clocksRead(evidence, [...(leader === undefined ? [] : [leader]), ...blamed]);
    const isEither = read === undefined && blamesAll && others.length === 1;
    const isLeader =
      read === undefined ? blamesAll && others.length > 1 && skewsAgree(evidence) : read.names[0] === leader;
    const names = read?.names ?? (isLeader ? [leader!] : isEither ? [leader, ...others] : blamed);
    const objects = names.map((name) => `mon.${name}`);
    const stamped = evidence.log.stamped.at(-1);
    return [
      {
        kind: 'clock-skew',
        objects,
        ...(read?.host !== undefined && { host: read.host }),
        ...beginningIn(evidence, evidence.log.stamped),
        explains: [ofCheck('MON_CLOCK_SKEW')],
        against: [],
        // Monitors are checked one by one; until all were checked, the leader's clock may be the wrong one.
        isProven:
          read?.isProven ??
          (evidence.daemons?.clocks !== undefined && others.length > 1 && names.length === 1),
        text:
          isLeader && names.length === 1
            ? `the clock of mon.${leader} is off: it leads, so all others seem wrong to it`
            : `the clock of ${objects.join(isEither ? ' or ' : ', ') || 'a monitor'} is off`,
        proofs: [
          ...(read?.proofs ?? []),
          ...check.detail.slice(0, 3).map((one) => ({ text: one, source: 'health' as const })),
          ...(stamped === undefined ? [] : [fromLog(stamped)]),
        ],
        next: [
          isEither
            ? `check the time service on the servers of ${objects.join(' and ')}`
            : `check the time service on ${read?.host ?? `the server of ${objects[0] ?? 'the monitor'}`}`,
        ],
      },
    ];
  },
};

/**
 * The monitors in quorum, their leader first; empty if the leader is not known. It is known from their answers or from the last
 * election in the log; else the only monitor of the status whose clock is not blamed must be the one that blames.
 */
function quorumOf(
  { daemons, log, status }: DiagnosticEvidence,
  blamed: readonly string[],
): readonly string[] {
  if (daemons?.quorum !== undefined) return daemons.quorum;
  const [elected, members = ''] = log.leader.at(-1)?.found ?? [];
  if (elected !== undefined) return [elected, ...members.split(',').filter((name) => name !== elected)];
  const names = list(fields(status?.storeStatus)?.quorum_names).flatMap((name) => text(name) ?? []);
  const innocent = names.filter((name) => !blamed.includes(name));
  return innocent.length === 1 ? [...innocent, ...blamed] : [];
}

/** The wrong clocks of monitors by those of their servers. */
interface ReadClocks {
  /** The names of the monitors. */
  readonly names: readonly string[];
  /** Their server, if it is a single one. */
  readonly host: string | undefined;
  readonly isProven: boolean;
  readonly proofs: readonly Proof[];
}

/**
 * The wrong ones among the clocks of these monitors: most other clocks agree against them, or no time service adjusts them
 * while those of the others are adjusted. Undefined if their servers do not tell.
 */
function clocksRead(evidence: DiagnosticEvidence, suspects: readonly string[]): ReadClocks | undefined {
  const wrong = wrongClocks(evidence).filter(({ monitors }) =>
    monitors.some((name) => suspects.includes(name)),
  );
  const told = wrong.length > 0 ? wrong : unadjustedClocks(evidence, suspects);
  const names = told.flatMap(({ monitors }) => monitors).filter((name) => suspects.includes(name));
  if (names.length === 0) return undefined;
  return {
    names,
    host: told.length === 1 ? told[0]!.server : undefined,
    isProven: wrong.length > 0,
    proofs: [
      ...wrong.slice(0, 3).map(({ server, ahead, others }): Proof => {
        const far = `${Math.abs(ahead).toFixed(2)} s ${ahead > 0 ? 'ahead of' : 'behind'}`;
        return { text: `the clock of ${server} is ${far} ${others} others that agree`, source: 'servers' };
      }),
      ...unadjustedClocks(evidence, suspects)
        .filter(({ server }) => told.some((one) => one.server === server))
        .slice(0, 3)
        .map(({ server }): Proof => ({
          text: `no time service adjusts the clock of ${server}, as its kernel says; others are adjusted`,
          source: 'servers',
        })),
    ],
  };
}

/** The allowed difference between clocks, in seconds (mon_clock_drift_allowed). */
const ALLOWED = 0.05;

/** True if all clocks differ from the leader's by about the same amount. */
function skewsAgree({ daemons }: DiagnosticEvidence): boolean {
  const skews = (daemons?.clocks ?? []).map(({ skew = 0 }) => skew);
  return skews.length < 2 || Math.max(...skews) - Math.min(...skews) < 2 * ALLOWED;
}
