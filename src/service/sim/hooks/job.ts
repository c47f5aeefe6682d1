import type { Clock } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/thrown.ts';
import { environmentOf, type Details } from '../../hooks/environment.ts';
import type { Launch } from '../../hooks/process.ts';
import type { Server } from '../../hooks/registry.ts';
import { runScript } from '../../hooks/run.ts';
import type { HookEvent } from '../../values/hookPoints.ts';
import type { StoredScript } from '../../values/script.ts';
import type { SimJob, Run } from '../tasks/board.ts';

/** One run of a hook on all its servers. */
export interface HookRun {
  readonly hookId: number;
  readonly event: HookEvent;
  readonly script: StoredScript;
  readonly details: Details;
  /** Undefined for the management node. */
  readonly servers: readonly Server[] | undefined;
  readonly startedBy: string;
}

interface RunParts {
  readonly clock: Clock;
  /** Aborted when the engine is closed. */
  readonly closed: AbortSignal;
  /** Receives each line of output and each failure, for the log. */
  readonly log: (line: string, failed: boolean) => void;
  readonly launch?: Launch;
}

/**
 * The queue of all hook runs, which run one after another in the order of their events. So hooks of an event before a
 * change run before those of the event after it.
 */
const QUEUE = 'hooks';

/**
 * The task that runs the script of a hook for each of its servers, on this machine: the simulated cluster has no
 * other.
 */
export function hookJob(run: HookRun, parts: RunParts): SimJob {
  const { event, script, startedBy, servers } = run;
  const targets: readonly (Server | undefined)[] = servers ?? [undefined];
  return {
    name: `Hook ${event}`,
    object: script.name,
    startedBy,
    queue: QUEUE,
    *run(): Run {
      const failed: string[] = [];
      for (const server of targets) {
        const failure = yield* runOnce(run, server, parts);
        if (failure === undefined) continue;
        failed.push(server === undefined ? failure : `${server.name}: ${failure}`);
        parts.log(failed.at(-1)!, true);
      }
      if (failed.length > 0) throw new Error(failed.join('\n'));
    },
  };
}

function* runOnce(
  { hookId, event, script, details }: HookRun,
  server: Server | undefined,
  { clock, closed, log, launch }: RunParts,
): Generator<string | undefined, string | undefined> {
  const cancelled = new AbortController();
  const prefix = server === undefined ? '' : `${server.name}: `;
  const lines: string[] = [];
  const result: { failure?: string | undefined; ended: boolean } = { ended: false };
  void runScript(script, environmentOf({ event, hookId, scriptName: script.name, server, details }), {
    clock,
    signal: AbortSignal.any([cancelled.signal, closed]),
    say(line) {
      lines.push(`${prefix}${line}`);
      log(`${prefix}${line}`, false);
    },
    ...(launch === undefined ? {} : { launch }),
  })
    .catch((error: unknown) => `could not be run: ${messageOf(error)}`)
    .then((failure) => Object.assign(result, { failure, ended: true }));
  try {
    while (!result.ended) yield lines.length === 0 ? undefined : lines.splice(0).join('\n');
    if (lines.length > 0) yield lines.join('\n');
    return result.failure;
  } finally {
    // The task may have been cancelled while the script was running.
    cancelled.abort();
  }
}
