import type { DiagnosticEvidence } from './evidence.ts';
import type { LogLine } from './log.ts';

/** Lines about errors of disks, by the OSD on them: what the kernel says of a device, and the OSD of its own. */
export function badDisks({
  log,
  osds,
  servers,
}: DiagnosticEvidence): ReadonlyMap<number, readonly LogLine[]> {
  const bad = new Map<number, LogLine[]>();
  const add = (id: number, line: LogLine) => {
    const lines = bad.get(id);
    if (lines === undefined) bad.set(id, [line]);
    else lines.push(line);
  };
  for (const line of [...log.readError, ...log.osdError]) {
    const id = Number(/^osd\.(\d+)$/.exec(line.service)?.[1]);
    if (!Number.isNaN(id)) add(id, line);
  }
  if (log.blockError.length === 0) return bad;
  const onDevice = new Map(osds.values().map((osd) => [`${osd.host}/${osd.disk?.name ?? ''}`, osd.id]));
  for (const line of log.blockError) {
    const id = onDevice.get(`${servers.get(line.server ?? -1) ?? ''}/${line.found[0]}`);
    if (id !== undefined) add(id, line);
  }
  return bad;
}
