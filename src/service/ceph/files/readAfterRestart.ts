import type { Clock } from '../../../lib/clock.ts';
import { Refusal } from '../../engine.ts';
import { retryWhileSilent } from '../client/timeouts.ts';
import type { Files } from './filesystem.ts';

/** The parts that a task on files needs. */
export interface FileTaskParts {
  readonly files: Files;
  readonly clock: Clock;
}

/**
 * Reads what is at the paths of a task that continues after a restart. Waits for the metadata server, which may start later
 * than the service, or which waits itself for the client of the killed service.
 * @param filesystem the id of the filesystem when the task was started
 * @throws Refusal 409 when the cluster has another filesystem now, in which the stored inodes mean nothing
 */
export const readAfterRestart = <T>(
  { files, clock }: FileTaskParts,
  filesystem: number,
  read: () => Promise<T>,
  cancelled: AbortSignal,
): Promise<T> =>
  retryWhileSilent(
    clock,
    async () => {
      if ((await files.id()) !== filesystem)
        throw new Refusal(409, 'the cluster has another filesystem now: nothing in it was changed');
      return read();
    },
    cancelled,
  );
