import type { Cause } from '../../diagnosis/verdict.ts';
import type { Clock } from '../../lib/clock.ts';
import type { CacheStore } from '../cache/state.ts';
import { causeKey } from '../facts/diagnosis.ts';
import type { Facts } from '../facts/facts.ts';
import { byLevel, type Level } from '../facts/level.ts';

/** Nobody wants to be called more often than this, in milliseconds. */
const AT_MOST_EVERY_MS = 60_000;
/** A cause that was away for longer than this comes as a new one. */
const FORGET_MS = 10 * 60_000;

/** A cluster that got worse, in a sentence. */
function sentence(facts: Facts, cause: Cause | undefined): string {
  const { status, checks } = facts.health();
  return `${status}: ${cause?.text ?? checks[0]?.message ?? 'no check tells why'}`;
}

/**
 * Tells when health gets worse or a new cause is named, at most once a minute: what comes sooner is told once the minute
 * is over. What stood already at the first look is no news.
 */
export function watchWorsening(
  { store, facts, clock }: { readonly store: CacheStore; readonly facts: Facts; readonly clock: Clock },
  tell: (text: string) => void,
): Disposable {
  let level: Level | undefined;
  /** When each cause was named last, by the clock that only goes forward. */
  let named: Map<string, number> | undefined;
  let toldAt = -Infinity;
  let news: { readonly worse: boolean; readonly cause: Cause | undefined } | undefined;
  let timer: Disposable | undefined;

  function due(): void {
    const { worse = false, cause } = news ?? {};
    timer = news = undefined;
    // What is no longer so is not told.
    const named = cause && namedNow()?.find((one) => causeKey(one) === causeKey(cause));
    if (facts.health().level === 'ok' || (!worse && named === undefined)) return;
    toldAt = clock.elapsed();
    tell(sentence(facts, named));
  }

  const namedNow = (): readonly Cause[] | undefined =>
    facts.diagnosis()?.causes.filter(({ confidence }) => confidence !== 'unknown');

  /** True where it is worse than when it was last known. */
  function isWorse(): boolean {
    const now = facts.health().level;
    if (now === 'unknown') return false;
    const before = level;
    level = now;
    return before !== undefined && byLevel(now, before) < 0;
  }

  function newCause(): Cause | undefined {
    const causes = namedNow();
    if (causes === undefined) return undefined;
    const at = clock.elapsed();
    const before = named;
    named = new Map([...(before ?? [])].filter(([, last]) => at - last < FORGET_MS));
    for (const cause of causes) named.set(causeKey(cause), at);
    return before && causes.find((cause) => at - (before.get(causeKey(cause)) ?? -Infinity) >= FORGET_MS);
  }

  function look(): void {
    const worse = isWorse();
    const cause = newCause();
    if (!worse && cause === undefined) return;
    news = { worse: worse || news?.worse === true, cause: cause ?? news?.cause };
    if (timer) return;
    const wait = toldAt + AT_MOST_EVERY_MS - clock.elapsed();
    if (wait > 0) timer = clock.after(wait, due);
    else due();
  }

  const stop = store.subscribe(look);
  return {
    [Symbol.dispose]() {
      stop();
      timer?.[Symbol.dispose]();
    },
  };
}

/**
 * Makes the function that tells how far recovery is: the share of the placement groups that are okay again, of those that
 * were not when it was worst. Undefined while all are okay, or none are known.
 */
export function recoveryProgress(
  facts: Pick<Facts, 'healing'>,
): () => { readonly share: number; readonly moves: boolean } | undefined {
  let worst = 0;
  return () => {
    const { state, missing } = facts.healing();
    if (state === 'unknown') return undefined;
    worst = missing === 0 ? 0 : Math.max(worst, missing);
    return worst === 0 ? undefined : { share: 1 - missing / worst, moves: state === 'healing' };
  };
}
