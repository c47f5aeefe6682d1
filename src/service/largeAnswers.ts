import type { OperationId } from '../api/contract/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { Reply } from './run.ts';
import { createShare } from './share.ts';

/** Characters from which on an answer is large: with fewer it is made in less than a millisecond. */
const LARGE = 64 * 1024;
/** The time for which a large answer is given to others, in milliseconds; consoles ask every few seconds. */
const SHARE_MS = 1000;

/** Answers of megabytes, made once for all who ask for the same at nearly the same time. */
export interface LargeAnswers {
  /**
   * The answer of an operation to `url`: one that was made a moment ago, where those of the operation are known to
   * be large, or that of `make`.
   */
  get(id: OperationId, url: string, make: () => Promise<Reply>): Promise<Reply>;
  /** Forgets all answers: something is changed. */
  clear(): void;
}

/** Learns which operations answer at length, and shares the answers of those only. */
export function createLargeAnswers(clock: Clock): LargeAnswers {
  const share = createShare(clock);
  const known = new Set<OperationId>();
  const isLarge = ({ status, json = '' }: Reply): boolean => status === 200 && json.length >= LARGE;
  return {
    async get(id, url, make) {
      if (!known.has(id)) {
        const reply = await make();
        if (isLarge(reply)) known.add(id);
        return reply;
      }
      const reply = await share.get(url, SHARE_MS, make);
      // A refusal is not to be given again, and what has become small is better fresh.
      if (!isLarge(reply) && known.delete(id)) share.clear();
      return reply;
    },
    clear: () => share.clear(),
  };
}
