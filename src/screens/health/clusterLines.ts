import { scrubText } from '../../diagnosis/healing/scrubs.ts';
import { healingState, healingText } from '../../diagnosis/healing/text.ts';
import { impactText } from '../../diagnosis/report.ts';
import type { Cause, Impact } from '../../diagnosis/verdict.ts';
import { bytes, clockTime, count, percent, rate } from '../../lib/format.ts';
import type { Role } from '../../lib/look.ts';
import { cut, visible, width } from '../../lib/text.ts';
import { listed, plural } from '../../lib/words.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { flagText, partText, roomParts, usageAgeText } from '../../store/facts/clusterText.ts';
import { byLevel } from '../../store/facts/level.ts';
import { bar } from '../../widgets/bar.ts';
import { FILL_LIMITS, fillRole, levelRole } from '../levels.ts';
import { since } from '../since.ts';
import {
  fitted,
  LABEL,
  type Parts,
  partsSentence,
  type Sentence,
  sentenceLines,
  sentenceOf,
} from './sentence.ts';
import { suggestedHint } from './suggested.ts';

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

function usedParts(cockpit: Known & Shown, columns: number): string[] {
  const { look } = cockpit;
  const { usedBytes, totalBytes, osdsWithoutPart, usageAge } = cockpit.facts.cluster();
  if (usedBytes === undefined || totalBytes === undefined || totalBytes === 0)
    return [look.paint('dim', 'unknown')];
  const share = usedBytes / totalBytes;
  const text = ` ${percent(share)}  ${bytes(usedBytes)} of ${bytes(totalBytes)}`;
  const room = Math.max(0, Math.min(16, columns - LABEL - width(text)));
  const aged = look.paint('warn', usageAgeText(usageAge));
  return [
    `${bar(share, room, look, FILL_LIMITS)}${text}${aged}`,
    look.paint('dim', partText(osdsWithoutPart).trim()),
  ];
}

function trafficParts(cockpit: Known & Shown): Parts {
  const numbers = cockpit.facts.cluster();
  const recovery = numbers.recoveryBytes ? [`recovery ${rate(numbers.recoveryBytes)}`] : [];
  const aged = (parts: readonly string[]) =>
    parts.map((part, index) =>
      index < parts.length - 1
        ? part
        : `${part}${cockpit.look.paint('warn', usageAgeText(numbers.usageAge))}`,
    );
  const [read, write] = [`read ${rate(numbers.readBytes)}`, `write ${rate(numbers.writeBytes)}`];
  return {
    parts: aged([
      `${read} ${count(numbers.readIops)} op/s`,
      `${write} ${count(numbers.writeIops)} op/s`,
      ...recovery,
    ]),
    shorter: aged([read, write, ...recovery]),
  };
}

function servicesParts(cockpit: Known & Shown): Parts {
  const { look } = cockpit;
  const services = cockpit.facts.services();
  const said = ({ label, online, total, level }: (typeof services)[number]) =>
    look.paint(
      level === 'ok' ? 'text' : levelRole(level),
      `${label} ${online}/${total}${level === 'ok' ? '' : '!'}`,
    );
  return {
    parts: services.map(said),
    shorter: services.toSorted((a, b) => byLevel(a.level, b.level)).map(said),
  };
}

function roomLine({ facts, look }: Known & Shown): Parts {
  const parts = roomParts(
    facts.room(),
    (name) => visible(name, look.unicode),
    (share, text) => look.paint(fillRole(share), text),
  );
  // The loss says more than which disk is fullest.
  return { parts: [parts.join(', ')], shorter: parts.toReversed() };
}

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
  return sentenceOf(cockpit, columns, { label: 'HEAL', texts: [text], needed: [state], paint });
}

/** A cause and since when. That it is no more than likely stands before it, where no edge can cut it off. */
function causeSentence(cockpit: Shown, cause: Cause, label: string, columns: number): Sentence {
  const { confidence, text } = cause;
  const isLikely = confidence === 'likely';
  const lasted = cause.since === undefined ? [] : [`for ${since(cockpit, cause.since, true)}`];
  return sentenceOf(cockpit, columns, {
    label,
    texts: [isLikely ? `likely ${text}` : text],
    paint: (line) => cockpit.look.paint(CONFIDENCE_ROLE[confidence], line),
    tail: [...(isLikely ? [] : [confidence]), ...lasted].join(' '),
  });
}

/** So many pools are named, fewer where there is less room. */
const fewerPools = Array.from({ length: MOST_POOLS }, (_, index) => MOST_POOLS - index);

