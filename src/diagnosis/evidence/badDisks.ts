import type { DiagnosticEvidence } from './evidence.ts';
import type { LogLine } from './log.ts';
import { osdIdOf } from './osds.ts';

/** Stands for an OSD that is not known. */
const NONE = -1;

/** Lines about errors of disks, oldest first, by the OSD on them: what the kernel says of a device, and the OSD of its own. */
export function badDisks({
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
  return bad;
}

/** Errors of the disk of an OSD of which the kernel of its server tells. */
export interface KernelErrors {
  readonly server: string;
  readonly device: string;
  readonly errors: number;
  /** Milliseconds since the epoch. */
  readonly first: number;
  readonly last: number;
}

/** Errors of disks of which the kernels of servers tell, by the OSD on them. What a server tells of an OSD on another one counts for nothing. */
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

/** When the errors of a disk began and when the newest came, by the OSD on it, whoever tells of them. */
export function diskErrorTimes(
  evidence: DiagnosticEvidence,
): ReadonlyMap<number, Pick<KernelErrors, 'first' | 'last'>> {
  const times = new Map<number, Pick<KernelErrors, 'first' | 'last'>>(kernelErrors(evidence));
  for (const [id, lines] of badDisks(evidence)) {
    const [first, last] = [lines[0]!.at, lines.at(-1)!.at];
    const told = times.get(id);
    times.set(id, { first: Math.min(first, told?.first ?? first), last: Math.max(last, told?.last ?? last) });
  }
  return times;
}
