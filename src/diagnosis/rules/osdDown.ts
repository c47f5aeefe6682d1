import { linesOn, type DiagnosticEvidence } from '../evidence/evidence.ts';
import type { LogLine } from '../evidence/log.ts';
import type { OsdState } from '../evidence/osds.ts';
import { fromLog, hostOf, onHost, type Candidate, type Rule } from '../rule.ts';
import { ofOsd, PLACE_CHECKS, SERVING_CHECKS } from '../symptoms.ts';

/** The daemon of an OSD has exited: its port refuses connections, or its server reports that it does not run. */
export const osdDown: Rule = {
  kind: 'osd-down',
  cost: 2,
  propose: (evidence) => evidence.notUp.map((osd) => candidateOf(evidence, osd)),
};

/** The last failure report about an OSD, unless the OSD has booted since. */
export function lastFailure(evidence: DiagnosticEvidence, osd: OsdState): LogLine | undefined {
  const failure = linesOn(evidence, 'failed', osd).at(-1);
  const boot = linesOn(evidence, 'booted', osd).at(-1);
  return failure !== undefined && boot !== undefined && boot.at > failure.at ? undefined : failure;
}

/**
 * The time since when a failed OSD has been silent, in milliseconds since the epoch; the failure report contains the
 * duration.
 */
export function failedSince(failure: LogLine | undefined): number | undefined {
  if (failure === undefined) return undefined;
  const seconds = Number(/after ([\d.]+) >= grace/.exec(failure.text)?.[1] ?? 0);
  return failure.at - seconds * 1000;
}

/** True if connections of peers were refused, which means that the daemon has exited but the server is alive. */
export const isRefused = (failure: LogLine | undefined): boolean =>
  failure?.found[1]?.includes('refused') === true;

function candidateOf(evidence: DiagnosticEvidence, osd: OsdState): Candidate {
  const failure = lastFailure(evidence, osd);
  const ended = isRefused(failure) || osd.disk?.daemonRunning === false;
  const silent = !ended && (failure !== undefined || evidence.silent.has(osd.id));
  return {
    kind: 'osd-down',
    objects: [osd.name],
    ...hostOf(osd),
    since: failedSince(failure),
    explains: [
      ofOsd('down', osd.id),
      ofOsd('waited', osd.id),
      ofOsd('silent', osd.id),
      ...SERVING_CHECKS,
      ...(isAlone(osd) ? PLACE_CHECKS : []),
    ],
    against: silent ? [{ text: `${osd.name} went silent, its port refused no connection`, weight: 3 }] : [],
    isProven: ended,
    text: `${ended ? 'the daemon of ' : ''}${osd.name}${onHost(osd)} ${ended ? 'has stopped' : 'is down'}${osd.in ? '' : '; its data is restored elsewhere'}`,
    proofs: [
      ...(failure === undefined ? [] : [fromLog(failure)]),
      { text: `${osd.name} is down and ${osd.in ? 'in' : 'out'}`, source: 'crush' },
      ...(osd.disk?.daemonRunning === false
        ? [{ text: `its daemon does not run${onHost(osd)}`, source: 'disks' } as const]
        : []),
    ],
    next: [
      ended
        ? `read the log of ${osd.name} for why it stopped`
        : `see whether the daemon of ${osd.name} runs${onHost(osd)}, and its log`,
      `start it, or replace its disk`,
    ],
  };
}

/** True for the only OSD of a server, because Ceph then reports the server as down as well. */
const isAlone = ({ places }: OsdState): boolean =>
  places.find(({ type }) => type === 'HOST')?.osds.length === 1;
