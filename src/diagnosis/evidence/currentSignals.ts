import { LOG_WINDOW_MS } from '../snapshot.ts';
import { type LogLine, type LogSignals, OSD_EVENTS, REPEATED } from './log.ts';
import { osdIdOf, type OsdInventory } from './osds.ts';

/** The ids of the OSDs that a line is about: the one that it names, and the one that says it. */
const idsOf = ({ found, service }: LogLine): readonly number[] => {
  const writer = osdIdOf(service);
  return writer === undefined ? [Number(found[0])] : [Number(found[0]), writer];
};

/**
 * The signals that count now: of the lines about ends and returns of OSDs, the recent ones, and of an OSD that is down those
 * around its end, however long ago that was. So a server that was lost an hour ago looks as it did then. Lines that are repeated
 * while something lasts count from the first on, while they are repeated, and around the end of such an OSD on their server. Of
 * the lines about managers and metadata servers, those that may no longer hold are left out, and of what scrubs have found those
 * before the check about it was last cleared.
 * @param at milliseconds since the epoch
 */
export function currentSignals(signals: LogSignals, at: number, { notUp }: OsdInventory): LogSignals {
  const down = new Set(notUp.map(({ id }) => id));
  const endOf = new Map<number, number>();
  for (const line of [...signals.failed, ...signals.shutDown])
    endOf.set(Number(line.found[0]), Math.max(line.at, endOf.get(Number(line.found[0])) ?? 0));
  const isAround = (time: number, id: number) =>
    down.has(id) && Math.abs(time - (endOf.get(id) ?? 0)) <= LOG_WINDOW_MS;
  const isRecent = (line: LogLine) => at - line.at <= LOG_WINDOW_MS;
  const counts = (line: LogLine) => isRecent(line) || idsOf(line).some((id) => isAround(line.at, id));
  const countsThere = (line: LogLine) =>
    isRecent(line) ||
    notUp.some(
      ({ id, name, disk }) =>
        (name === line.service || disk?.server === line.server) && isAround(line.at, id),
    );
  return {
    ...signals,
    // Which manager works is known from the last line, however old it is.
    managers: signals.managers.filter((line, index, { length }) => isRecent(line) || index === length - 1),
    metadataServers: signals.metadataServers.filter(isRecent),
    ...Object.fromEntries(OSD_EVENTS.map((kind) => [kind, signals[kind].filter(counts)])),
    ...Object.fromEntries(REPEATED.map((kind) => [kind, ofCurrentParts(signals[kind], countsThere)])),
    badShard: sinceCleared(signals, 'badShard', 'OSD_SCRUB_ERRORS'),
    largeOmap: sinceCleared(signals, 'largeOmap', 'LARGE_OMAP_OBJECTS'),
  };
}

/** The part that a line is about, with what it tells. */
const partOf = ({ server, service, found }: LogLine): string => [server, service, ...found].join(' ');

/** The lines of the parts of which any line counts. */
function ofCurrentParts(lines: readonly LogLine[], counts: (line: LogLine) => boolean): readonly LogLine[] {
  const current = new Set(lines.filter(counts).map(partOf));
  return lines.filter((line) => current.has(partOf(line)));
}

/** The lines of a kind since the check about it was last cleared. */
function sinceCleared(signals: LogSignals, kind: 'badShard' | 'largeOmap', code: string): readonly LogLine[] {
  const cleared = signals.cleared.findLast(({ found }) => found[0] === code)?.at ?? 0;
  return signals[kind].filter(({ at }) => at > cleared);
}
