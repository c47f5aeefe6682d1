import type { DiagnosticEvidence } from './evidence.ts';
import { COMPLAINT_MS } from './log.ts';
import { osdIdOf } from './osds.ts';

/** The check about OSDs whose disks were slow within the last day (bluestore_slow_ops_warn_lifetime), since Ceph 19. */
export const SLOW_ALERT = 'BLUESTORE_SLOW_OP_ALERT';

/** Captures the OSD in a detail line of this check. */
export const SLOW_ALERT_OSD = /^(osd\.\d+) observed slow operation/;

/** True if this check names some OSDs, and all of them are among these. */
export function isAlertAbout({ checks }: DiagnosticEvidence, names: readonly string[]): boolean {
  const named = (checks.get(SLOW_ALERT)?.detail ?? []).flatMap(
    (line) => SLOW_ALERT_OSD.exec(line)?.[1] ?? [],
  );
  return named.length > 0 && named.every((name) => names.includes(name));
}

/** The commit latency of a healthy disk under load, in milliseconds. */
const GOOD_COMMIT_MS = 40;
/** The factor by which slow disks are slower than the next faster one. */
const OUTLIER = 3;
/** The commit latency of an OSD's disk, in milliseconds. */
interface Commit {
  readonly osd: number;
  readonly ms: number;
}

/**
 * The outliers among commit latencies, which are sorted slowest first: those above a gap, since loaded healthy disks
 * are similar.
 */
const aboveGap = (commits: readonly Commit[]): readonly Commit[] =>
  commits.slice(
    0,
    commits.findLastIndex(
      ({ ms }, index) => ms > GOOD_COMMIT_MS && ms > OUTLIER * (commits[index + 1]?.ms ?? Infinity),
    ) + 1,
  );

/** The outliers by device class, since a loaded hard disk also differs from an idle flash disk. */
function slowOfClasses(
  commits: readonly Commit[],
  osds: DiagnosticEvidence['osds'],
): readonly (readonly Commit[])[] {
  const classOf = ({ osd }: Commit) => osds.get(osd)?.deviceClass;
  return Array.from(Map.groupBy(commits, classOf), ([name, own]) => {
    const ofClass = [...osds.values()].filter(({ deviceClass }) => deviceClass === name);
    const slow = slowOfClass(own, commits);
    const found = slow.length > 0 ? slow : slowServer(own, commits, osds, ofClass.length);
    // If most disks of a class are slow, they are loaded and no disk is to blame.
    return found.length > ofClass.length / 2 ? [] : found;
  });
}

/** The outliers among the disks of a class; the only one reported is compared with those of other classes. */
function slowOfClass(own: readonly Commit[], all: readonly Commit[]): readonly Commit[] {
  const [slowest] = own;
  const quicker = all.find(({ ms }) => ms < slowest!.ms);
  return own.length > 1 ? aboveGap(own) : aboveGap([...own, ...(quicker ? [quicker] : [])]).slice(0, 1);
}

/**
 * The slow disks of a class if they are on one server. Only the slowest disks are reported, so all others of the class are at
 * least as quick as the last one.
 */
function slowServer(
  own: readonly Commit[],
  all: readonly Commit[],
  osds: DiagnosticEvidence['osds'],
  ofClass: number,
): readonly Commit[] {
  const last = all.at(-1);
  if (last === undefined || own.length === ofClass) return [];
  const slow = aboveGap([...own, last]);
  return new Set(slow.map(({ osd }) => osds.get(osd)?.host)).size === 1 ? slow : [];
}

/**
 * The OSDs whose disks commit far slower than others, with their latency in milliseconds, or NaN if only the log
 * reports them.
 */
export function slowDisks({ daemons, log, at, osds }: DiagnosticEvidence): ReadonlyMap<number, number> {
  const commits = (daemons?.latencies ?? [])
    .flatMap(({ osd, commitMs: ms = 0 }) => (osd === undefined ? [] : [{ osd, ms }]))
    .toSorted((a, b) => b.ms - a.ms);
  // Only the slowest disks are reported: if all of them are slow and on several servers, others may be slow as well.
  const servers = new Set(commits.map(({ osd }) => osds.get(osd)?.host));
  const isOneServer =
    servers.size === 1 && commits.length <= osds.size / 2 && commits.at(-1)!.ms > GOOD_COMMIT_MS;
  const found = isOneServer ? commits : slowOfClasses(commits, osds).flat();
  const slow = new Map(found.map(({ osd, ms }) => [osd, ms]));
  for (const { at: when, service } of log.slowDisk) {
    const id = osdIdOf(service);
    if (at - when < COMPLAINT_MS && id !== undefined && !slow.has(id)) slow.set(id, Number.NaN);
  }
  return slow;
}
