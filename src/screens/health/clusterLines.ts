import { bytes, clockTime, count, percent, rate } from '../../lib/format.ts';
import { cut, visible, width } from '../../lib/text.ts';
import { listed, plural } from '../../lib/words.ts';
import { impactText } from '../../diagnosis/report.ts';
import type { Role } from '../../lib/look.ts';
import type { Cause } from '../../diagnosis/verdict.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { scrubText } from '../../diagnosis/healing/scrubs.ts';
import { healingState, healingText } from '../../diagnosis/healing/text.ts';
import { flagText, partText, roomText, usageAgeText } from '../../store/facts/clusterText.ts';
import { bar } from '../../widgets/bar.ts';
import { FILL_LIMITS, fillRole, levelRole } from '../levels.ts';
import { since } from '../since.ts';
import { fitted, LABEL, partsSentence, type Sentence, sentenceLines, sentenceOf } from './sentence.ts';

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
  const { usedBytes, totalBytes, osdsWithoutPart, usageAge } = cockpit.facts.cluster();
  if (usedBytes === undefined || totalBytes === undefined || totalBytes === 0)
    return look.paint('dim', 'unknown');
  const share = usedBytes / totalBytes;
  const text = ` ${percent(share)}  ${bytes(usedBytes)} of ${bytes(totalBytes)}`;
  const room = Math.max(0, Math.min(16, columns - LABEL - width(text)));
  return `${bar(share, room, look, FILL_LIMITS)}${text}${look.paint('dim', partText(osdsWithoutPart))}${look.paint('warn', usageAgeText(usageAge))}`;
}

function trafficParts(cockpit: Known & Shown): string[] {
  const numbers = cockpit.facts.cluster();
  const parts = [
    `read ${rate(numbers.readBytes)} ${count(numbers.readIops)} op/s`,
    `write ${rate(numbers.writeBytes)} ${count(numbers.writeIops)} op/s`,
  ];
  if (numbers.recoveryBytes) parts.push(`recovery ${rate(numbers.recoveryBytes)}`);
  const last = parts.pop() ?? '';
  return [...parts, `${last}${cockpit.look.paint('warn', usageAgeText(numbers.usageAge))}`];
}

function servicesParts(cockpit: Known & Shown): string[] {
  const { look } = cockpit;
  return cockpit.facts
    .services()
    .map(({ label, online, total, level }) =>
      look.paint(
        level === 'ok' ? 'text' : levelRole(level),
        `${label} ${online}/${total}${level === 'ok' ? '' : '!'}`,
      ),
    );
}

const roomLine = ({ facts, look }: Known & Shown): string =>
  roomText(
    facts.room(),
    (name) => visible(name, look.unicode),
    (share, text) => look.paint(fillRole(share), text),
  );

function whereText({ facts, look }: Known & Shown): string {
  const { kind, text, next } = facts.where();
  return kind === 'none' ? '' : `${text} ${look.unicode ? '→' : '->'} ${next}`;
}

/** Pools that are named where groups serve nobody; `:hurt` has them all. */
const MOST_POOLS = 3;

/** Causes that are shown beside the first; the others stand on the screen `why`. */
const MOST_OTHERS = 2;

const CONFIDENCE_ROLE = { certain: 'error', likely: 'warn', unknown: 'dim' } as const;

/** The state of healing, in colour, with all that is known of its course. */
function healingSentence(cockpit: Known & Shown, columns: number): Sentence {
  const healing = cockpit.facts.healing();
  const { look } = cockpit;
  const { now, utc } = cockpit.view.getState();
  const { total, missing } = healing;
  const groups = missing === 0 ? [] : [`${count(missing)} of ${count(total)} pgs not okay`];
  const state = healingState(healing, now, (ms) => clockTime(ms, utc));
  const scrubs = healing.state === 'healthy' ? scrubText(cockpit.facts.scrubs()) : '';
  const text = [state, healingText(healing), ...groups, scrubs && `scrubs ${scrubs}`]
    .filter(Boolean)
    .join(', ');
  const stress = (words: string) => look.paint(HEALING_ROLE[healing.state], words);
  const paint = (line: string, row: number) => {
    if (row > 0) return line;
    return line.startsWith(state) ? `${stress(state)}${line.slice(state.length)}` : stress(line);
  };
  return sentenceOf(cockpit, columns, { label: 'HEAL', text, paint });
}

/** A cause and since when. That it is no more than likely stands before it, where no edge can cut it off. */
function causeSentence(cockpit: Shown, cause: Cause, label: string, columns: number): Sentence {
  const { confidence, text } = cause;
  const isLikely = confidence === 'likely';
  const lasted = cause.since === undefined ? [] : [`for ${since(cockpit, cause.since, true)}`];
  return sentenceOf(cockpit, columns, {
    label,
    text: isLikely ? `likely ${text}` : text,
    paint: (line) => cockpit.look.paint(CONFIDENCE_ROLE[confidence], line),
    tail: [...(isLikely ? [] : [confidence]), ...lasted].join(' '),
  });
}

