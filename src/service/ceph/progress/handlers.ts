import type { Clock } from '../../../lib/clock.ts';
import { ifRefused, Refusal, type Section } from '../../engine.ts';
import { createBackgroundRead } from '../backgroundRead.ts';
import type { Ceph, DatedAnswer } from '../ceph.ts';
import { clusterWork, type ProgressDump } from './read.ts';

/** The shortest interval between two reads of the progress, for all clients together. */
const INTERVAL_MS = 4000;

/**
 * Answers with the last known progress and its age if the manager does not answer soon, and with the reason if the cluster
 * has no such command.
 */
export function progressHandlers(ceph: Ceph, clock: Clock) {
  const part = createBackgroundRead<DatedAnswer<ProgressDump> | Refusal>(clock, {
    restFactor: 1,
    minRestMs: INTERVAL_MS,
  });
  return {
    async getClusterProgress() {
      const known = await part(() =>
        ceph.readDated<ProgressDump>({ prefix: 'progress json' }).catch(ifRefused((refused) => refused, 501)),
      );
      if (known === undefined) throw new Refusal(503, 'no manager has reported its progress yet');
      if (known.value instanceof Refusal) throw known.value;
      const { value, at } = known.value;
      return { lastUpdated: (clock.elapsed() - at) / 1000, work: clusterWork(value) };
    },
  } satisfies Section;
}
