import type { Clock } from '../../../lib/clock.ts';
import { Refusal } from '../../engine.ts';
import type { Ceph, DatedAnswer } from '../ceph.ts';
import { within } from '../timeouts.ts';
import type { StatusDump } from './read.ts';

/**
 * Reads `ceph status`, dated. A monitor goes on telling it when the others are gone, so it counts only together with an
 * answer for which the monitor must know that a majority stands behind it.
 * @throws Refusal 503 where the monitor that answers has no majority with it
 */
export async function readStatus(ceph: Ceph): Promise<DatedAnswer<StatusDump>> {
  const [status, witness] = await Promise.all([
    ceph.readDated<StatusDump>({ prefix: 'status' }),
    ceph.readDated({ prefix: 'osd stat' }),
  ]);
  if (status.value.quorum_names?.length === 0)
    throw new Refusal(
      503,
      'the monitors have no quorum (they elect a leader, or too few of them can be reached)',
    );
  return { value: status.value, at: Math.min(status.at, witness.at) };
}

/** Runs reads of the monitors, and knows since when they have given no answer. */
export function silenceTimer(clock: Clock) {
  let since: number | undefined;
  return {
    /** @throws Refusal 503 that says since when, after `patienceMs` at the latest */
    async read<T>(patienceMs: number, read: () => Promise<T>): Promise<T> {
      const at = clock.elapsed();
      try {
        const answer = await within(
          clock,
          patienceMs,
          read().then((value) => ({ value })),
        );
        if (!answer) throw new Refusal(503, 'no majority of the monitors answers');
        since = undefined;
        return answer.value;
      } catch (failure) {
        if (!(failure instanceof Refusal) || failure.status !== 503) throw failure;
        since ??= at;
        const seconds = (clock.elapsed() - since) / 1000;
        const time = new Date(clock.now() - seconds * 1000).toISOString().slice(11, 19);
        throw new Refusal(503, `no answer since ${time} UTC (${Math.round(seconds)} s): ${failure.message}`);
      }
    },
  };
}
