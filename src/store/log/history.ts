import type { Api } from '../../api/client.ts';
import type { LogEvent } from '../../api/contract/logs.ts';
import { ApiError } from '../../api/failure.ts';
import type { Cache } from '../cache/cache.ts';
import { resources } from '../cache/resources.ts';
import type { LogTail } from './tail.ts';

/** The number of lines back to which the monitors' log is read once at start, in lines: their log is short, and holds days. */
const LOOK_BACK_LINES = 2000;
/** Every line that teaches something has one of these words; of thousands a second nearly all have none. */
const TEACHES = /failed|cleared|healthy|boot/;
/** Lines that are kept for the next time, at most. */
const KEPT = 1000;

/**
 * Passes on what the cluster's log says, oldest first: once what the monitors wrote before the console was
 * opened, so that it can say since when a check stands, then the lines of the tail that say something, as they come.
 * The past waits for the first status, which the operator waits for.
 */
export function learnFromLog(
  { api, logs, cache }: { readonly api: Api; readonly logs: LogTail; readonly cache: Cache },
  learn: (events: Iterable<LogEvent>) => void,
): Disposable {
  const abort = new AbortController();
  let kept: LogEvent[] = [];
  let newest = -Infinity;
  const learnKept = () => {
    if (kept.length === 0) return;
    learn(kept);
    kept = [];
  };
  const stopListening = logs.listen((event) => {
    const { t = newest, m = '' } = event;
    // Older ones, which another choice of services brings, would undo what later ones have taught.
    if (t < newest) return;
    newest = t;
    if (!TEACHES.test(m)) return;
    kept.push(event);
    if (kept.length >= KEPT) learnKept();
  });
  const stop = logs.subscribe(learnKept);
  const lookBack = () =>
    api
      .readLogs({ query: { service: ['mon'], lines: LOOK_BACK_LINES } }, { signal: abort.signal })
      .then(learn, (error) => {
        // A service without a past log only leaves the console without exact beginnings.
        if (!(error instanceof ApiError)) throw error;
      });
  const stopWaiting = cache.store.subscribe(() => {
    const { data, failures } = cache.slot(resources.status);
    if (data === undefined && failures === 0) return;
    stopWaiting();
    void lookBack();
  });
  return {
    [Symbol.dispose]() {
      stopWaiting();
      stopListening();
      stop();
      abort.abort();
    },
  };
}
