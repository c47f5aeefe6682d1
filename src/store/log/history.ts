import type { Api } from '../../api/client.ts';
import type { LogEvent } from '../../api/contract/logs.ts';
import { ApiError } from '../../api/failure.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Cache } from '../cache/cache.ts';
import { resources } from '../cache/resources.ts';
import type { LogTail } from './tail.ts';

/** The number of past lines of the monitors' log that are read once at start; this short log covers several days. */
const LOOK_BACK_LINES = 2000;
/** Matches the lines that may be relevant; even of thousands of lines per second, very few match. */
const RELEVANT = /failed|cleared|healthy|boot|"osd (?:un)?set"/;
/**
 * Lines of different daemons arrive up to this many seconds out of order, some directly and some through the monitors. Older
 * ones come from a different choice of services, and would override what newer lines said.
 */
const OUT_OF_ORDER_S = 60;
/** The number of lines that are collected before they are passed on. */
const MAX_PENDING = 1000;

interface HistorySources {
  readonly api: Api;
  readonly logs: LogTail;
  readonly cache: Cache;
  readonly clock: Clock;
}

/**
 * Passes relevant lines of the cluster log to `learn`, oldest first: once the past lines of the monitors, so that the
 * console knows when a health check was raised before the console started, then the new lines of the tail. The past
 * lines are requested only after the first status, which the operator is waiting for.
 */
export function learnFromLog(
  { api, logs, cache, clock }: HistorySources,
  learn: (events: Iterable<LogEvent>) => void,
): Disposable {
  const abort = new AbortController();
  let pending: LogEvent[] = [];
  let newest = -Infinity;
  const learnPending = () => {
    if (pending.length === 0) return;
    learn(pending);
    pending = [];
  };
  const stopListening = logs.listen((event) => {
    const { t = newest, m = '' } = event;
    if (!RELEVANT.test(m) || t < newest - OUT_OF_ORDER_S) return;
    // The clock of a server may be ahead; the lines of all others are not older for that.
    newest = Math.max(newest, Math.min(t, clock.now() / 1000));
    pending.push(event);
    if (pending.length >= MAX_PENDING) learnPending();
  });
  const stop = logs.subscribe(learnPending);
  const lookBack = () =>
    api
      .readLogs({ query: { service: ['mon'], lines: LOOK_BACK_LINES } }, { signal: abort.signal })
      .then(learn, (error) => {
        // If the service has no past log, the console only lacks the exact times.
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
