import type { Api } from '../api/client.ts';
import { ApiError } from '../api/failure.ts';
import type { LogEvent } from '../api/contract/logs.ts';
import type { LogTail } from './logTail.ts';

/** How far back the monitors' log is read once at start, in lines: their log is short, and holds days. */
const LOOK_BACK_LINES = 2000;

/**
 * Passes on what the cluster's log says, oldest first: once what the monitors wrote before the console was
 * opened, so that it can say since when a check stands, then each line of the tail as it comes.
 */
export function learnFromLog(
  { api, logs }: { readonly api: Api; readonly logs: LogTail },
  learn: (events: Iterable<LogEvent>) => void,
): Disposable {
  const abort = new AbortController();
  let next = 0;
  function* fresh(): Generator<LogEvent> {
    const { lines } = logs.snapshot();
    for (let number = Math.max(next, lines.first); number < lines.end; number++) {
      const event = lines.at(number);
      if (event) yield event;
    }
    next = lines.end;
  }
  const stop = logs.subscribe(() => learn(fresh()));
  api
    .readLogs({ query: { service: ['mon'], lines: LOOK_BACK_LINES } }, { signal: abort.signal })
    .then(learn, (error) => {
      // A service without a past log only leaves the console without exact beginnings.
      if (!(error instanceof ApiError)) throw error;
    });
  return {
    [Symbol.dispose]() {
      stop();
      abort.abort();
    },
  };
}
