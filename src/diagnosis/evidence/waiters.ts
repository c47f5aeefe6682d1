import type { DiagnosticEvidence } from './evidence.ts';
import { COMPLAINT_MS } from './log.ts';
import { osdIdOf } from './osds.ts';

/** The time in seconds from which a request that waits for another OSD needs an explanation. */
export const LONG_WAIT = 1;
/** The OSDs for which others wait, by id, with the ids of those that wait. */
export function waitersOf({
  daemons,
  log,
  at,
}: DiagnosticEvidence): ReadonlyMap<number, ReadonlySet<number>> {
  const waiters = new Map<number, Set<number>>();
  const add = (to: number, from: number) => waiters.set(to, (waiters.get(to) ?? new Set<number>()).add(from));
  for (const { osd, waitsFor, oldest } of daemons?.waits ?? []) {
    if (osd !== undefined && waitsFor !== undefined && (oldest ?? 0) >= LONG_WAIT) add(waitsFor, osd);
  }
  for (const { at: when, service, found } of log.waitingFor) {
    const from = osdIdOf(service);
    if (at - when > COMPLAINT_MS || from === undefined) continue;
    for (const to of (found[0] ?? '').split(',')) add(Number(to), from);
  }
  return waiters;
}
