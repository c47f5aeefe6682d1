import type { Cause } from '../../diagnosis/verdict.ts';
import type { Clock } from '../../lib/clock.ts';
import { inLocale } from '../../lib/decimal.ts';
import { byLevel, type Level } from '../answers/level.ts';
import type { CacheStore } from '../cache/state.ts';
import { causeKey } from './diagnosis.ts';
import type { Facts } from './facts.ts';

/** The minimum time between two notifications, in milliseconds. */
const MIN_INTERVAL_MS = 60_000;
/** A cause that reappears after more than this time counts as new. */
const FORGET_MS = 10 * 60_000;

/** A sentence about the worsened health. */
function sentence(facts: Facts, cause: Cause | undefined): string {
  const { status, checks } = facts.health();
  return `${status}: ${(cause && inLocale(cause.text)) ?? checks[0]?.message ?? 'no check says why'}`;
}

/**
 * Notifies when health gets worse or a new cause is named, at most once a minute; news within that minute is deferred
 * to its end. The state at the first read is not news.
 */
export function watchWorsening(
  { store, facts, clock }: { readonly store: CacheStore; readonly facts: Facts; readonly clock: Clock },
  notify: (text: string) => void,
): Disposable {
  let level: Level | undefined;
  /** The monotonic time at which each cause was last named. */
  let named: Map<string, number> | undefined;
  let notifiedAt = -Infinity;
  let news: { readonly worse: boolean; readonly cause: Cause | undefined } | undefined;
  let timer: Disposable | undefined;

  function notifyNow(): void {
    const { worse = false, cause } = news ?? {};
    timer = news = undefined;
    // Do not notify of something that has gone away in the meantime.
    const named = cause && namedNow()?.find((one) => causeKey(one) === causeKey(cause));
    if (facts.health().level === 'ok' || (!worse && named === undefined)) return;
    notifiedAt = clock.elapsed();
    notify(sentence(facts, named));
  }

  const namedNow = (): readonly Cause[] | undefined =>
    facts.diagnosis()?.causes.filter(({ confidence }) => confidence !== 'unknown');

  /** True if health is worse than when it was last known. */
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

  function check(): void {
    const worse = isWorse();
    const cause = newCause();
    if (!worse && cause === undefined) return;
    news = { worse: worse || news?.worse === true, cause: cause ?? news?.cause };
    if (timer) return;
    const wait = notifiedAt + MIN_INTERVAL_MS - clock.elapsed();
    if (wait > 0) timer = clock.after(wait, notifyNow);
    else notifyNow();
  }

  const stop = store.subscribe(check);
  return {
    [Symbol.dispose]() {
      stop();
      timer?.[Symbol.dispose]();
    },
  };
}

/**
 * Creates a function that returns the progress of recovery: of the placement groups that were not okay at the worst
 * moment, the share that is okay again. Undefined while all are okay, or their state is unknown.
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
