import type { Clock } from '../../../lib/clock.ts';
import { ifRefused, Refusal, type Section } from '../../engine.ts';
import { createBackgroundRead } from '../client/backgroundRead.ts';
import type { Ceph, DatedAnswer } from '../client/ceph.ts';
import type { StatusDump } from '../cluster/read.ts';
import { clusterWork, type ProgressDump } from './read.ts';

/** The shortest interval between two reads of the progress, for all clients together. */
const INTERVAL_MS = 4000;
/** The longest interval while nothing is in progress. Work that begins and ends between two reads of the status is listed after it. */
const CALM_MS = 30_000;

/**
 * Answers with the last known progress and its age if the manager does not answer soon, and with the reason if the cluster
 * has no such command.
 */
export function progressHandlers(ceph: Ceph, clock: Clock) {
  const part = createBackgroundRead<DatedAnswer<ProgressDump> | Refusal>(clock, {
    restFactor: 1,
    minRestMs: INTERVAL_MS,
  });
  let last: DatedAnswer<ProgressDump> | undefined;

  /** The present progress. It is known without a read if there was no work, and the status reports none either. */
  const read = async (): Promise<DatedAnswer<ProgressDump>> => {
    if (last?.value.events?.length === 0 && clock.elapsed() - last.at < CALM_MS) {
      const status = await ceph.readDated<StatusDump>({ prefix: 'status' });
      const reported = status.value.progress_events;
      if (reported && Object.keys(reported).length === 0) return { value: last.value, at: status.at };
    }
    last = await ceph.readDated<ProgressDump>({ prefix: 'progress json' });
    return last;
  };
  return {
    async getClusterProgress() {
      const known = await part(() => read().catch(ifRefused((refused) => refused, 501)));
      if (known === undefined) throw new Refusal(503, 'no manager has reported its progress yet');
      if (known.value instanceof Refusal) throw known.value;
      const { value, at } = known.value;
      return { lastUpdated: (clock.elapsed() - at) / 1000, work: clusterWork(value) };
    },
  } satisfies Section;
}
