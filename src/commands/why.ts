import { causeJson, verdictLines } from '../diagnosis/report.ts';
import { visible } from '../lib/visible.ts';
import type { StatusArguments } from './arguments.ts';
import { readCluster } from './clusterRead.ts';
import { type CommandIo, reportError } from './io.ts';
import { safeJson } from './json.ts';
import { isExpected, withCluster } from './withCluster.ts';

/** Exit codes. */
const [HEALTHY, NAMED, UNEXPLAINED, UNKNOWN] = [0, 1, 2, 3];

/**
 * `storedeck why`: prints the causes of what is wrong, with their evidence and the state of healing, from a single reading.
 * @returns 0 nothing is wrong, 1 causes are named, 2 something is unexplained, 3 unknown or unreachable
 */
export async function showWhy(args: StatusArguments, io: CommandIo): Promise<number> {
  try {
    const { facts } = await withCluster(args, io, (api) => readCluster(api, io));
    const verdict = facts.diagnosis();
    if (verdict === undefined) {
      reportError(io, 'The service answers too slowly to say what is to blame. Try again.');
      return UNKNOWN;
    }
    const course = { healing: facts.healing(), scrubs: facts.scrubs() };
    const lines = () => verdictLines(verdict, course).map((line) => visible(line, io.unicode));
    const causes = () =>
      safeJson(
        verdict.causes.map((cause) => causeJson(cause, verdict, course)),
        io,
        2,
      );
    await io.out(`${args.json ? causes() : lines().join('\n')}\n`);
    if (verdict.causes.length === 0) return HEALTHY;
    return verdict.causes.some(({ kind }) => kind === 'unknown') ? UNEXPLAINED : NAMED;
  } catch (error) {
    if (!isExpected(error)) throw error;
    reportError(io, error.message);
    return UNKNOWN;
  }
}
