import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import { downSince } from '../evidence/failures.ts';
import type { OsdState } from '../evidence/osds.ts';
import { factsOn } from '../evidence/servers.ts';
import { type Candidate, hostOf, type Rule } from '../rule.ts';
import { ofOsd, PLACE_SYMPTOMS, SERVING_SYMPTOMS } from '../symptomIds.ts';
import { isAlone } from './osdDown.ts';
import { type OsdWords, wordsFor } from './osdDownWords.ts';
import { hasEnded } from './signsOfLife.ts';

/** The kernel of a server has killed OSDs for lack of memory, and they are down. */
export const outOfMemory: Rule = {
  kind: 'out-of-memory',
  cost: 1,
  propose: (evidence) => evidence.notUp.flatMap((osd) => candidateOf(evidence, osd) ?? []),
};

/** The time in milliseconds between the end of an OSD and the time at which it counts as down, with clock skew. */
const RELATED_MS = 120_000;

/** The time of the end of an OSD's daemon by the kernel, and whether the kernel names the OSD; undefined if it was not that. */
function killOf(evidence: DiagnosticEvidence, osd: OsdState) {
  const since = downSince(evidence, [osd]);
  const killed = (factsOn(evidence, osd.host)?.killed ?? []).slice(0, 256);
  const [last] = killed
    .filter((one) => one.osd === osd.id || (one.osd === undefined && hasEnded(evidence, osd)))
    .map(({ osd: named, seconds = 0 }) => ({
      at: evidence.at - seconds * 1000,
      isNamed: named !== undefined,
    }))
    .filter(({ at }) => since === undefined || Math.abs(since - at) < RELATED_MS)
    .toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed) || b.at - a.at);
  return last;
}

function candidateOf(evidence: DiagnosticEvidence, osd: OsdState): Candidate | undefined {
  const kill = killOf(evidence, osd);
  if (kill === undefined) return undefined;
  const join = (names: readonly string[]): Candidate => {
    const others = evidence.notUp.filter((one) => one !== osd && names.includes(one.name));
    return partsFor(evidence, [osd, ...others]);
  };
  return { ...join([]), alike: { key: `out-of-memory ${osd.host} ${osd.in}`, join } };
}

/** The candidate for OSDs of one server. */
function partsFor(evidence: DiagnosticEvidence, osds: readonly [OsdState, ...OsdState[]]): Candidate {
  const [first] = osds;
  const kills = osds.flatMap((osd) => killOf(evidence, osd) ?? []);
  const words: OsdWords = wordsFor(osds);
  const { names, are, them } = words;
  return {
    kind: 'out-of-memory',
    objects: osds.map(({ name }) => name),
    ...hostOf(first),
    since: Math.min(...kills.map(({ at }) => at)),
    explains: [
      ...osds.flatMap(({ id }) => (['down', 'waited', 'silent'] as const).map((what) => ofOsd(what, id))),
      ...SERVING_SYMPTOMS,
      ...(osds.some(isAlone) ? PLACE_SYMPTOMS : []),
    ],
    against: [],
    isProven: kills.every(({ isNamed }) => isNamed),
    text: `the kernel of ${first.host} killed ${names} for lack of memory, and ${names === first.name ? 'it' : 'they'} ${are} down`,
    proofs: kills.slice(0, 3).map(({ isNamed }, index) => ({
      text: isNamed
        ? `the kernel of ${first.host} says that it killed ${osds[index]!.name} because memory had run out`
        : `the kernel of ${first.host} says that it killed an OSD because memory had run out, when ${osds[index]!.name} ended`,
      source: 'servers',
    })),
    next: [
      `start ${names}`,
      `find out what uses the memory of ${first.host}: lower osd_memory_target there, or add memory, before it kills ${them} again`,
    ],
  };
}
