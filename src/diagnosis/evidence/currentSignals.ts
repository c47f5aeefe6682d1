import { LOG_WINDOW_MS } from '../snapshot.ts';
import { type LogLine, type LogSignals, OSD_EVENTS } from './log.ts';
import { osdIdOf, type OsdInventory } from './osds.ts';

/** The ids of the OSDs that a line is about: the one that it names, and the one that says it. */
const idsOf = ({ found, service }: LogLine): readonly number[] => {
  const writer = osdIdOf(service);
  return writer === undefined ? [Number(found[0])] : [Number(found[0]), writer];
};

/**
 * The signals that count now: of the lines about ends and returns of OSDs, the recent ones, and of an OSD that is down those
 * around its end, however long ago that was. So a server that was lost an hour ago looks as it did then. Of the lines about
 * managers and metadata servers, those that may no longer hold are left out.
 * @param at milliseconds since the epoch
 */
export function currentSignals(signals: LogSignals, at: number, { notUp }: OsdInventory): LogSignals {
  const down = new Set(notUp.map(({ id }) => id));
  const endOf = new Map<number, number>();
  for (const line of [...signals.failed, ...signals.shutDown])
    endOf.set(Number(line.found[0]), Math.max(line.at, endOf.get(Number(line.found[0])) ?? 0));
  const isAroundEnd = (line: LogLine) =>
    idsOf(line).some((id) => down.has(id) && Math.abs(line.at - (endOf.get(id) ?? 0)) <= LOG_WINDOW_MS);
  const isRecent = (line: LogLine) => at - line.at <= LOG_WINDOW_MS;
  const counts = (line: LogLine) => isRecent(line) || isAroundEnd(line);
  return {
    ...signals,
    // Which manager works is known from the last line, however old it is.
    managers: signals.managers.filter((line, index, { length }) => isRecent(line) || index === length - 1),
    metadataServers: signals.metadataServers.filter(isRecent),
    ...Object.fromEntries(OSD_EVENTS.map((kind) => [kind, signals[kind].filter(counts)])),
  };
}
