import { linesOn, type DiagnosticEvidence } from './evidence.ts';
import type { LogLine } from './log.ts';
import type { OsdState } from './osds.ts';

/** The last failure report about an OSD, or its own report that it stops, unless the OSD has booted since. */
export function lastFailure(evidence: DiagnosticEvidence, osd: OsdState): LogLine | undefined {
  const [failure, stop, boot] = (['failed', 'shutDown', 'booted'] as const).map((kind) =>
    linesOn(evidence, kind, osd).at(-1),
  );
  const last = (stop?.at ?? 0) > (failure?.at ?? 0) ? stop : failure;
  return last !== undefined && boot !== undefined && boot.at > last.at ? undefined : last;
}

/** True if an OSD was told to stop: by an operator, or because its server is shut down. */
export const isShutDown = (failure: LogLine | undefined): boolean =>
  failure?.text.includes('marked itself down') === true;

/**
 * The time since when a failed OSD has been silent, in milliseconds since the epoch; the failure report contains the
 * duration.
 */
export function failedSince(failure: LogLine | undefined): number | undefined {
  if (failure === undefined) return undefined;
  const seconds = Number(/after ([\d.]+) >= grace/.exec(failure.text)?.[1] ?? 0);
  return failure.at - seconds * 1000;
}

/**
 * The earliest time at which one of these OSDs went silent, of those that are down, in milliseconds since the epoch: by the log,
 * or else the time at which they were marked down in the OSD map; undefined if it is not known.
 */
export function downSince(evidence: DiagnosticEvidence, osds: readonly OsdState[]): number | undefined {
  const times = osds.flatMap((osd) => failedSince(lastFailure(evidence, osd)) ?? []);
  if (times.length > 0) return Math.min(...times);
  const ids = new Set(osds.filter(({ up }) => !up).map(({ id }) => id));
  const ages = (evidence.daemons?.down ?? []).flatMap(({ osd = -1, seconds = [] }) =>
    ids.has(osd) ? seconds : [],
  );
  return ages.length > 0 ? evidence.at - Math.max(...ages) * 1000 : undefined;
}

/** True if connections of peers were refused, which means that the daemon has exited but the server is alive. */
export const isRefused = (failure: LogLine | undefined): boolean =>
  failure?.found[1]?.includes('refused') === true;

/** The time in seconds after which a server counts as silent; servers report every 30 seconds. */
export const SERVER_SILENT_S = 45;

/**
 * True if an OSD that should have data is down: what data lacks is due to that. The check about it may be newer than the CRUSH
 * map, which is read less often.
 */
export const isOsdMissing = ({ notUp, checks }: DiagnosticEvidence): boolean =>
  checks.has('OSD_DOWN') || notUp.some((osd) => osd.in);
