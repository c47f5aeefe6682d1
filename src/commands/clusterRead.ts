import type { Api } from '../api/client.ts';
import type { ClusterStatus } from '../api/contract/cluster.ts';
import { ApiError } from '../api/failure.ts';
import { sleep } from '../lib/clock.ts';
import type { Journal } from '../store/answers/journalState.ts';
import { type Cache, createCache } from '../store/cache/cache.ts';
import type { Resource } from '../store/cache/resource.ts';
import { resources } from '../store/cache/resources.ts';
import { createFacts, type Facts } from '../store/facts/facts.ts';
import { emptyJournal, observeStatus } from '../store/session/journal.ts';
import { observeLog } from '../store/session/journalLog.ts';
import { observeCrush } from '../store/session/osdHistory.ts';
import type { CommandIo } from './io.ts';

/** The resources that the report reads besides the status. */
const EXTRAS: readonly Resource[] = [
  resources.crush,
  resources.disks,
  resources.flags,
  resources.pools,
  resources.health,
  resources.recentLog,
  resources.settings,
  resources.rules,
  resources.recoverySpeed,
  resources.tasks,
  resources.writeLatency,
];

/** The time to wait for the extra resources, in milliseconds; the report can do without them. */
const TIMEOUT_MS = 10_000;

/** A single reading of the cluster, with the same facts as on the deck. */
export interface ClusterRead {
  readonly status: ClusterStatus;
  readonly facts: Facts;
  /** The error of the first of these resources that could not be read; undefined if all could. */
  readonly missing: (...wanted: readonly Resource[]) => string | undefined;
}

/**
 * Reads the status, and the extra resources as far as the service provides them in time.
 * @throws ApiError if the status cannot be read
 */
export async function readCluster(
  api: Api,
  { clock, stopped }: Pick<CommandIo, 'clock' | 'stopped'>,
): Promise<ClusterRead> {
  const now = clock.now();
  const done = new AbortController();
  using cache = createCache({ api, clock });
  stopped.addEventListener('abort', () => cache[Symbol.dispose](), { signal: done.signal });
  const late = sleep(clock, TIMEOUT_MS, done.signal).catch(() => undefined);
  const extras = Promise.all(EXTRAS.map((one) => cache.refresh(one)));
  await cache.refresh(resources.status);
  const { data: status, error } = cache.slot(resources.status);
  if (status !== undefined) await Promise.race([extras, late]);
  done.abort();
  if (status === undefined)
    throw new ApiError(error ?? { kind: 'cancelled', message: 'The request was cancelled.' });
  const journal = journalOf(cache, status, now);
  return {
    status,
    facts: createFacts(
      cache,
      () => journal,
      () => now,
    ),
    missing: (...wanted) =>
      wanted
        .map((one) => cache.slot(one))
        .flatMap(({ data, error: failure }) =>
          data === undefined ? [failure?.message ?? `no answer within ${TIMEOUT_MS / 1000} s`] : [],
        )
        .at(0),
  };
}

/** The journal of a single reading; only the log adds earlier events. */
function journalOf(cache: Pick<Cache, 'slot'>, status: ClusterStatus, now: number): Journal {
  const [crush, log] = [cache.slot(resources.crush).data, cache.slot(resources.recentLog).data];
  const seen = observeStatus(emptyJournal, status, now);
  return observeLog(crush === undefined ? seen : observeCrush(seen, crush, now), log?.events ?? []);
}
