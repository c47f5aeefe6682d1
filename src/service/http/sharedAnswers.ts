import { createHash } from 'node:crypto';
import type { OperationId } from '../../api/contract/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { createShare } from '../share.ts';
import type { Reply } from './runOperation.ts';

/** The time for which an answer is shared, in milliseconds: a quarter of the shortest interval at which consoles ask for it. */
const SHARE_MS = 1_250;
const CURRENT_MS = 500;
/** The operations for which consoles ask every two seconds, or at once after news in another answer. */
const CURRENT: ReadonlySet<OperationId> = new Set([
  'getClusterStatus',
  'getClusterStatusDetail',
  'listDisks',
  'getCrushMap',
  'listTasks',
  'getTask',
]);

/** The length from which an answer gets a tag, in bytes: a shorter one is sent as fast as it is compared. */
const LONG_BYTES = 4096;

/** An answer with a tag made of its content, so that equal answers have equal ones, whichever service gives them. */
function tagged(reply: Reply): Reply {
  const { json, status } = reply;
  if (status !== 200 || json === undefined || json.length < LONG_BYTES) return reply;
  return { ...reply, tag: `"${createHash('sha1').update(json).digest('base64url')}"` };
}

/** Shares answers between clients that ask for the same at nearly the same time, so that fifty consoles cost little more than one. */
export interface SharedAnswers {
  /** The answer of an operation to `url`: one made a moment ago, or the result of `make`. */
  get(id: OperationId, url: string, make: () => Promise<Reply>): Promise<Reply>;
  /** The answer to `url` that was made a moment ago, if there is one. */
  ready(url: string): Reply | undefined;
  /** Drops all answers, because something changes. */
  clear(): void;
}

/** Creates an empty store of shared answers. */
export function createSharedAnswers(clock: Clock): SharedAnswers {
  const share = createShare(clock);
  return {
    async get(id, url, make) {
      const shareMs = CURRENT.has(id) ? CURRENT_MS : SHARE_MS;
      const reply = await share.get(url, shareMs, async () => tagged(await make()));
      // Those who waited get a refusal, too, but it must not be repeated to others.
      if (reply.status !== 200) share.clear((key) => key === url);
      return reply;
    },
    ready: (url) => share.ready(url) as Reply | undefined,
    clear: () => share.clear(),
  };
}
