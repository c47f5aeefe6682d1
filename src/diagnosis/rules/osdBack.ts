import { duration } from '../../lib/format.ts';
import { naturalOrder } from '../../lib/natural.ts';
import { listed, plural } from '../../lib/words.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import { failedSince, isOsdMissing } from '../evidence/failures.ts';
import type { OsdReturn } from '../evidence/returns.ts';
import { type Candidate, earliest, fromLog, hostOf, onHost, placeName } from '../rule.ts';
import { LOG_WINDOW_MS } from '../snapshot.ts';
import { ofCheck, PLACEMENT_CHECKS } from '../symptomIds.ts';

/** The codes of the checks about data that was written, or moved, while OSDs were down. */
const DATA_CHECKS = [...PLACEMENT_CHECKS, 'PG_AVAILABILITY'];

/** The candidate that OSDs were down and are up again, so that what was written in the meantime is still copied to them. */
export function osdsBack(evidence: DiagnosticEvidence): readonly Candidate[] {
  if (!DATA_CHECKS.some((code) => evidence.checks.has(code) && !isOfNobody(evidence, code))) return [];
  const back = [...evidence.returns.values()].filter(({ hasCaughtUp }) => !hasCaughtUp);
  const [first] = back;
  if (first === undefined || isOsdMissing(evidence)) return [];
  const hosts = new Set(back.map(({ osd }) => osd.host));
  const [was, is, lacks] = back.length === 1 ? ['was', 'is', 'it lacks'] : ['were', 'are', 'they lack'];
  const backFor = evidence.at - Math.max(...back.map(({ boot }) => boot.at));
  return [
    {
      kind: 'osd-down',
      // Nothing is wrong with them any more.
      objects: [],
      ...(hosts.size === 1 && hostOf(first.osd)),
      since: earliest(back.map(({ end }) => failedSince(end))),
      explains: DATA_CHECKS.filter((code) => !isOfNobody(evidence, code)).map(ofCheck),
      // What began later may explain what is left.
      against:
        backFor <= LOG_WINDOW_MS ? [] : [{ text: `up again for ${duration(backFor / 1000)}`, weight: 0.5 }],
      isProven: false,
      text: `${whoOf(back)} ${was} down and ${is} up again: ${lacks} what was written meanwhile`,
      proofs: [first.end, first.boot].map(fromLog),
      next: ['let recovery run'],
    },
  ];
}

/** The names of these OSDs, or the place that contains them all. */
function whoOf(back: readonly OsdReturn[]): string {
  const [{ osd: first }] = back as readonly [OsdReturn];
  if (back.length === 1) return `${first.name}${onHost(first)}`;
  const place = first.places.find(({ osds }) => back.every(({ osd }) => osds.includes(osd)));
  return place === undefined
    ? listed(back.map(({ osd }) => osd.name).toSorted(naturalOrder), 3)
    : `${plural(back.length, 'OSD')} of ${placeName(place)}`;
}

/** Matches the detail of a placement group that no OSD has ever had, as its CRUSH rule finds none. */
const NOBODY = /current state unknown, last acting \[\]/;

/** True if a check is only about placement groups that no OSD has, so that none that is back can lack anything of them. */
const isOfNobody = ({ checks }: DiagnosticEvidence, code: string): boolean => {
  const { detail = [] } = checks.get(code) ?? {};
  return detail.length > 0 && detail.every((line) => NOBODY.test(line));
};
