import { bytes, clockTime, count, percent, rate } from '../../lib/format.ts';
import { cut, visible, width, wrap } from '../../lib/text.ts';
import { impactText } from '../../diagnosis/report.ts';
import type { Role } from '../../lib/look.ts';
import type { Cause } from '../../diagnosis/verdict.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { healingState, healingText } from '../../diagnosis/healing/text.ts';
import { flagText, partText, roomText } from '../../store/facts/clusterText.ts';
import { bar } from '../../widgets/bar.ts';
import { fillRole, levelRole } from '../levels.ts';
import { since } from '../since.ts';

/** Columns of the labels before the lines on the cluster as a whole. */
export const LABEL = 7;

const HEALING_ROLE = {
  healthy: 'ok',
  healing: 'info',
  measuring: 'info',
  waiting: 'warn',
  repair: 'warn',
  stalled: 'warn',
  held: 'warn',
  blocked: 'error',
  worsening: 'error',
  unknown: 'dim',
} as const;

function usedLine(cockpit: Known & Shown, columns: number): string {
  const { look } = cockpit;
  const { usedBytes, totalBytes, osdsWithoutPart } = cockpit.facts.cluster();
  if (usedBytes === undefined || totalBytes === undefined || totalBytes === 0)
    return look.paint('dim', 'unknown');
  const share = usedBytes / totalBytes;
  const text = ` ${percent(share)}  ${bytes(usedBytes)} of ${bytes(totalBytes)}`;
  const room = Math.max(0, Math.min(16, columns - LABEL - width(text)));
  return `${bar(share, room, look, fillRole(share) === 'text' ? 'accent' : fillRole(share))}${text}${look.paint('dim', partText(osdsWithoutPart))}`;
}

function trafficLine(cockpit: Known): string {
  const numbers = cockpit.facts.cluster();
  const parts = [
    `read ${rate(numbers.readBytes)} ${count(numbers.readIops)} op/s`,
    `write ${rate(numbers.writeBytes)} ${count(numbers.writeIops)} op/s`,
  ];
  if (numbers.recoveryBytes) parts.push(`recovery ${rate(numbers.recoveryBytes)}`);
  return parts.join('  ');
}

function servicesLine(cockpit: Known & Shown): string {
  const { look } = cockpit;
  return cockpit.facts
    .services()
    .map(({ label, online, total, level }) =>
      look.paint(
        level === 'ok' ? 'text' : levelRole(level),
        `${label} ${online}/${total}${level === 'ok' ? '' : '!'}`,
      ),
    )
    .join('  ');
}

const roomLine = ({ facts, look }: Known & Shown): string =>
  roomText(
    facts.room(),
    (name) => visible(name, look.unicode),
    (share, text) => look.paint(fillRole(share), text),
  );

function whereLine(cockpit: Known & Shown): string {
  const where = cockpit.facts.where();
  if (where.kind === 'none') return '';
  const { paint, unicode } = cockpit.look;
  return `${visible(where.text, unicode)} ${paint('dim', `${unicode ? '→' : '->'} ${visible(where.next, unicode)}`)}`;
}

/** Causes that are shown beside the first; the others stand on the screen `why`. */
const MOST_OTHERS = 2;

type LabelledLine = readonly [label: string, text: string];

const CONFIDENCE_ROLE = { certain: 'error', likely: 'warn', unknown: 'dim' } as const;

/** A sentence in three lines at most: one that matters is not cut while there are rows. */
function sentence(
  { look }: Shown,
  { label, text, role, columns }: { label: string; text: string; role: Role; columns: number },
): LabelledLine[] {
  const lines = wrap(visible(text, look.unicode), Math.max(10, columns - LABEL));
  const shown = lines.length > 3 ? [...lines.slice(0, 2), lines.slice(2).join(' ')] : lines;
  return shown.map((line, row) => [row === 0 ? label : '', look.paint(role, line)]);
}

/** The state of healing, in colour, with all that is known of its course. */
function healingLines(cockpit: Known & Shown, columns: number): LabelledLine[] {
  const healing = cockpit.facts.healing();
  const { now, utc } = cockpit.view.getState();
  const { total, missing } = healing;
  const groups = missing === 0 ? [] : [`${count(missing)} of ${count(total)} pgs not okay`];
  const state = healingState(healing, now, (ms) => clockTime(ms, utc));
  const text = [state, ...groups, healingText(healing)].filter(Boolean).join(', ');
  const [[label, line] = ['', ''], ...more] = sentence(cockpit, {
    label: 'HEAL',
    text,
    role: 'text',
    columns,
  });
  const stress = (words: string) => cockpit.look.paint(HEALING_ROLE[healing.state], words);
  return [[label, line.includes(state) ? line.replace(state, stress) : stress(line)], ...more];
}