/** Ways to say what is blocked, with fewer and fewer words; none where nothing is. */
function blockedTexts(impact: Impact | undefined): readonly string[] {
  if (impact === undefined || impact.blockedPgs === 0) return [];
  const brief = {
    ...impact,
    pools: impact.pools.map(({ use: _use, ...pool }) => pool),
  };
  const inShort = (text: string) => text.replace('placement groups', 'PGs');
  return [
    impactText(impact, MOST_POOLS),
    ...fewerPools.map((most) => inShort(impactText(brief, most))),
    inShort(impactText({ ...impact, pools: [] })),
  ];
}

/** The pools that may be slow by what is to blame, with fewer and fewer names; empty where none is. */
function slowTexts({ facts }: Known): readonly string[] {
  const slow = facts.hurtPools().filter(({ slowBy }) => slowBy !== undefined);
  if (slow.length === 0) return [];
  const said = `${plural(slow.length, 'pool')} may be slow`;
  const named = fewerPools.map((most) =>
    listed(
      slow.map(({ name }) => name),
      most,
    ),
  );
  return [...named.map((names) => `${said} (:hurt): ${names}`), `${said}: see :hurt`];
}

/** The sentences that a person on call reads first: what is blocked, the cause or else the place, what to do, the healing. */
function vitalSentences(cockpit: Known & Shown, columns: number): readonly Sentence[] {
  const { causes: [first] = [], impact } = cockpit.facts.diagnosis() ?? {};
  const blocked = blockedTexts(impact);
  const isBlocked = blocked.length > 0;
  const told = (label: string, texts: readonly string[], role: Role, tail = '') =>
    texts.every((text) => text === '')
      ? []
      : [
          sentenceOf(cockpit, columns, {
            label,
            texts,
            paint: (line) => cockpit.look.paint(role, line),
            tail,
          }),
        ];
  // While all is well, what will not be is what there is to say.
  const isCalm = first === undefined && cockpit.facts.health().level === 'ok';
  return [
    ...told('NEXT', [isCalm ? cockpit.facts.nearest().join(', ') : ''], 'text'),
    ...told('BLOCK', blocked, 'error'),
    ...told('SLOW', isBlocked ? [] : slowTexts(cockpit), 'warn'),
    ...(first === undefined
      ? told('WHERE', [isBlocked ? '' : whereText(cockpit)], 'text')
      : [causeSentence(cockpit, first, 'CAUSE', columns)]),
    ...told('DO', [first?.next[0] ?? ''], 'text', suggestedHint(cockpit)),
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
    ...(more > 0
      ? [
          partsSentence(cockpit, columns, {
            label: '',
            parts: [cockpit.look.paint('dim', `${more} more: :why`)],
          }),
        ]
      : []),
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

/** Rows for the lines on the cluster as a whole. */
interface Rows {
  readonly all: number;
  /** For those that are vital, where each of them can say all that it has to say in so many. */
  readonly fair: number;
  /** And where one cannot. */
  readonly vital: number;
}

/**
 * Makes the lines on the cluster as a whole; those with nothing to say are left out. They take no more than their rows, as long
 * as each of them has one.
 */
export function clusterLines(cockpit: Known & Shown, columns: number, rows: Rows): ClusterLines {
  const { look } = cockpit;
  const linesOf = (sentences: readonly Sentence[], most: number) =>
    fitted(sentences, most).flatMap((sentence) => sentenceLines(cockpit, columns, sentence));
  const sentences = vitalSentences(cockpit, columns);
  const isEnough = fitted(sentences, rows.fair).every(({ isWhole }) => isWhole);
  const vital = linesOf(sentences, isEnough ? rows.fair : rows.vital);
  const parts: readonly (Parts & { readonly label: string })[] = [
    { label: 'FLAGS', parts: flagsParts(cockpit) },
    { label: 'SCRUB', parts: [scrubLine(cockpit)] },
    { label: 'USED', parts: usedParts(cockpit, columns) },
    { label: 'I/O', ...trafficParts(cockpit) },
    { label: 'SERV', ...servicesParts(cockpit) },
    { label: 'ROOM', ...roomLine(cockpit) },
  ];
  const rest = [
    ...otherCauses(cockpit, columns),
    ...parts.map((of) => partsSentence(cockpit, columns, of)).filter(({ lines }) => lines.length > 0),
  ];
  const lines = [...vital, ...linesOf(rest, rows.all - vital.length)].map(([label, text]) =>
    cut(`${look.paint('dim', ` ${label}`.padEnd(LABEL))}${text}`, columns, look.glyphs.ellipsis),
  );
  return { lines, vital: vital.length };
}
