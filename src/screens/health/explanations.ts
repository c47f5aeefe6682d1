import { distinctProofs } from '../../diagnosis/proofs.ts';
import type { Cause } from '../../diagnosis/verdict.ts';
import { inLocale } from '../../lib/decimal.ts';
import { visible, wrap } from '../../lib/text.ts';
import type { HealthRow } from '../../store/answers/health.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { LABEL } from './sentence.ts';

/** The proofs of a cause that are shown; the screen `why` shows all. */
const MAX_PROOFS = 3;

/** Lines with a dim label in front of the first. */
const labelled = ({ look }: Shown, label: string, lines: readonly string[]): readonly string[] =>
  lines.map((line, index) => `${look.paint('dim', (index === 0 ? ` ${label}` : '').padEnd(LABEL))}${line}`);

const textColumns = (columns: number): number => Math.max(10, columns - LABEL);

/** The known cause of the worst problem; undefined if there is no problem, or its cause is not known. */
function knownCause({ facts }: Known): Cause | undefined {
  const [first] = facts.diagnosis()?.causes ?? [];
  return first?.confidence === 'unknown' ? undefined : first;
}

/** The evidence for the cause in the first line about it, as a list of what fits uncut. */
export function proofLines(cockpit: Known & Shown, columns: number, rows: number): readonly string[] {
  const { look, facts } = cockpit;
  // The messages of the checks are on the screen already.
  const shown = new Set(facts.health().checks.map(({ message }) => message));
  const proofs = (knownCause(cockpit)?.proofs ?? []).filter(({ text }) => !shown.has(text));
  const entries = distinctProofs(proofs).map(({ text }) =>
    wrap(visible(inLocale(text), look.unicode), textColumns(columns) - 2).map(
      (line, index) => `${index === 0 ? '-' : ' '} ${line}`,
    ),
  );
  let free = rows;
  const fitting = entries.filter(({ length }) => {
    if (length > free) return false;
    free -= length;
    return true;
  });
  return labelled(cockpit, 'WHY', fitting.slice(0, MAX_PROOFS).flat());
}

/** The meaning of the selected check, and the first thing to do unless the verdict names it for this very case. */
function adviceLines(
  cockpit: Known & Shown,
  check: HealthRow | undefined,
  columns: number,
): readonly string[] {
  if (check === undefined) return [];
  const [cause] = cockpit.facts.diagnosis()?.causes ?? [];
  // Without a known cause the verdict shows the general remedy of the worst check.
  const answered = cause?.confidence === 'unknown' ? cause.explains.slice(0, 1) : (cause?.explains ?? []);
  const isAnswered = answered.includes(check.code) && (cause?.next.length ?? 0) > 0;
  const paragraph = (label: string, text = '') =>
    text === '' ? [] : labelled(cockpit, label, wrap(text, textColumns(columns)));
  return [...paragraph('MEANS', check.meaning), ...(isAnswered ? [] : paragraph('FIRST', check.remedy))];
}

/** The details of a check, as many as fit. */
const detailLines = (
  { look }: Shown,
  check: HealthRow | undefined,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): readonly string[] =>
  (check?.detail ?? [])
    .slice(0, rows)
    .flatMap((line) =>
      wrap(visible(line, look.unicode), Math.max(10, columns - 2)).map((part) => `  ${part}`),
    );

/**
 * The lines at the end of the pane, as many as there are rows: the evidence for the cause unless it stands beside the checks,
 * advice on the selected check, and in the zoomed pane its details. A blank line is before each part, if all of the first
 * part fits.
 */
export function explanations(
  cockpit: Known & Shown,
  check: HealthRow | undefined,
  room: {
    readonly columns: number;
    readonly rows: number;
    readonly zoomed: boolean;
    readonly hasProofs: boolean;
  },
): readonly string[] {
  const { columns, rows } = room;
  // A single line of advice is useless.
  if (rows < 2) return [];
  const parts = [
    room.hasProofs ? proofLines(cockpit, columns, rows) : [],
    adviceLines(cockpit, check, columns),
    room.zoomed ? detailLines(cockpit, check, { columns, rows }) : [],
  ].filter((part) => part.length > 0);
  const all = parts.flatMap((part) => ['', ...part]);
  const first = parts[0]?.length ?? 0;
  const lines = all.slice(rows <= first ? 1 : 0).slice(0, rows);
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}
