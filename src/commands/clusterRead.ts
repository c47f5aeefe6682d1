import type { Api } from '../api/client.ts';
import type { ClusterStatus } from '../api/contract/cluster.ts';
import { ApiError } from '../api/failure.ts';
import { sleep } from '../lib/clock.ts';
import { createCache } from '../store/cache/cache.ts';
import type { Resource } from '../store/cache/resource.ts';
import { createFacts, type Facts } from '../store/facts/facts.ts';
import { emptyJournal } from '../store/session/journal.ts';
import { resources } from '../store/cache/resources.ts';
import type { CommandIo } from './io.ts';

/** Read beside the status for the lines on the cluster. */
const BESIDE: readonly Resource[] = [
  resources.crush,
  resources.disks,
  resources.flags,
  resources.pools,
  resources.health,
  resources.recentLog,
  resources.settings,
  resources.rules,
];

/** The time to wait for what the status can be printed without, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** One look at the cluster, worked out as the deck does it. */
export interface ClusterRead {
  readonly status: ClusterStatus;
  readonly facts: Facts;
  /** Why something could not be read, in words; nothing where it could. */
  readonly missing: (...wanted: readonly Resource[]) => string | undefined;
}

/**
 * Reads the status, and what the lines on the cluster need beside it as far as the service tells it.
 * @throws ApiError where the status cannot be read
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
  const beside = Promise.all(BESIDE.map((one) => cache.refresh(one)));
  await cache.refresh(resources.status);
  const { data: status, error } = cache.slot(resources.status);
  if (status !== undefined) await Promise.race([beside, late]);
  done.abort();
  if (status === undefined) throw new ApiError(error ?? { kind: 'cancelled', message: 'It was given up.' });
  return {
    status,
    facts: createFacts(
      cache,
      () => emptyJournal,
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
