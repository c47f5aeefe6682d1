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
      const reply = await share.get(url, CURRENT.has(id) ? CURRENT_MS : SHARE_MS, make);
      // Those who waited get a refusal, too, but it must not be repeated to others.
      if (reply.status !== 200) share.clear((key) => key === url);
      return reply;
    },
    ready: (url) => share.ready(url) as Reply | undefined,
    clear: () => share.clear(),
  };
}
