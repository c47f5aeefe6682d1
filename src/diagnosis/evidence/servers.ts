import type { ServerEvidence } from '../../api/contract/evidence.ts';
import type { DiagnosticEvidence } from './evidence.ts';

/** The part of the evidence that was read on servers. */
export type WithServers = Pick<DiagnosticEvidence, 'daemons'>;

/** The facts that were read on a server; undefined if there are none. */
export const factsOn = ({ daemons }: WithServers, name: string): ServerEvidence | undefined =>
  daemons?.servers?.find(({ server }) => server === name);

/** The maximum number of disks and of links of a server that are used. */
const MAX_PARTS = 256;

/** The disks of a server's OSDs. */
const disksOn = (evidence: WithServers, server: string) =>
  (factsOn(evidence, server)?.disks ?? []).slice(0, MAX_PARTS);

/** The PCI addresses of the controllers of a server's disks, by OSD id. */
export const controllersOn = (evidence: WithServers, server: string): ReadonlyMap<number, string> =>
  new Map(
    disksOn(evidence, server).flatMap(({ osd, controller }) =>
      osd === undefined || controller === undefined ? [] : [[osd, controller] as const],
    ),
  );

/** The critical SMART values of an OSD's disk if it reports its own failure, which may be an empty text; else undefined. */
export function smartFailure(
  evidence: WithServers,
  { id, host }: { readonly id: number; readonly host: string },
): string | undefined {
  const disk = disksOn(evidence, host).find(({ osd }) => osd === id);
  return disk?.smart === 'FAILED' ? (disk.details ?? '') : undefined;
}

/** A link with errors, changes, or a speed that is far below that of most other servers. */
export interface BadLink {
  readonly name: string;
  readonly errors: number;
  /** True if there are more than on good links. */
  readonly hasErrors: boolean;
  readonly changes: number;
  readonly seconds: number;
  /** The speed in Mbit/s and the usual one, if it is lowered. */
  readonly lowered: { readonly speed: number; readonly usual: number } | undefined;
}

/** The number of errors within a minute from which a link is bad: single ones occur on good links. */
const MIN_ERRORS = 10;
/** The factor by which a lowered speed is below the usual one: 10, 100, 1000, … Mbit/s. */
const LOWERED = 4;

/** The links of a server that are bad by their own counters. */
export function badLinksOn(evidence: WithServers, server: string): readonly BadLink[] {
  const links = (factsOn(evidence, server)?.links ?? []).slice(0, MAX_PARTS);
  const usual = usualSpeed(evidence, server);
  return links.flatMap(({ name = '', errors = 0, changes = 0, seconds = 0, speed = 0 }) => {
    const isLowered = speed > 0 && usual !== undefined && speed * LOWERED <= usual;
    const hasErrors = errors >= MIN_ERRORS;
    if (!hasErrors && changes === 0 && !isLowered) return [];
    return [{ name, errors, hasErrors, changes, seconds, lowered: isLowered ? { speed, usual } : undefined }];
  });
}

/** The speed that the fastest links of most other servers reach; undefined if fewer than two are known. */
function usualSpeed({ daemons }: WithServers, except: string): number | undefined {
  const speeds = (daemons?.servers ?? [])
    .filter(({ server }) => server !== except)
    .map(({ links = [] }) => Math.max(0, ...links.slice(0, MAX_PARTS).map(({ speed = 0 }) => speed)))
    .filter((speed) => speed > 0)
    .toSorted((a, b) => a - b);
  return speeds.length < 2 ? undefined : speeds[Math.floor((speeds.length - 1) / 2)];
}
