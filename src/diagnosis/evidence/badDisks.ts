import { LOG_WINDOW_MS } from '../snapshot.ts';
import type { DiagnosticEvidence } from './evidence.ts';
import type { LogLine } from './log.ts';
import { osdIdOf } from './osds.ts';

/** The id of an unknown OSD. */
const NONE = -1;

/**
 * Log lines about disk errors, oldest first, by OSD id: from the kernel about a device, and from the OSD about its own
 * disk. Old errors of an OSD that is up are left out.
 */
export function badDisks({
  at,
  log,
  osds,
  servers,
}: DiagnosticEvidence): ReadonlyMap<number, readonly LogLine[]> {
  const lines = [...log.readError, ...log.osdError, ...log.blockError].toSorted((a, b) => a.at - b.at);
  if (lines.length === 0) return new Map();
  const onDevice = new Map(osds.values().map(({ host, disk, id }) => [`${host}/${disk?.name ?? ''}`, id]));
  const bad = Map.groupBy(
    lines,
    ({ service, server, found }) =>
      osdIdOf(service) ?? onDevice.get(`${servers.get(server ?? NONE) ?? ''}/${found[0]}`) ?? NONE,
  );
  bad.delete(NONE);
  for (const [id, own] of bad)
    if (osds.get(id)?.up === true && at - own.at(-1)!.at > LOG_WINDOW_MS) bad.delete(id);
  return bad;
}

/** The errors of an OSD's disk that the kernel of its server reports. */
export interface KernelErrors {
  readonly server: string;
  readonly device: string;
  readonly errors: number;
  /** Milliseconds since the epoch. */
  readonly first: number;
  readonly last: number;
}

/** The disk errors that kernels report, by OSD id. Reports of a server about an OSD on another server are ignored. */
export function kernelErrors({
  daemons,
  osds,
  at,
}: Pick<DiagnosticEvidence, 'daemons' | 'osds' | 'at'>): ReadonlyMap<number, KernelErrors> {
  const found = new Map<number, KernelErrors>();
  for (const {
    osd = NONE,
    server = '',
    device = '',
    errors = 0,
    first = 0,
    last = 0,
  } of daemons?.diskErrors ?? []) {
    const known = osds.get(osd);
    if (errors < 1 || known === undefined || (known.disk?.hostname ?? known.host) !== server) continue;
    found.set(osd, { server, device, errors, first: at - first * 1000, last: at - last * 1000 });
  }
  return found;
}

/** The times of the first and the last error of a disk, from all sources, by OSD id. */
export function diskErrorTimes(
  evidence: DiagnosticEvidence,
): ReadonlyMap<number, Pick<KernelErrors, 'first' | 'last'>> {
  const times = new Map<number, Pick<KernelErrors, 'first' | 'last'>>(kernelErrors(evidence));
  for (const [id, lines] of badDisks(evidence)) {
    const [first, last] = [lines[0]!.at, lines.at(-1)!.at];
    const kernel = times.get(id);
    times.set(id, {
      first: Math.min(first, kernel?.first ?? first),
      last: Math.max(last, kernel?.last ?? last),
    });
  }
  return times;
}
