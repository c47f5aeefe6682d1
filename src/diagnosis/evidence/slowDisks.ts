import type { DiagnosticEvidence } from './evidence.ts';
import { COMPLAINT_MS } from './log.ts';
import { osdIdOf } from './osds.ts';

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
    const [slowest] = own;
    const quicker = commits.find(({ ms }) => ms < (slowest?.ms ?? 0));
    const slow =
      own.length > 1 ? aboveGap(own) : aboveGap([...own, ...(quicker ? [quicker] : [])]).slice(0, 1);
    if (slow.length === 0) return [];
    // If most disks of a class are slow, they are loaded and no disk is to blame.
    const ofClass = [...osds.values()].filter(({ deviceClass }) => deviceClass === name);
    return slow.length > ofClass.length / 2 ? [] : slow;
  });
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
    servers.size === 1 && commits.length <= osds.size / 2 && (commits.at(-1)?.ms ?? 0) > GOOD_COMMIT_MS;
  const found = isOneServer ? commits : slowOfClasses(commits, osds).flat();
  const slow = new Map(found.map(({ osd, ms }) => [osd, ms]));
  for (const { at: when, service } of log.slowDisk) {
    const id = osdIdOf(service);
    if (at - when < COMPLAINT_MS && id !== undefined && !slow.has(id)) slow.set(id, Number.NaN);
  }
  return slow;
}
