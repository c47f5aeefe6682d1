import type { DiagnosticEvidence } from './evidence/evidence.ts';
import { severityRank, type Ranked } from './order.ts';
import { unknownWords } from './unknownWords.ts';

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
      proofs: codes.flatMap((code) => {
        const { message = code, detail = [] } = checks.get(code) ?? {};
        // The details of a single check name what it is about.
        const lines = codes.length === 1 ? [message, ...detail.slice(0, 2)] : [message];
        return lines.map((line) => ({ text: line, source: 'health' as const }));
      }),
      before: [],
      against: [],
      ...unknownWords(codes, evidence),
    },
  };
}
