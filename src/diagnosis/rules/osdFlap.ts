import { plural } from '../../lib/words.ts';
import { linesOn, type DiagnosticEvidence } from '../evidence/evidence.ts';
import { isRefused } from '../evidence/failures.ts';
import type { LogLine } from '../evidence/log.ts';
import type { OsdState } from '../evidence/osds.ts';
import { wasLostWithServer } from '../evidence/returns.ts';
import { fromLog, hostOf, onHost, type Candidate, type Rule } from '../rule.ts';
import { ofOsd, PLACE_SYMPTOMS, SERVING_SYMPTOMS } from '../symptomIds.ts';
import { isAlone } from './osdDown.ts';
import { serversMissed, signsOfLife } from './signsOfLife.ts';

/** An OSD is repeatedly marked down and comes back: heartbeats are lost, or its daemon exits and is restarted. */
export const osdFlap: Rule = {
  kind: 'osd-flap',
  cost: 1,
  propose: (evidence) =>
    [...idsOf(evidence)].flatMap((id) => {
      const osd = evidence.osds.get(id);
      return osd === undefined ? [] : (candidateOf(evidence, osd) ?? []);
    }),
};

const idsOf = ({ byOsd }: DiagnosticEvidence): Set<number> =>
  new Set([...byOsd.failed.keys(), ...byOsd.stillRunning.keys()]);

/**
 * The number of failures in the log window from which an OSD counts as flapping; Ceph stops it at five in ten minutes.
 */
const MIN_FAILURES = 2;
/** The time in milliseconds in which the end of a daemon may be logged again, because monitors elected a leader meanwhile. */
const REPEATED_MS = 60_000;
/** The time in milliseconds after the last failure from which flapping counts as over. */
const OVER_MS = 5 * 60_000;
/** The time in milliseconds after which an OSD that does not come back is down instead of flapping. */
const GONE_MS = 60_000;

/** The time in milliseconds after which an OSD that is back cannot be the cause of current problems. */
const PRESENT_MS = 60_000;

const presentSymptoms = (osd: OsdState): readonly string[] => [
  ...(['down', 'silent', 'waited'] as const).map((what) => ofOsd(what, osd.id)),
  ...SERVING_SYMPTOMS,
  ...(isAlone(osd) ? PLACE_SYMPTOMS : []),
];

/** The failures of an OSD, without ends of its daemon that were logged again although it had not booted since. */
function failuresOf(evidence: DiagnosticEvidence, osd: OsdState): readonly LogLine[] {
  const boots = linesOn(evidence, 'booted', osd);
  return linesOn(evidence, 'failed', osd).filter((failure, index, all) => {
    const before = all[index - 1];
    const isSame = before !== undefined && isRefused(before) && isRefused(failure);
    if (!isSame || failure.at - before.at > REPEATED_MS) return true;
    return boots.some(({ at }) => at > before.at && at <= failure.at);
  });
}

function candidateOf(evidence: DiagnosticEvidence, osd: OsdState): Candidate | undefined {
  if (osd.destroyed) return undefined;
  const failures = failuresOf(evidence, osd);
  const running = linesOn(evidence, 'stillRunning', osd);
  const boots = linesOn(evidence, 'booted', osd);
  const last = Math.max(failures.at(-1)?.at ?? 0, running.at(-1)?.at ?? 0);
  if (evidence.at - last > OVER_MS) return undefined;
  // Its server, or its rack, was lost and is back.
  if (osd.up && failures.length < MIN_FAILURES && wasLostWithServer(evidence.returns, osd)) return undefined;
  const isBack = osd.up && running.length > 0;
  const isUnheard = !osd.up && signsOfLife(evidence, osd).length > 0 && !hasBadServer(evidence, osd);
  if (!osd.up && !isUnheard && evidence.at - last > GONE_MS) return undefined;
  if (!isBack && !isUnheard && (failures.length < MIN_FAILURES || boots.length === 0)) return undefined;
  const times = Math.max(failures.length, running.length);
  const isOver = evidence.at - last > PRESENT_MS && osd.up;
  const ended = failures.filter(isRefused).length;
  // One end of its daemon is no flapping, whatever happened to its server before.
  if (!osd.up && ended === 1 && isRefused(failures.at(-1))) return undefined;
  const ends = ended > 1;
  return {
    kind: 'osd-flap',
    objects: [osd.name],
    ...hostOf(osd),
    since: failures[0]?.at ?? running[0]?.at,
    isOver,
    explains: [ofOsd('flap', osd.id), ...(isOver ? [] : presentSymptoms(osd))],
    against: [],
    isProven: times > MIN_FAILURES && running.length > 1,
    text:
      isUnheard && boots.length === 0
        ? `${osd.name}${onHost(osd)} runs, but its peers do not hear it`
        : `${osd.name}${onHost(osd)} was marked down ${times === 1 ? 'once' : plural(times, 'time')} and ${osd.up ? 'came back' : 'is down again'}${ends ? ': its daemon keeps stopping' : osd.up && ended === 0 ? ', while its daemon ran' : ''}`,
    proofs: [...failures.slice(-2), ...running.slice(-2)].map(fromLog),
    next: nextSteps(evidence, osd, { ends, times }),
  };
}

/** An OSD whose daemon keeps stopping is down between its ends, and then there is nothing to stop. */
function nextSteps(
  { checks }: DiagnosticEvidence,
  osd: OsdState,
  { ends, times }: { readonly ends: boolean; readonly times: number },
): readonly string[] {
  const { name, id } = osd;
  const look = ends
    ? `read the log of ${name} for why it stops`
    : `look at disk, load and link of ${osd.host || name}`;
  if (osd.up && times === 1) return [look];
  if (osd.up || !ends)
    return [look, `stop ${name} until that is fixed, if \`ceph osd ok-to-stop ${id}\` agrees`];
  return checks.has('PG_AVAILABILITY')
    ? [`start ${name}${onHost(osd)}: placement groups cannot serve I/O`, look]
    : [look, `start ${name}${onHost(osd)} once that is fixed`];
}

/** True if another OSD of the server misses peers as well, so that the link of the server is bad. */
function hasBadServer(evidence: DiagnosticEvidence, { id, places }: OsdState): boolean {
  const neighbours = places.find(({ type }) => type === 'HOST')?.osds ?? [];
  return neighbours.some((other) => other.id !== id && serversMissed(evidence, other) > 0);
}
