import type { OperationId } from '../../api/contract/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { createShare } from '../share.ts';
import type { Reply } from './runOperation.ts';

/** Characters from which on an answer counts as large; a smaller one is made in less than a millisecond. */
const LARGE = 64 * 1024;
/** The time for which a large answer is shared, in milliseconds; consoles ask every few seconds. */
const SHARE_MS = 1000;

/** Shares answers of megabytes between clients that ask for the same at nearly the same time. */
export interface LargeAnswers {
  /**
   * The answer of an operation to `url`: the one that was made a moment ago, if the operation is known for large
   * answers, otherwise that of `make`.
   */
  get(id: OperationId, url: string, make: () => Promise<Reply>): Promise<Reply>;
  /** Forgets all answers, because something changes. */
  clear(): void;
}

/** Learns which operations have large answers, and shares only those. */
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
