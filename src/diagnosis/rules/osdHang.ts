import { plural } from '../../lib/words.ts';
import { linesOn, type DiagnosticEvidence } from '../evidence/evidence.ts';
import { failedSince, isRefused, isShutDown, lastFailure } from '../evidence/failures.ts';
import type { LogLine } from '../evidence/log.ts';
import type { OsdState } from '../evidence/osds.ts';
import { overloadedOsds } from '../evidence/queues.ts';
import { LONG_WAIT } from '../evidence/waiters.ts';
import { earliest, fromLog, hostOf, onHost, type Candidate, type Rule } from '../rule.ts';
import { ofOsd, PLACE_SYMPTOMS, SERVING_SYMPTOMS } from '../symptomIds.ts';
import { isAlone, outWithServer } from './osdDown.ts';
import { outText } from './outText.ts';
import { signsOfLife } from './signsOfLife.ts';

/**
 * An OSD answers nobody, although its daemon has not exited and its server is alive. It is never certain, because from
 * outside, a hanging daemon and one without a network link look the same.
 */
export const osdHang: Rule = {
  kind: 'osd-hang',
  cost: 2,
  propose: (evidence) =>
    [...new Set([...evidence.notUp, ...[...evidence.silent].flatMap((id) => evidence.osds.get(id) ?? [])])]
      .filter((osd) => isSilent(evidence, osd))
      .map((osd) => candidateOf(evidence, osd)),
};

/** True if an OSD does not answer, or was marked down because of that, without refused connections or signs of life. */
export function isSilent(evidence: DiagnosticEvidence, osd: OsdState): boolean {
  if (signsOfLife(evidence, osd).length > 0) return false;
  const failure = osd.up ? undefined : lastFailure(evidence, osd);
  return failure === undefined ? evidence.silent.has(osd.id) : !isRefused(failure) && !isShutDown(failure);
}

/** The time of the last answer of a silent OSD according to a log line, or else the time of that line. */
function missedSince(missed: LogLine | undefined): number | undefined {
  const at = Date.parse(missed?.found[1] ?? '');
  return Number.isNaN(at) ? missed?.at : at;
}

/**
 * The age in seconds from which a request waits for an OSD longer than because of many others (measured beside busy clients: at
 * most 2.5 s, while the OSD did not answer questions within 2 s).
 */
const OVERLOAD_S = 5;

function candidateOf(evidence: DiagnosticEvidence, osd: OsdState): Candidate {
  const failure = osd.up ? undefined : lastFailure(evidence, osd);
  const missed = linesOn(evidence, 'noReply', osd);
  const waits = (evidence.daemons?.waits ?? []).filter(
    ({ waitsFor, oldest = 0 }) => waitsFor === osd.id && oldest >= LONG_WAIT,
  );
  const longest = Math.max(0, ...waits.map(({ oldest = 0 }) => oldest));
  return {
    kind: 'osd-hang',
    objects: [osd.name],
    ...hostOf(osd),
    since: earliest([
      missedSince(missed.at(-1)),
      failedSince(failure),
      waits.length > 0 ? evidence.at - longest * 1000 : undefined,
    ]),
    explains: [
      ofOsd('down', osd.id),
      ofOsd('silent', osd.id),
      ofOsd('waited', osd.id),
      ...SERVING_SYMPTOMS,
      ...(isAlone(osd) ? PLACE_SYMPTOMS : []),
    ],
    against: [
      ...(osd.disk?.daemonRunning === false
        ? [{ text: `the daemon of ${osd.name} does not run`, weight: 5 }]
        : []),
      ...outWithServer(osd),
      ...(osd.up && longest < OVERLOAD_S && overloadedOsds(evidence).length > 0
        ? [{ text: `OSDs on several servers are overloaded: ${osd.name} may only be late`, weight: 4 }]
        : []),
    ],
    isProven: false,
    // With nodown set, a daemon that has stopped is not marked down either.
    text: `${osd.name}${onHost(osd)} answers nobody${evidence.flags.includes('nodown') ? '' : ', though its daemon has not stopped'}${osd.up ? '' : outText(evidence, [osd])}`,
    proofs: [
      ...(failure === undefined ? [] : [fromLog(failure)]),
      ...missed.slice(-2).map(fromLog),
      ...(evidence.daemons?.silent?.includes(osd.id) === true
        ? [{ text: `${osd.name} was asked and did not answer in time`, source: 'daemons' } as const]
        : []),
      ...(waits.length > 0
        ? [
            {
              text: `requests of ${plural(waits.length, 'OSD')} wait for ${osd.name}, the oldest for ${Math.round(longest)} s`,
              source: 'daemons',
            } as const,
          ]
        : []),
    ],
    next: [`look at ${osd.name}${onHost(osd)}: its process, its disk, its link`, `restart ${osd.name}`],
  };
}
