import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import type { LogLine } from '../evidence/log.ts';
import type { CauseKind } from '../kinds.ts';
import { fromLog, type Rule } from '../rule.ts';
import { ofCheck } from '../symptomIds.ts';

/** The description of a cause that health checks name directly, so that only its objects have to be found. */
export interface CheckRuleOptions {
  readonly kind: CauseKind;
  readonly cost?: number;
  /** The codes of the checks that name it; one of them is enough. */
  readonly codes: readonly string[];
  /** The codes of other checks that result from it. */
  readonly follows?: readonly string[];
  /** Captures the part to blame in a detail line of these checks. */
  readonly object?: RegExp;
  /** Selects log lines that name further objects. */
  readonly lines?: (evidence: DiagnosticEvidence) => readonly LogLine[];
  /** The objects that these log lines name. */
  readonly objectsOf?: (lines: readonly LogLine[]) => readonly string[];
  /** False if the checks have another cause in this case. */
  readonly applies?: (evidence: DiagnosticEvidence) => boolean;
  /** True if the checks are about the past, and it does nothing at the moment. */
  readonly isOver?: boolean;
  /** True if clients are refused because of it. */
  readonly stopsService?: boolean;
  readonly text: (objects: readonly string[], evidence: DiagnosticEvidence) => string;
  readonly next: readonly string[] | ((objects: readonly string[]) => readonly string[]);
}

/** Creates the rule for a cause that health checks name directly. */
export const checkRule = (options: CheckRuleOptions): Rule => ({
  kind: options.kind,
  cost: options.cost ?? 1,
  propose(evidence) {
    const raised = options.codes.flatMap((code) => evidence.checks.get(code) ?? []);
    if (raised.length === 0 || options.applies?.(evidence) === false) return [];
    const details = raised.flatMap(({ detail }) => detail);
    const { object } = options;
    const naming = object === undefined ? [] : details.filter((line) => object.test(line));
    const named = naming.flatMap((line) => object?.exec(line)?.[1] ?? []);
    const lines = options.lines?.(evidence) ?? [];
    const objects = [...new Set([...named, ...(options.objectsOf?.(lines) ?? [])])];
    return [
      {
        kind: options.kind,
        objects,
        since: lines[0]?.at,
        explains: [...options.codes, ...(options.follows ?? [])].map(ofCheck),
        against: [],
        ...(options.isOver && { isOver: true }),
        stopsService: options.stopsService ?? false,
        isProven: objects.length > 0,
        text: options.text(objects, evidence),
        proofs: [
          ...([naming, details].find(({ length }) => length > 0) ?? raised.map(({ message }) => message))
            .slice(0, 3)
            .map((text) => ({ text, source: 'health' as const })),
          ...lines.slice(-2).map(fromLog),
        ],
        next: typeof options.next === 'function' ? options.next(objects) : options.next,
      },
    ];
  },
});
