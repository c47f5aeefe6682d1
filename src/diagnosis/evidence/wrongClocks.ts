import type { ClusterEvidence } from '../../api/contract/evidence.ts';
import type { WithServers } from './servers.ts';

/** A server whose clock is wrong, compared with those of others. */
export interface WrongClock {
  readonly server: string;
  /** The names of its monitors. */
  readonly monitors: readonly string[];
  /** Seconds by which it is ahead of the clocks that agree. */
  readonly ahead: number;
  /** The number of clocks that agree, with that of the service. */
  readonly others: number;
}

/** A clock that was read. */
interface KnownClock {
  /** Undefined for that of the service. */
  readonly server: string | undefined;
  readonly monitors: readonly string[];
  /** Seconds by which it is ahead of that of the service, and the largest error of this. */
  readonly ahead: number;
  readonly within: number;
}

/** The allowed difference between clocks, in seconds (mon_clock_drift_allowed). */
const ALLOWED = 0.05;
/** The largest error in seconds with which a clock can be judged: beyond, as while ssh connects, all seem to agree. */
const MAX_ERROR = 0.5;
/** The fewest clocks that must agree. */
const MIN_AGREE = 2;

/** The clocks of servers, and that of the service unless it is one of these. */
function knownClocks(servers: NonNullable<ClusterEvidence['servers']>): readonly KnownClock[] {
  const read = servers.flatMap(({ server, monitors = [], clock }) =>
    server === undefined || clock?.ahead === undefined || clock.within === undefined
      ? []
      : [{ server, monitors, ahead: clock.ahead, within: clock.within, same: clock.same === true }],
  );
  const known = read.filter(({ within }) => within <= MAX_ERROR);
  const own = { server: undefined, monitors: [], ahead: 0, within: 0 };
  return known.some(({ same }) => same) ? known : [...known, own];
}

/** The seconds by which a clock differs from another beyond what is allowed and what is not known; 0 if they may agree. */
const differenceOf = (a: KnownClock, b: KnownClock): number =>
  Math.max(0, Math.abs(a.ahead - b.ahead) - ALLOWED - a.within - b.within);

/**
 * The servers of monitors whose clocks differ from those on which most clocks agree; none if fewer than half agree, or if
 * the clocks of monitors agree by now.
 */
export function wrongClocks({ daemons }: WithServers): readonly WrongClock[] {
  const clocks = knownClocks((daemons?.servers ?? []).slice(0, 32));
  const agreeing = clocks
    .map((clock) => clocks.filter((other) => differenceOf(clock, other) === 0))
    .reduce<readonly KnownClock[]>((most, some) => (some.length > most.length ? some : most), []);
  if (agreeing.length < MIN_AGREE || agreeing.length <= clocks.length / 2) return [];
  const right = agreeing.reduce((sum, { ahead }) => sum + ahead, 0) / agreeing.length;
  return clocks.flatMap((clock) => {
    const { server, monitors, ahead } = clock;
    const isWrong = agreeing.every((other) => differenceOf(clock, other) > 0);
    return isWrong && server !== undefined && monitors.length > 0
      ? [{ server, monitors, ahead: ahead - right, others: agreeing.length }]
      : [];
  });
}

/**
 * The servers of some monitors whose clocks no time service adjusts; none unless those of the other monitors are adjusted, as
 * some time services do not tell the kernel that they work.
 */
export function unadjustedClocks(
  { daemons }: WithServers,
  suspects: readonly string[],
): readonly Pick<WrongClock, 'server' | 'monitors'>[] {
  const told = (daemons?.servers ?? []).flatMap(({ server = '', monitors = [], clock }) =>
    monitors.some((name) => suspects.includes(name)) && clock?.synchronised !== undefined
      ? [{ server, monitors, isAdjusted: clock.synchronised }]
      : [],
  );
  const known = new Set(told.flatMap(({ monitors }) => monitors));
  const unadjusted = told.filter(({ isAdjusted }) => !isAdjusted);
  const areAllKnown = suspects.every((name) => known.has(name));
  return areAllKnown && unadjusted.length < told.length ? unadjusted : [];
}
