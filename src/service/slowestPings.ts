/** A slow ping between two OSDs, as the evidence lists it. */
interface ListedPing {
  readonly from?: number;
  readonly to?: number;
  /** Milliseconds. */
  readonly ms?: number;
}

/** The maximum number of slow pings in the evidence. */
const MAX_PINGS = 64;
/** The maximum numbers of those that have an end on the same server, or at the same OSD. */
const MAX_OF_SERVER = 24;
const MAX_OF_OSD = 8;

/**
 * The slowest pings, slowest first. One server with a bad link has hundreds: only some of them are taken, so that a second
 * server whose pings are less slow is seen as well.
 * @param serverOf the server of an OSD; undefined if it is not known
 */
export function slowestPings<Ping extends ListedPing>(
  pings: readonly Ping[],
  serverOf: (osd: number) => string | undefined,
): Ping[] {
  const taken = new Map<string, number>();
  const count = (end: string) => taken.get(end) ?? 0;
  const found: Ping[] = [];
  for (const ping of pings.toSorted((a, b) => (b.ms ?? 0) - (a.ms ?? 0))) {
    const osds = [ping.from ?? -1, ping.to ?? -1];
    const ends = osds.map((osd) => `osd.${osd}`);
    const servers = osds.flatMap((osd) => serverOf(osd) ?? []).map((server) => `server ${server}`);
    const isEnough =
      ends.some((end) => count(end) >= MAX_OF_OSD) || servers.some((end) => count(end) >= MAX_OF_SERVER);
    if (isEnough) continue;
    for (const end of [...ends, ...servers]) taken.set(end, count(end) + 1);
    if (found.push(ping) === MAX_PINGS) break;
  }
  return found;
}
