import type { Api } from '../api/client.ts';
import { ApiError } from '../api/failure.ts';
import { ConfigError } from '../config/error.ts';
import { diagnose } from '../diagnosis/index.ts';
import { readSnapshot } from '../diagnosis/read.ts';
import { causeJson, verdictLines } from '../diagnosis/report.ts';
import type { Diagnosis } from '../diagnosis/verdict.ts';
import { visible } from '../lib/visible.ts';
import type { StatusArguments } from './arguments.ts';
import { type CommandIo, reportError } from './io.ts';
import { safeJson } from './json.ts';
import { UsageError } from './options.ts';
import { withCluster } from './withCluster.ts';

/** Exit codes: nothing wrong, causes named, something unexplained, not known. */
const [WELL, NAMED, UNEXPLAINED, UNKNOWN] = [0, 1, 2, 3];

/** Looks once and says what is to blame. @throws ApiError where the status cannot be read */
const look = async (api: Api, { clock, stopped }: CommandIo): Promise<Diagnosis> =>
  diagnose([await readSnapshot(api, clock.now(), stopped)]);

/**
 * `storedeck why`: the causes of what is wrong, with their evidence.
 * @returns 0 nothing is wrong, 1 causes are named, 2 something is unexplained, 3 unknown or unreachable
 */
export async function showWhy(args: StatusArguments, io: CommandIo): Promise<number> {
  try {
    const verdict = await withCluster(args, io, (api) => look(api, io));
    const lines = () => verdictLines(verdict).map((line) => visible(line, io.unicode));
    const causes = () =>
      safeJson(
        verdict.causes.map((cause) => causeJson(cause, verdict)),
        io,
        2,
      );
    await io.out(`${args.json ? causes() : lines().join('\n')}\n`);
    if (verdict.causes.length === 0) return WELL;
    return verdict.causes.some(({ kind }) => kind === 'unknown') ? UNEXPLAINED : NAMED;
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ConfigError || error instanceof UsageError))
      throw error;
    reportError(io, error.message);
    return UNKNOWN;
  }
}
