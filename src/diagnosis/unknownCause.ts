import { HEALTH_CODES } from '../data/healthChecks.ts';
import type { DiagnosticEvidence } from './evidence/evidence.ts';
import { severityRank, type Ranked } from './order.ts';
import { fromChange, type Proof } from './rule.ts';

/** The general remedies of checks, worded as steps; those of several checks name the check. */
function generalSteps(codes: readonly string[]): readonly string[] {
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

/** The maximum number of changes that are shown with unexplained checks about data. */
const MAX_MOVES = 2;

/** Commands that make the cluster place data elsewhere. */
const PLACING = /^osd (?:in|out|reweight|crush|pool|purge)\b/;

/** The latest changes that may move data, if it is unexplained that data lacks copies or is misplaced. */
const movesBefore = ({ changes }: DiagnosticEvidence, codes: readonly string[]): readonly Proof[] =>
  codes.includes('PG_DEGRADED') || codes.includes('OBJECT_MISPLACED')
    ? changes
        .filter(({ text }) => PLACING.test(text))
        .slice(-MAX_MOVES)
        .map(fromChange)
    : [];

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
      confidence: 'unknown',
      explains: codes,
      text: `no known cause explains ${codes.slice(0, 3).join(', ')}${codes.length > 3 ? ` and ${codes.length - 3} more` : ''}`,
      proofs: [
        ...codes.flatMap((code) => {
          const { message = code, detail = [] } = checks.get(code) ?? {};
          // The details of a single check name what it is about.
          const lines = codes.length === 1 ? [message, ...detail.slice(0, 2)] : [message];
          return lines.map((text) => ({ text, source: 'health' as const }));
        }),
        ...movesBefore(evidence, codes),
      ],
      before: [],
      against: [],
      next: generalSteps(codes),
    },
  };
}
