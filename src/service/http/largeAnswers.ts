import type { OperationId } from '../../api/contract/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { createShare } from '../share.ts';
import type { Reply } from './runOperation.ts';

/** Length in characters from which an answer counts as large; a smaller one is made in less than a millisecond. */
const LARGE = 64 * 1024;
/** Time for which a large answer is shared, in milliseconds; consoles ask every few seconds. */
const SHARE_MS = 1000;

/** A reply, possibly with its text encoded already. */
export type EncodedReply = Omit<Reply, 'json'> & { readonly json?: string | Buffer };

/** Shares large answers between clients that ask for the same at nearly the same time. */
export interface LargeAnswers {
  /**
   * The answer of an operation to `url`: one made a moment ago, if the operation is known for large answers,
   * otherwise the result of `make`.
   */
  get(id: OperationId, url: string, make: () => Promise<Reply>): Promise<EncodedReply>;
  /** Drops all answers, because something changes. */
  clear(): void;
}

/** Learns which operations have large answers, and shares only those. */
export function createLargeAnswers(clock: Clock): LargeAnswers {
  const share = createShare(clock);
  const known = new Set<OperationId>();
  const isLarge = ({ status, json = '' }: EncodedReply): boolean => status === 200 && json.length >= LARGE;
  // Each response to which a text is sent would encode all of it again, and hold that until its client has read it.
  const encoded = ({ json, ...reply }: Reply): EncodedReply =>
    json === undefined ? reply : { ...reply, json: Buffer.from(json) };
  return {
    async get(id, url, make) {
      if (!known.has(id)) {
        const reply = await make();
        if (isLarge(reply)) known.add(id);
        return reply;
      }
      const reply = await share.get(url, SHARE_MS, async () => encoded(await make()));
      // A refusal must not be repeated to others, and an answer that has become small need not be shared.
      if (!isLarge(reply) && known.delete(id)) share.clear();
      return reply;
    },
    clear: () => share.clear(),
  };
}
