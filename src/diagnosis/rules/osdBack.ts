import { naturalOrder } from '../../lib/natural.ts';
import { listed, plural } from '../../lib/words.ts';
import { linesOn, type DiagnosticEvidence } from '../evidence/evidence.ts';
import { isOsdMissing } from '../evidence/failures.ts';
import type { LogLine } from '../evidence/log.ts';
import type { OsdState } from '../evidence/osds.ts';
import { type Candidate, earliest, fromLog, hostOf, onHost } from '../rule.ts';
import { ofCheck, PLACEMENT_CHECKS } from '../symptomIds.ts';

/** The codes of the checks about data that was written, or moved, while OSDs were down. */
const DATA_CHECKS = [...PLACEMENT_CHECKS, 'PG_AVAILABILITY'];

/** An OSD that is up again, with the log lines about its end and its return. */
interface Return {
  readonly osd: OsdState;
  readonly end: LogLine;
  readonly boot: LogLine;
}

/** The candidate that OSDs were down and are up again, so that what was written in the meantime is still copied to them. */
export function osdsBack(evidence: DiagnosticEvidence): readonly Candidate[] {
  if (!DATA_CHECKS.some((code) => evidence.checks.has(code) && !isOfNobody(evidence, code))) return [];
  const back = [...evidence.byOsd.booted.keys()].flatMap((id) => returnOf(evidence, id) ?? []);
  const [first] = back;
  if (first === undefined || isOsdMissing(evidence)) return [];
  const hosts = new Set(back.map(({ osd }) => osd.host));
  const names = back.map(({ osd }) => osd.name).toSorted(naturalOrder);
  const who =
    back.length === 1
      ? `${first.osd.name}${onHost(first.osd)}`
      : hosts.size === 1
        ? `${plural(back.length, 'OSD')} of ${first.osd.host}`
        : listed(names, 3);
  const [was, is, lacks] = back.length === 1 ? ['was', 'is', 'it lacks'] : ['were', 'are', 'they lack'];
  return [
    {
      kind: 'osd-down',
      // Nothing is wrong with them any more.
      objects: [],
      ...(hosts.size === 1 && hostOf(first.osd)),
      since: earliest(back.map(({ end }) => end.at)),
      explains: DATA_CHECKS.filter((code) => !isOfNobody(evidence, code)).map(ofCheck),
      against: [],
      isProven: false,
      text: `${who} ${was} down and ${is} up again: ${lacks} what was written meanwhile`,
      proofs: [first.end, first.boot].map(fromLog),
      next: ['let recovery run'],
    },
  ];
}

/** Matches the detail of a placement group that no OSD has ever had, as its CRUSH rule finds none. */
const NOBODY = /current state unknown, last acting \[\]/;

/** True if a check is only about placement groups that no OSD has, so that none that is back can lack anything of them. */
const isOfNobody = ({ checks }: DiagnosticEvidence, code: string): boolean => {
  const { detail = [] } = checks.get(code) ?? {};
  return detail.length > 0 && detail.every((line) => NOBODY.test(line));
};

/**
 * The time in milliseconds for which the checks about data may clear while placement groups peer, and the time after a return in
 * which they do.
 */
const [MOMENT_MS, PEERING_MS] = [15_000, 30_000];

/** True if the cluster has said, after the return of an OSD and not only for a moment, that no data lacks copies. */
const hasCaughtUp = ({ log }: DiagnosticEvidence, boot: LogLine): boolean =>
  [...log.recovered, ...log.healthy].some(
    ({ at }) =>
      at >= boot.at + PEERING_MS ||
      (at >= boot.at && (log.degraded.find((line) => line.at >= at)?.at ?? 0) >= at + MOMENT_MS),
  );

function returnOf(evidence: DiagnosticEvidence, id: number): Return | undefined {
  const osd = evidence.osds.get(id);
  if (osd?.up !== true || !osd.in) return undefined;
  const boot = linesOn(evidence, 'booted', osd).at(-1)!;
  const ends = [...linesOn(evidence, 'failed', osd), ...linesOn(evidence, 'shutDown', osd)];
  const end = ends.toSorted((a, b) => a.at - b.at).findLast(({ at }) => at <= boot.at);
  return end && !hasCaughtUp(evidence, boot) ? { osd, end, boot } : undefined;
}
