import type { Clock } from '../../../lib/clock.ts';
import { Refusal, type Section } from '../../engine.ts';
import type { Ceph, DatedAnswer } from '../ceph.ts';
import { createPart } from '../part.ts';
import { clusterWork, type ProgressDump } from './read.ts';

/** It is asked for no more often than this, in milliseconds, however many ask. */
const APART_MS = 4000;

/** Nobody waits for a manager that does not answer: what was last known is told with its age. */
export function progressHandlers(ceph: Ceph, clock: Clock) {
  const part = createPart<DatedAnswer<ProgressDump>>(clock, 1, APART_MS);
  return {
    async getClusterProgress() {
      const known = await part(() => ceph.readDated({ prefix: 'progress json' }));
      if (known === undefined) throw new Refusal(503, 'no manager has told the progress of its work yet');
      const { value, at } = known.value;
      return { lastUpdated: (clock.elapsed() - at) / 1000, work: clusterWork(value) };
    },
  } satisfies Section;
}
