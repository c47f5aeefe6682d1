import { plural } from '../../lib/words.ts';
import { linesOn, type DiagnosticEvidence } from '../evidence/evidence.ts';
import type { OsdState } from '../evidence/osds.ts';
import { fromLog, hostOf, onHost, type Candidate, type Rule } from '../rule.ts';
import { ofOsd, SERVING_CHECKS } from '../symptoms.ts';

/** An OSD is marked down again and again and comes back each time: heartbeats get lost, or its daemon ends and is started. */
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

/** As often marked down within the window of the log, it is a pattern; Ceph gives an OSD up after five times in ten minutes. */
const PATTERN = 2;
/** Milliseconds after which it is history. */
const RETURNED_MS = 5 * 60_000;

/** Milliseconds after which an OSD that is back is no reason for what is wrong now. */
const PRESENT_MS = 60_000;

const presentSymptoms = ({ id }: OsdState): readonly string[] => [
  ...(['down', 'silent', 'waited'] as const).map((what) => ofOsd(what, id)),
  ...SERVING_CHECKS,
];

function candidateOf(evidence: DiagnosticEvidence, osd: OsdState): Candidate | undefined {
  const failures = linesOn(evidence, 'failed', osd);
  const running = linesOn(evidence, 'stillRunning', osd);
  const boots = linesOn(evidence, 'booted', osd);
  const last = Math.max(failures.at(-1)?.at ?? 0, running.at(-1)?.at ?? 0);
  if (evidence.at - last > RETURNED_MS) return undefined;
  const isBack = osd.up && running.length > 0;
  if (!isBack && (failures.length < PATTERN || boots.length === 0)) return undefined;
  const times = Math.max(failures.length, running.length);
  const ends = failures.some(({ found }) => found[1]?.includes('refused'));
  return {
    kind: 'osd-flap',
    objects: [osd.name],
    ...hostOf(osd),
    since: failures[0]?.at ?? running[0]?.at,
    explains: [
      ofOsd('flap', osd.id),
      ...(evidence.at - last > PRESENT_MS && osd.up ? [] : presentSymptoms(osd)),
    ],
    against: [],
    isProven: times > PATTERN && running.length > 1,
    text: `${osd.name}${onHost(osd)} was marked down ${plural(times, 'time')} and came back${ends ? ': its daemon ends again and again' : ', while its daemon ran'}`,
    proofs: [...failures.slice(-2), ...running.slice(-2)].map(fromLog),
    next: [
      ends
        ? `read the log of ${osd.name} for why it ends`
        : `look at cable, port and load of ${osd.host || osd.name}`,
      `stop ${osd.name} until that is mended`,
    ],
  };
}