/** A cause, how sure it is and since when; in the last line where there is room, else under it. */
function causeLine(cockpit: Shown, cause: Cause, label: string, columns: number): LabelledLine[] {
  const lasted = cause.since === undefined ? '' : ` for ${since(cockpit, cause.since, true)}`;
  const tail = `${cause.confidence}${lasted}`;
  const role = CONFIDENCE_ROLE[cause.confidence];
  const lines = sentence(cockpit, { label, text: cause.text, role, columns });
  const [name, text] = lines.at(-1)!;
  const dim = cockpit.look.paint('dim', tail);
  return LABEL + width(text) + 2 + width(tail) <= columns
    ? [...lines.slice(0, -1), [name, `${text}  ${dim}`]]
    : [...lines, ['', dim]];
}

/** The pools whose data is blocked, the first cause in the order in which to act, and the first thing to do. */
function verdictLines(cockpit: Known & Shown, columns: number): readonly LabelledLine[] {
  const { causes: [first] = [], impact } = cockpit.facts.diagnosis() ?? {};
  const blocked = impact === undefined ? '' : impactText(impact);
  const next = first?.next[0];
  return [
    ...(blocked === '' ? [] : sentence(cockpit, { label: 'BLOCK', text: blocked, role: 'error', columns })),
    ...(first === undefined ? [] : causeLine(cockpit, first, 'CAUSE', columns)),
    ...(next === undefined ? [] : sentence(cockpit, { label: 'DO', text: next, role: 'text', columns })),
  ];
}

/** Tells whether a cause says no more than that flags are set, which has a line of its own. */
const isFlagsOnly = ({ explains }: Cause): boolean => explains.every((code) => code === 'OSDMAP_FLAGS');

/** The other causes. */
function otherCauses(cockpit: Known & Shown, columns: number): readonly LabelledLine[] {
  const others = (cockpit.facts.diagnosis()?.causes ?? [])
    .slice(1)
    .filter((cause) => cause.explains.length === 0 || !isFlagsOnly(cause));
  const more = others.length - MOST_OTHERS;
  return [
    ...others.slice(0, MOST_OTHERS).flatMap((cause) => causeLine(cockpit, cause, 'AND', columns)),
    ...(more > 0 ? [['', cockpit.look.paint('dim', `${more} more: :why`)] as const] : []),
  ];
}

function flagsLine(cockpit: Known & Shown): string {
  const off = cockpit.facts.flags().filter((flag) => flag.off);
  const { paint, unicode } = cockpit.look;
  return off.map((flag) => paint('warn', visible(flagText(flag), unicode))).join('  ');
}

/** The lines on the cluster as a whole, the most important first. */
export interface ClusterLines {
  readonly lines: readonly string[];
  /** So many of them, from the first, are what a person on call asks first: they stand before all but one of the checks. */
  readonly vital: number;
}

/** Makes the lines on the cluster as a whole; those with nothing to say are left out. */
export function clusterLines(cockpit: Known & Shown, columns: number): ClusterLines {
  const { look } = cockpit;
  const verdict = verdictLines(cockpit, columns);
  const told = ([, text]: LabelledLine): boolean => text !== '';
  const first = [
    ...verdict,
    // Where what is down is, while nothing says why.
    ['WHERE', verdict.length > 0 ? '' : whereLine(cockpit)] as const,
    ...healingLines(cockpit, columns),
  ].filter(told);
  const lines: readonly LabelledLine[] = [
    ...first,
    ...otherCauses(cockpit, columns),
    ['FLAGS', flagsLine(cockpit)],
    ['USED', usedLine(cockpit, columns)],
    ['I/O', trafficLine(cockpit)],
    ['SERV', servicesLine(cockpit)],
    ['ROOM', roomLine(cockpit)],
  ];
  const painted = lines
    .filter(told)
    .map(([label, text]) =>
      cut(`${look.paint('dim', ` ${label}`.padEnd(LABEL))}${text}`, columns, look.glyphs.ellipsis),
    );
  return { lines: painted, vital: first.length };
}
