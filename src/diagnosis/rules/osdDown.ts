import { lackingGroups } from '../evidence/checks.ts';
import { linesOn, type DiagnosticEvidence } from '../evidence/evidence.ts';
import { failedSince, isShutDown, lastFailure } from '../evidence/failures.ts';
import type { OsdState } from '../evidence/osds.ts';
import { fromLog, hostOf, onHost, type Candidate, type Rule } from '../rule.ts';
import { ofOsd, PLACE_SYMPTOMS, SERVING_SYMPTOMS } from '../symptomIds.ts';
import { needProofs, reasonToKeep } from './needs.ts';
import { osdsBack } from './osdBack.ts';
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
  const ended = hasEnded(evidence, osd);
  const isStopped = isShutDown(failure);
  const toKeep = reasonToKeep(evidence, osd);
  const silent = !ended && (failure !== undefined || evidence.silent.has(osd.id));
  return {
    kind: 'osd-down',
    objects: [osd.name],
    ...hostOf(osd),
    since: failedSince(failure),
    explains: explainedBy(osd),
    against: [
      ...(silent ? [{ text: `${osd.name} went silent, its port refused no connection`, weight: 3 }] : []),
      ...(failure === undefined ? outWithServer(osd) : []),
    ],
    isProven: ended,
    text: `${endText(evidence, osd)}${outText(evidence, [osd])}`,
    proofs: [
      ...(failure === undefined ? [] : [fromLog(failure)]),
      { text: `${osd.name} is down and ${osd.in ? 'in' : 'out'}`, source: 'crush' },
      ...(osd.disk?.daemonRunning === false
        ? [{ text: `its daemon does not run${onHost(osd)}`, source: 'disks' } as const]
        : []),
      ...needProofs(evidence, osd),
      ...strictProofs(evidence),
    ],
    next: [
      ...strictSteps(evidence, `${osd.name}${onHost(osd)}`),
      ...(isStopped ? stepsIfStopped(osd, toKeep) : nextSteps(evidence, osd, ended, toKeep)),
    ],
  };
}

/** Ceph stops an OSD that is marked down more than five times in ten minutes (osd_max_markdown_count); one line may be lost. */
const MANY_MARKDOWNS = 4;

/** The end of an OSD in words, as far as it is known. */
function endText(evidence: DiagnosticEvidence, osd: OsdState): string {
  const who = `${osd.name}${onHost(osd)}`;
  const failure = lastFailure(evidence, osd);
  if (isShutDown(failure)) return `${who} was shut down`;
  if (hasEnded(evidence, osd)) {
    const flapped = linesOn(evidence, 'stillRunning', osd).length >= MANY_MARKDOWNS;
    return `the daemon of ${who} has stopped${flapped ? ', after it was marked down again and again while it ran' : ''}`;
  }
  // A server reports within half a minute, so it knows, if the log has nothing of the end of the OSD.
  const runs = failure === undefined && osd.disk?.daemonRunning === true;
  return `${who} is down${runs ? ' although its daemon runs' : ''}`;
}

const explainedBy = (osd: OsdState): readonly string[] => [
  ofOsd('down', osd.id),
  ofOsd('waited', osd.id),
  ofOsd('silent', osd.id),
  ...SERVING_SYMPTOMS,
  ...(isAlone(osd) ? PLACE_SYMPTOMS : []),
];

/** The candidate for an OSD that was destroyed and is in: Ceph counts it as down, and restores its data once it is out. */
const destroyedCandidate = (evidence: DiagnosticEvidence, osd: OsdState): Candidate => ({
  kind: 'osd-down',
  objects: [osd.name],
  ...hostOf(osd),
  since: failedSince(lastFailure(evidence, osd)),
  explains: explainedBy(osd),
  against: [],
  isProven: true,
  text: `${osd.name}${onHost(osd)} was destroyed and is still in: its data is restored elsewhere only once it is out`,
  proofs: [{ text: `${osd.name} is destroyed and in`, source: 'crush' }],
  next: [`replace its disk: the new OSD can take the id ${osd.id}`, `or mark ${osd.name} out now`],
});

/** The steps if the OSD was told to stop, so that neither its daemon nor its disk has to be at fault. */
const stepsIfStopped = (osd: OsdState, toKeep: string | undefined): readonly string[] => [
  `ask who stopped ${osd.name}, and start it${onHost(osd)} when that work is done`,
  ...(toKeep === undefined ? [] : [`keep its disk until then: ${toKeep}`]),
];

function nextSteps(
  { checks }: DiagnosticEvidence,
  osd: OsdState,
  ended: boolean,
  toKeep: string | undefined,
): readonly string[] {
  const look = ended
    ? `read the log of ${osd.name} for why it stopped`
    : `see whether the daemon of ${osd.name} runs${onHost(osd)}, and its log`;
  // Groups that are down, or of which no OSD is left, say which OSDs they need.
  if (toKeep === undefined && checks.has('PG_AVAILABILITY') && lackingGroups(checks) === 0)
    return [
      `start ${osd.name}${onHost(osd)}: placement groups serve nobody`,
      look,
      'replace its disk only once they serve again',
    ];
  return toKeep === undefined
    ? [look, 'start it, or replace its disk']
    : [`start ${osd.name}${onHost(osd)}, and keep its disk until then: ${toKeep}`, look];
}

/** The doubt about a single OSD of a server whose OSDs are all down and out: then they weigh too little to name the server. */
export function outWithServer({ host, places }: OsdState): Candidate['against'] {
  const { osds = [] } = places.find(({ type }) => type === 'HOST') ?? {};
  const areOut = osds.length > 1 && osds.every((osd) => !osd.up && !osd.in);
  return areOut ? [{ text: `all OSDs of ${host} are down and out`, weight: 1 }] : [];
}

/** True for the only OSD of a server, because Ceph then reports the server as down as well. */
export const isAlone = ({ places }: OsdState): boolean =>
  places.find(({ type }) => type === 'HOST')?.osds.length === 1;
