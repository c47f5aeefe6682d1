import type { Clock } from '../../../lib/clock.ts';
import { Refusal } from '../../engine.ts';
import type { Ceph, DatedAnswer } from '../client/ceph.ts';
import { NotSent, Unanswered } from '../client/refusal.ts';
import { within } from '../client/timeouts.ts';
import type { StatusDump } from './read.ts';

/**
 * Reads `ceph status`, dated. A monitor serves it even after the others are gone. So a command that needs a quorum is
 * sent with it, and the status is valid only if both are answered.
 * @throws Refusal 503 when the monitor that answers is not in a quorum
 */
export async function readStatus(ceph: Ceph): Promise<DatedAnswer<StatusDump>> {
  const [status, quorumProof] = await Promise.all([
    ceph.readDated<StatusDump>({ prefix: 'status' }),
    ceph.readDated({ prefix: 'osd stat' }),
  ]);
  if (status.value.quorum_names?.length === 0)
    throw new Refusal(
      503,
      'the monitors have no quorum (they are electing a leader, or too few of them are reachable)',
    );
  return { value: status.value, at: Math.min(status.at, quorumProof.at) };
}

/**
 * Runs reads of the monitors with a time limit, and tracks since when they have not answered.
 * @param reason says why a read is not answered in time
 */
export function silenceTimer(clock: Clock, reason: () => string) {
  let since: number | undefined;
  const why = (failure: Refusal): string => {
    if (failure instanceof Unanswered) return reason();
    return failure instanceof NotSent ? failure.why : failure.message;
  };
  return {
    /** @throws Refusal 503 that says since when there is no answer, after `timeoutMs` at the latest */
    async read<T>(timeoutMs: number, read: () => Promise<T>): Promise<T> {
      const at = clock.elapsed();
      try {
        const answer = await within(
          clock,
          timeoutMs,
          read().then((value) => ({ value })),
        );
        if (!answer) throw new Refusal(503, reason());
        since = undefined;
        return answer.value;
      } catch (failure) {
        if (!(failure instanceof Refusal) || failure.status !== 503) throw failure;
        since ??= at;
        const seconds = (clock.elapsed() - since) / 1000;
        const time = new Date(clock.now() - seconds * 1000).toISOString().slice(11, 19);
        throw new Refusal(503, `no answer since ${time} UTC (${Math.round(seconds)} s): ${why(failure)}`);
      }
    },
  };
}
