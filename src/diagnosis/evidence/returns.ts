import type { LogLine, LogSignals } from './log.ts';
import type { OsdInventory, OsdState } from './osds.ts';

/** An OSD that is up again, with the log lines about its last end and its return. */
export interface OsdReturn {
  readonly osd: OsdState;
  readonly end: LogLine;
  readonly boot: LogLine;
  /** True if the cluster has said since then that no data lacks copies. */
  readonly hasCaughtUp: boolean;
}

/**
 * The OSDs that are up and in again, by the lines about their ends and returns, however old these are.
 * @param isOfPresent false for a line about a former OSD of the same number
 */
export function returnsIn(
  signals: LogSignals,
  { osds }: OsdInventory,
  isOfPresent: (line: LogLine) => boolean,
): ReadonlyMap<number, OsdReturn> {
  const last = (lines: readonly LogLine[]) =>
    new Map(lines.filter(isOfPresent).map((line) => [Number(line.found[0]), line]));
  const boots = last(signals.booted);
  const ends = last(
    [...signals.failed, ...signals.shutDown]
      .filter(({ at, found: [id] }) => at <= (boots.get(Number(id))?.at ?? 0))
      .toSorted((a, b) => a.at - b.at),
  );
  const returns = new Map<number, OsdReturn>();
  for (const [id, boot] of boots) {
    const [osd, end] = [osds.get(id), ends.get(id)];
    if (osd?.up === true && osd.in && end !== undefined)
      returns.set(id, { osd, end, boot, hasCaughtUp: isRecovered(signals, boot) });
  }
  return returns;
}

/**
 * The time in milliseconds for which the checks about data may clear while placement groups peer, and the time after a return in
 * which they do.
 */
const [MOMENT_MS, PEERING_MS] = [15_000, 30_000];

/** True if the cluster has said, after the return of an OSD and not only for a moment, that no data lacks copies. */
const isRecovered = ({ recovered, healthy, degraded }: LogSignals, boot: LogLine): boolean =>
  [...recovered, ...healthy].some(
    ({ at }) =>
      at >= boot.at + PEERING_MS ||
      (at >= boot.at && (degraded.find((line) => line.at >= at)?.at ?? 0) >= at + MOMENT_MS),
  );

/** The time in milliseconds within which the OSDs of a place that is lost are marked down. */
const TOGETHER_MS = 60_000;

/** True if at least half of the OSDs of its server, and another one, were lost at the same time as an OSD and are back as well. */
export function wasLostWithServer(
  returns: ReadonlyMap<number, OsdReturn>,
  { id, places }: OsdState,
): boolean {
  const own = returns.get(id);
  const all = places.find(({ type }) => type === 'HOST')?.osds ?? [];
  const together = all.filter(
    (other) => own && Math.abs((returns.get(other.id)?.end.at ?? -Infinity) - own.end.at) <= TOGETHER_MS,
  );
  return together.length > 1 && together.length >= all.length / 2;
}