/** The pools that may be slow by what is to blame; empty where none is. */
function slowText({ facts }: Known): string {
  const slow = facts.hurtPools().filter(({ slowBy }) => slowBy !== undefined);
  return slow.length === 0
    ? ''
    : `${plural(slow.length, 'pool')} may be slow (:hurt): ${listed(
        slow.map(({ name }) => name),
        MOST_POOLS,
      )}`;
}

/** The sentences that a person on call reads first: what is blocked, the cause or else the place, what to do, the healing. */
function vitalSentences(cockpit: Known & Shown, columns: number): readonly Sentence[] {
  const { causes: [first] = [], impact } = cockpit.facts.diagnosis() ?? {};
  const blocked = impact === undefined ? '' : impactText(impact, MOST_POOLS);
  const slow = blocked === '' ? slowText(cockpit) : '';
  const told = (label: string, text: string, role: Role) =>
    text === ''
      ? []
      : [sentenceOf(cockpit, columns, { label, text, paint: (line) => cockpit.look.paint(role, line) })];
  // While all is well, what will not be is what there is to say.
  const isCalm = first === undefined && cockpit.facts.health().level === 'ok';
  return [
    ...told('NEXT', isCalm ? cockpit.facts.nearest().join(', ') : '', 'text'),
    ...told('BLOCK', blocked, 'error'),
    ...told('SLOW', slow, 'warn'),
    ...(first === undefined
      ? told('WHERE', blocked === '' ? whereText(cockpit) : '', 'text')
      : [causeSentence(cockpit, first, 'CAUSE', columns)]),
    ...told('DO', first?.next[0] ?? '', 'text'),
    healingSentence(cockpit, columns),
  ];
}

/** Tells whether a cause says no more than that flags are set, which has a line of its own. */
const isFlagsOnly = ({ explains }: Cause): boolean => explains.every((code) => code === 'OSDMAP_FLAGS');

/** The other causes. */
function otherCauses(cockpit: Known & Shown, columns: number): readonly Sentence[] {
  const others = (cockpit.facts.diagnosis()?.causes ?? [])
    .slice(1)
    .filter((cause) => cause.explains.length === 0 || !isFlagsOnly(cause));
  const more = others.length - MOST_OTHERS;
  return [
    ...others.slice(0, MOST_OTHERS).map((cause) => causeSentence(cockpit, cause, 'AND', columns)),
    ...(more > 0 ? [partsSentence(columns, '', [cockpit.look.paint('dim', `${more} more: :why`)])] : []),
  ];
}

function flagsParts(cockpit: Known & Shown): string[] {
  const off = cockpit.facts.flags().filter((flag) => flag.off);
  const { paint, unicode } = cockpit.look;
  return off.map((flag) => paint('warn', visible(flagText(flag), unicode)));
}

/** The scrubs that are overdue, and whether they are made good; empty where none is, and where HEAL has nothing else to tell. */
function scrubLine({ facts, look }: Known & Shown): string {
  if (facts.healing().state === 'healthy') return '';
  const scrubs = facts.scrubs();
  return look.paint(scrubs.state === 'catching-up' ? 'info' : 'warn', scrubText(scrubs));
}

/** The lines on the cluster as a whole, the most important first. */
export interface ClusterLines {
  readonly lines: readonly string[];
  /** So many of them, from the first, are what a person on call asks first: they stand before all but one of the checks. */
  readonly vital: number;
}

/**
 * Makes the lines on the cluster as a whole; those with nothing to say are left out. They take no more than the rows for those that
 * are vital and for all, as long as each of them has one.
 */
export function clusterLines(
  cockpit: Known & Shown,
  columns: number,
  rows: { readonly vital: number; readonly all: number },
): ClusterLines {
  const { look } = cockpit;
  const linesOf = (sentences: readonly Sentence[], most: number) =>
    fitted(sentences, most).flatMap((sentence) => sentenceLines(cockpit, columns, sentence));
  const vital = linesOf(vitalSentences(cockpit, columns), rows.vital);
  const parts: readonly (readonly [label: string, parts: readonly string[]])[] = [
    ['FLAGS', flagsParts(cockpit)],
    ['SCRUB', [scrubLine(cockpit)]],
    ['USED', [usedLine(cockpit, columns)]],
    ['I/O', trafficParts(cockpit)],
    ['SERV', servicesParts(cockpit)],
    ['ROOM', [roomLine(cockpit)]],
  ];
  const rest = [
    ...otherCauses(cockpit, columns),
    ...parts.map(([label, of]) => partsSentence(columns, label, of)).filter(({ lines }) => lines.length > 0),
  ];
  const lines = [...vital, ...linesOf(rest, rows.all - vital.length)].map(([label, text]) =>
    cut(`${look.paint('dim', ` ${label}`.padEnd(LABEL))}${text}`, columns, look.glyphs.ellipsis),
  );
  return { lines, vital: vital.length };
}
