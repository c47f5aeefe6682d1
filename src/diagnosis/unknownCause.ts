import { HEALTH_CODES } from '../data/healthChecks.ts';
import type { DiagnosticEvidence } from './evidence/evidence.ts';
import { severityRank, type Ranked } from './order.ts';
import { PLACEMENT_CHECKS } from './symptomIds.ts';

/** The general remedies of checks, worded as steps; those of several checks name the check. */
export function generalSteps(codes: readonly string[]): readonly string[] {
  const steps = codes.flatMap((code) => {
    const remedy = HEALTH_CODES.get(code)?.remedy.replace(/\.$/, '');
    return remedy === undefined || remedy === '' ? [] : [{ code, remedy }];
  });
  if (steps.length === 0) return ['read the message and the details of the check'];
  return steps.map(({ code, remedy }) =>
    codes.length > 1
      ? `${code}: ${remedy}`
      : remedy.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase()),
  );
}

/** The sentence that names unexplained checks, with what is known of why they are unexplained. */
function wordsFor(codes: readonly string[], { notUp }: DiagnosticEvidence): string {
  const named = `no known cause explains ${codes.slice(0, 3).join(', ')}${codes.length > 3 ? ` and ${codes.length - 3} more` : ''}`;
  const isOlder = codes.every((code) => PLACEMENT_CHECKS.includes(code)) && !notUp.some((osd) => osd.in);
  return isOlder
    ? `${named}: all OSDs that are in are up, and what happened may be older than the log that was read`
    : named;
}

/** The cause of kind `unknown` for the health checks that no rule explains; undefined if there are none. */
export function unknownCause(evidence: DiagnosticEvidence, codes: readonly string[]): Ranked | undefined {
  const { checks } = evidence;
  if (codes.length === 0) return undefined;
  return {
    rank: severityRank(codes, checks),
    cause: {
      kind: 'unknown',
      objects: [],
      host: undefined,
      since: undefined,
      isOver: false,
      confidence: 'unknown',
      explains: codes,
      text: wordsFor(codes, evidence),
      proofs: codes.flatMap((code) => {
        const { message = code, detail = [] } = checks.get(code) ?? {};
        // The details of a single check name what it is about.
        const lines = codes.length === 1 ? [message, ...detail.slice(0, 2)] : [message];
        return lines.map((text) => ({ text, source: 'health' as const }));
      }),
      before: [],
      against: [],
      next: generalSteps(codes),
    },
  };
}
