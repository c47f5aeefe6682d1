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
