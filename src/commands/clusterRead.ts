import type { Api } from '../api/client.ts';
import type { ClusterStatus } from '../api/contract/cluster.ts';
import { ApiError, type Failure } from '../api/failure.ts';
import { createDeckStore, setData, setFailure } from '../store/deck.ts';
import { createFacts, type Facts } from '../store/facts.ts';
import { emptyJournal } from '../store/journal.ts';
import { type ResourceId, resources } from '../store/resources.ts';
import type { CommandIo } from './io.ts';

/** Resources that are read beside the status for the lines on the cluster. */
const BESIDE = ['crush', 'disks', 'flags', 'pools'] as const;

/** Whoever asks for the status shall have it, though the rest does not come. In milliseconds. */
const TIMEOUT_MS = 10_000;
const TOO_LATE: Failure = {
  kind: 'timeout',
  message: `no answer within ${TIMEOUT_MS / 1000} s`,
  afterMs: TIMEOUT_MS,
};

/** One look at the cluster, worked out as the deck does it. */
export interface ClusterRead {
  readonly status: ClusterStatus;
  readonly facts: Facts;
  /** Why something could not be read, in words; nothing where it could. */
  readonly missing: (...ids: readonly ResourceId[]) => string | undefined;
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
  const late = new AbortController();
  using _timer = clock.after(TIMEOUT_MS, () => late.abort());
  const store = createDeckStore();
  const at = { at: now, tookMs: 0, everyMs: 0, nextAt: 0 };
  const read = async <Id extends ResourceId>(id: Id, signal: AbortSignal) => {
    const data = await resources[id].fetch(api, signal, undefined);
    setData(store, id, { data, ...at });
    return data;
  };
  const beside = BESIDE.map((id) =>
    read(id, AbortSignal.any([stopped, late.signal])).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      setFailure(store, id, { error: late.signal.aborted ? TOO_LATE : error.failure, ...at });
    }),
  );
  const [status] = await Promise.all([read('status', stopped), ...beside]);
  return {
    status,
    facts: createFacts(
      store,
      () => emptyJournal,
      () => now,
    ),
    missing: (...ids) => ids.flatMap((id) => store.getState().slots[id].error?.message ?? []).at(0),
  };
}
