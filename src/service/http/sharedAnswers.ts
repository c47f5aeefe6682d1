import type { Clock } from '../../lib/clock.ts';
import { createShare } from '../share.ts';
import type { Reply } from './runOperation.ts';

/** The time for which an answer is shared, in milliseconds: a quarter of the shortest interval at which consoles ask. */
const SHARE_MS = 500;

/** A reply with its text as bytes. */
export type EncodedReply = Omit<Reply, 'json'> & { readonly json?: Buffer };

/** Shares answers between clients that ask for the same at nearly the same time, so that fifty consoles cost little more than one. */
export interface SharedAnswers {
  /** The answer to `url`: one made a moment ago, or the result of `make`. */
  get(url: string, make: () => Promise<Reply>): Promise<EncodedReply>;
  /** Drops all answers, because something changes. */
  clear(): void;
}

// Each response to which a text is sent would encode all of it again, and hold that until its client has read it.
const encoded = ({ json, ...reply }: Reply): EncodedReply =>
  json === undefined ? reply : { ...reply, json: Buffer.from(json) };

/** Creates an empty store of shared answers. */
export function createSharedAnswers(clock: Clock): SharedAnswers {
  const share = createShare(clock);
  return {
    async get(url, make) {
      const reply = await share.get(url, SHARE_MS, async () => encoded(await make()));
      // Those who waited get a refusal, too, but it must not be repeated to others.
      if (reply.status !== 200) share.clear((key) => key === url);
      return reply;
    },
    clear: () => share.clear(),
  };
}
