import { areCrashesOf, crashAt } from '../evidence/checks.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import { downSince, failedSince, isShutDown, lastFailure } from '../evidence/failures.ts';
import type { OsdState } from '../evidence/osds.ts';
import { reportedPings, slowPings } from '../evidence/slowNetwork.ts';
import { type Candidate, fromLog, hostOf, onHost, type Rule } from '../rule.ts';
import { ofCheck, ofOsd, PING_SYMPTOMS, PLACE_SYMPTOMS, SERVING_SYMPTOMS } from '../symptomIds.ts';
import { needProofs, reasonToKeep } from './needs.ts';
import { osdsBack } from './osdBack.ts';
import { endText, hasFlapped, stepsIfDown, stepsIfStopped, wordsFor } from './osdDownWords.ts';
import { outText } from './outText.ts';
import { hasEnded, signsOfLife } from './signsOfLife.ts';
import { strictProofs, strictSteps } from './strictPools.ts';

/**
 * The daemon of an OSD has exited: its port refuses connections, or its server reports that it does not run. An OSD that
 * shows signs of life is left to the rules about its link. Or OSDs were down, and their data is not complete yet.
 */
export const osdDown: Rule = {
  kind: 'osd-down',
  cost: 2,
  propose: (evidence) => [
    ...evidence.notUp
      .filter((osd) => signsOfLife(evidence, osd).length === 0)
      .map((osd) => (osd.destroyed ? destroyedCandidate(evidence, osd) : candidateOf(evidence, osd))),
    ...osdsBack(evidence),
  ],
};

function candidateOf(evidence: DiagnosticEvidence, osd: OsdState): Candidate {
  const failure = lastFailure(evidence, osd);
  const silent = !hasEnded(evidence, osd) && (failure !== undefined || evidence.silent.has(osd.id));
  const against = [
    ...(silent ? [{ text: `${osd.name} went silent, its port refused no connection`, weight: 3 }] : []),
    ...(failure === undefined ? outWithServer(osd) : []),
  ];
  const key = fateOf(evidence, osd);
  const join = (names: readonly string[]): Candidate => {
    const others = evidence.notUp.filter((one) => one !== osd && names.includes(one.name));
    return { ...partsFor(evidence, [osd, ...others]), against };
  };
  return { ...join([]), ...(key !== undefined && { alike: { key, join } }) };
}

/** The key of OSDs that have ended in the same way on the same server; undefined if each is to be named alone. */
function fateOf(evidence: DiagnosticEvidence, osd: OsdState): string | undefined {
  if (osd.host === '' || !hasEnded(evidence, osd) || reasonToKeep(evidence, osd) !== undefined)
    return undefined;
  const isStopped = isShutDown(lastFailure(evidence, osd));
  return ['osd-down', osd.host, osd.in, isStopped, hasFlapped(evidence, osd)].join(' ');
}

/** The parts of the candidate about OSDs of one server that have ended in the same way, or about one that may not have ended. */
function partsFor(
  evidence: DiagnosticEvidence,
  osds: readonly [OsdState, ...OsdState[]],
): Omit<Candidate, 'against'> {
  const [first] = osds;
  const words = wordsFor(osds);
  const failures = osds.flatMap((osd) => lastFailure(evidence, osd) ?? []);
  const isStopped = isShutDown(lastFailure(evidence, first));
  const crashes = osds.flatMap((osd) => {
    const since = failedSince(lastFailure(evidence, osd));
    return since === undefined ? [] : (crashAt(evidence, osd.name, since) ?? []);
  });
  return {
    kind: 'osd-down',
    objects: osds.map(({ name }) => name),
    ...hostOf(first),
    since: downSince(evidence, osds),
    explains: [
      ...osds.flatMap((osd) => explainedBy(evidence, osd)),
      ...(osds.length === crashes.length && areCrashesOf(evidence, first.name)
        ? [ofCheck('RECENT_CRASH')]
        : []),
    ],
    isProven: osds.every((osd) => hasEnded(evidence, osd)),
    text: `${endText(evidence, first, words)}${outText(evidence, osds)}`,
    proofs: [
      ...failures.slice(-3).map(fromLog),
      { text: `${words.names} ${words.are} down and ${first.in ? 'in' : 'out'}`, source: 'crush' },
      ...(osds.every(({ disk }) => disk?.daemonRunning === false)
        ? [{ text: `${words.theirDaemonsDo} not run${words.on}`, source: 'disks' } as const]
        : []),
      ...crashes.slice(0, 2).map((text) => ({ text, source: 'health' as const })),
      ...osds.flatMap((osd) => needProofs(evidence, osd)),
      ...strictProofs(evidence),
    ],
    next: [
      ...strictSteps(evidence, words.who),
      ...(isStopped
        ? stepsIfStopped(words, reasonToKeep(evidence, first))
        : stepsIfDown(evidence, words, {
            ended: hasEnded(evidence, first),
            crashed: crashes.length === osds.length,
            toKeep: reasonToKeep(evidence, first),
          })),
    ],
  };
}

/** True if slow pings between other OSDs are known, which the end of this one does not cause. */
const areOfOthers = (evidence: DiagnosticEvidence, { id }: OsdState): boolean =>
  [...slowPings(evidence), ...reportedPings(evidence)].some(({ from, to }) => from !== id && to !== id);

const explainedBy = (evidence: DiagnosticEvidence, osd: OsdState): readonly string[] => [
  ofOsd('down', osd.id),
  ofOsd('waited', osd.id),
  ofOsd('silent', osd.id),
  ...SERVING_SYMPTOMS.filter((one) => !PING_SYMPTOMS.has(one) || !areOfOthers(evidence, osd)),
  ...(isAlone(osd) ? PLACE_SYMPTOMS : []),
];

/** The candidate for an OSD that was destroyed and is in: Ceph counts it as down, and restores its data once it is out. */
const destroyedCandidate = (evidence: DiagnosticEvidence, osd: OsdState): Candidate => ({
  kind: 'osd-down',
  objects: [osd.name],
  ...hostOf(osd),
  since: downSince(evidence, [osd]),
  explains: explainedBy(evidence, osd),
  against: [],
  isProven: true,
  text: `${osd.name}${onHost(osd)} was destroyed and is still in: its data is restored elsewhere only once it is out`,
  proofs: [{ text: `${osd.name} is destroyed and in`, source: 'crush' }],
  next: [`replace its disk: the new OSD can take the id ${osd.id}`, `or mark ${osd.name} out now`],
});

/** The doubt about a single OSD of a server whose OSDs are all down and out: then they weigh too little to name the server. */
export function outWithServer({ host, places }: OsdState): Candidate['against'] {
  const { osds = [] } = places.find(({ type }) => type === 'HOST') ?? {};
  const areOut = osds.length > 1 && osds.every((osd) => !osd.up && !osd.in);
  return areOut ? [{ text: `all OSDs of ${host} are down and out`, weight: 1 }] : [];
}

/** True for the only OSD of a server, because Ceph then reports the server as down as well. */
export const isAlone = ({ places }: OsdState): boolean =>
  places.find(({ type }) => type === 'HOST')?.osds.length === 1;
