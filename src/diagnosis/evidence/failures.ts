import { linesOn, type DiagnosticEvidence } from './evidence.ts';
import type { LogLine } from './log.ts';
import type { OsdState } from './osds.ts';

/** The last failure report about an OSD, unless the OSD has booted since. */
export function lastFailure(evidence: DiagnosticEvidence, osd: OsdState): LogLine | undefined {
  const failure = linesOn(evidence, 'failed', osd).at(-1);
  const boot = linesOn(evidence, 'booted', osd).at(-1);
  return failure !== undefined && boot !== undefined && boot.at > failure.at ? undefined : failure;
}

/**
 * The time since when a failed OSD has been silent, in milliseconds since the epoch; the failure report contains the
 * duration.
 */
export function failedSince(failure: LogLine | undefined): number | undefined {
  if (failure === undefined) return undefined;
  const seconds = Number(/after ([\d.]+) >= grace/.exec(failure.text)?.[1] ?? 0);
  return failure.at - seconds * 1000;
}

/** True if connections of peers were refused, which means that the daemon has exited but the server is alive. */
export const isRefused = (failure: LogLine | undefined): boolean =>
  failure?.found[1]?.includes('refused') === true;
