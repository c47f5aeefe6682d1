import { plural } from '../../lib/words.ts';
import { badDisks, kernelErrors, type KernelErrors } from '../evidence/badDisks.ts';
import { areCrashesOf } from '../evidence/checks.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import { isRefused, lastFailure } from '../evidence/failures.ts';
import type { LogLine } from '../evidence/log.ts';
import type { OsdState } from '../evidence/osds.ts';
import { earliest, fromLog, hostOf, onHost, type Candidate, type Proof, type Rule } from '../rule.ts';
import { ofCheck, ofOsd, PLACE_SYMPTOMS, SERVING_SYMPTOMS } from '../symptomIds.ts';
import { needProofs, reasonToKeep } from './needs.ts';
import { isAlone } from './osdDown.ts';
import { smartProofs } from './smartProofs.ts';

/** A disk has errors; its OSD may still run or may have exited because of them. */
export const diskError: Rule = {
  kind: 'disk-error',
  cost: 1,
  propose(evidence) {
    const lines = badDisks(evidence);
    const named = namedByChecks(evidence);
    const kernel = kernelErrors(evidence);
    return [...new Set([...lines.keys(), ...named.keys(), ...kernel.keys()])].flatMap((id) => {
      const osd = evidence.osds.get(id);
      if (osd === undefined) return [];
      const errors = { lines: lines.get(id) ?? [], named: named.get(id) ?? [], kernel: kernel.get(id) };
      return [candidateOf(evidence, osd, errors)];
    });
  },
};

/** The codes of Ceph's health checks about bad disks. */
const CHECKS = [
  'OSD_TOO_MANY_REPAIRS',
  'BLUESTORE_SPURIOUS_READ_ERRORS',
  'BLUESTORE_READ_ERROR_FIXED',
  'DEVICE_HEALTH',
  'DEVICE_HEALTH_IN_USE',
];

/** The OSD in a detail line of these checks. */
const osdIn = (text: string): number => Number(/\bosd\.(\d+)/.exec(text)?.[1]);

/** The codes of those checks that name an OSD, or none. */
const checksAbout = ({ checks }: DiagnosticEvidence, { id }: OsdState): readonly string[] =>
  CHECKS.filter((code) => {
    const named = (checks.get(code)?.detail ?? []).map(osdIn).filter((osd) => !Number.isNaN(osd));
    return named.length === 0 || named.includes(id);
  });

/** The detail lines of health checks about disk errors, by the id of the OSD that they name. */
function namedByChecks({ checks }: DiagnosticEvidence): ReadonlyMap<number, readonly Proof[]> {
  const named = new Map<number, Proof[]>();
  for (const text of CHECKS.flatMap((code) => checks.get(code)?.detail ?? [])) {
    const id = osdIn(text);
    if (!Number.isNaN(id)) named.set(id, [...(named.get(id) ?? []), { text, source: 'health' }]);
  }
  return named;
}

/**
 * The maximum time between a disk error and the exit of the OSD for them to be related, in milliseconds, with clock
 * skew.
 */
const RELATED_MS = 60_000;

/** True if the daemon of an OSD exited at about the time of kernel errors of its disk. */
function hasCausedExit(
  evidence: DiagnosticEvidence,
  osd: OsdState,
  kernel: KernelErrors | undefined,
): boolean {
  const failure = osd.up ? undefined : lastFailure(evidence, osd);
  if (kernel === undefined || failure === undefined || !isRefused(failure)) return false;
  return failure.at > kernel.first - RELATED_MS && failure.at < kernel.last + RELATED_MS;
}

/** The evidence of errors of a disk: log lines, health checks and kernel reports. */
interface ErrorEvidence {
  readonly lines: readonly LogLine[];
  readonly named: readonly Proof[];
  readonly kernel: KernelErrors | undefined;
}

const kernelProof = ({ server, errors, device }: KernelErrors, { name }: OsdState): Proof => ({
  text: `the kernel of ${server} logged ${plural(errors, 'error')} of ${device}, the disk of ${name}`,
  source: 'servers',
});

function candidateOf(
  evidence: DiagnosticEvidence,
  osd: OsdState,
  { lines, named, kernel }: ErrorEvidence,
): Candidate {
  const hasExited = hasCausedExit(evidence, osd, kernel);
  const smart = smartProofs(evidence, osd);
  return {
    kind: 'disk-error',
    objects: [osd.name],
    ...hostOf(osd),
    since: earliest([lines[0]?.at, kernel?.first]),
    explains: [
      ...(['errors', 'down', 'slow', 'waited'] as const).map((what) => ofOsd(what, osd.id)),
      ...checksAbout(evidence, osd).map(ofCheck),
      ...(osd.up ? [] : SERVING_SYMPTOMS),
      ...(osd.up || !isAlone(osd) ? [] : PLACE_SYMPTOMS),
      ...(osd.up || !areCrashesOf(evidence, osd.name) ? [] : [ofCheck('RECENT_CRASH')]),
    ],
    against: [],
    isProven: hasExited || smart.length > 0 || (lines.length > 0 && (named.length > 0 || lines.length > 1)),
    text: `disk${osd.disk?.name ? ` ${osd.disk.name}` : ''} of ${osd.name}${onHost(osd)} reports errors${osd.up ? '' : ', and the OSD is down'}`,
    proofs: [
      ...lines.slice(-3).map(fromLog),
      ...(kernel ? [kernelProof(kernel, osd)] : []),
      ...named.slice(0, 2),
      ...smart,
      ...needProofs(evidence, osd),
    ],
    next: [replacement(osd, reasonToKeep(evidence, osd))],
  };
}

function replacement({ name, up }: OsdState, toKeep: string | undefined): string {
  if (toKeep !== undefined) return `start ${name} or copy its disk before it is replaced: ${toKeep}`;
  return `replace the disk of ${name}${up ? ': mark it out first, while it still answers' : ''}`;
}
