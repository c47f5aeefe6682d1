import { randomUUID } from 'node:crypto';
import { Refusal } from '../../engine.ts';
import { createLineWriter } from '../../hooks/output.ts';
import { OUTPUT_LIMIT, reasonOf, TIME_LIMIT_MS, type ProgramResult } from '../../hooks/run.ts';
import type { StoredScript } from '../../values/script.ts';
import type { Say } from '../tasks/board.ts';
import type { ServerHelper } from './serverAccess.ts';

/** The result of a script, as the helper on its server reports it (helper_script.py). */
interface RanScript extends ProgramResult {
  readonly output: string;
}

/** The time beyond the script's own time limit, for stopping it and for the answer. */
const GRACE_MS = 15_000;

/**
 * Runs a script on another server with the environment and the limits of `runScript`.
 * @returns the reason for a failure, for the operator; undefined after success
 */
export async function runScriptOn(
  { call }: ServerHelper,
  script: StoredScript,
  environment: Readonly<Record<string, string>>,
  { signal, say }: { readonly signal: AbortSignal; readonly say: Say },
): Promise<string | undefined> {
  const run = randomUUID();
  const stop = () => void call('host.end_script', { run }).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  const { name, contents } = script;
  const order = { run, name, environment, seconds: TIME_LIMIT_MS / 1000, most: OUTPUT_LIMIT };
  try {
    const { output, ...result } = await call<RanScript>('host.script', order, {
      payload: Buffer.from(contents),
      timeoutMs: TIME_LIMIT_MS + GRACE_MS,
      called: name,
    });
    const writer = createLineWriter(OUTPUT_LIMIT, say);
    writer.add('output', Buffer.from(output));
    writer.end();
    return reasonOf(result, script);
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    return `${failure.message}. It is not known how far the script got; it is killed there after ${TIME_LIMIT_MS / 1000} s at the latest`;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
