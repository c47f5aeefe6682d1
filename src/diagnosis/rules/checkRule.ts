import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import type { LogLine } from '../evidence/log.ts';
import type { CauseKind } from '../kinds.ts';
import { fromLog, type Rule } from '../rule.ts';
import { ofCheck } from '../symptoms.ts';

/** A cause that a health check names itself, so that only its objects are to be found. */
export interface CheckRuleOptions {
  readonly kind: CauseKind;
  readonly cost?: number;
  /** The checks that say it; one of them is enough. */
  readonly codes: readonly string[];
  /** Other checks that follow from it. */
  readonly follows?: readonly string[];
  /** Finds the part to blame in the details of these checks. */
  readonly object?: RegExp;
  /** Other objects, and the lines that name them. */
  readonly lines?: (evidence: DiagnosticEvidence) => readonly LogLine[];
  readonly objectsOf?: (lines: readonly LogLine[]) => readonly string[];
  /** Tells whether the checks mean this cause here; they do without it. */
  readonly applies?: (evidence: DiagnosticEvidence) => boolean;
  readonly text: (objects: readonly string[]) => string;
  readonly next: readonly string[];
}

/** Makes the rule of a cause that a health check names itself. */
export const checkRule = (options: CheckRuleOptions): Rule => ({
  kind: options.kind,
  cost: options.cost ?? 1,
  propose(evidence) {
    const raised = options.codes.flatMap((code) => evidence.checks.get(code) ?? []);
    if (raised.length === 0 || options.applies?.(evidence) === false) return [];
    const details = raised.flatMap(({ detail }) => detail);
    const { object } = options;
    const named = object === undefined ? [] : details.flatMap((line) => object.exec(line)?.[1] ?? []);
    const lines = options.lines?.(evidence) ?? [];
    const objects = [...new Set([...named, ...(options.objectsOf?.(lines) ?? [])])];
    return [
      {
        kind: options.kind,
        objects,
        since: lines[0]?.at,
        explains: [...options.codes, ...(options.follows ?? [])].map(ofCheck),
        against: [],
        isProven: objects.length > 0,
        text: options.text(objects),
        proofs: [
          ...(details.length > 0 ? details : raised.map(({ message }) => message))
            .slice(0, 3)
            .map((text) => ({ text, source: 'health' as const })),
          ...lines.slice(-2).map(fromLog),
        ],
        next: options.next,
      },
    ];
  },
});
