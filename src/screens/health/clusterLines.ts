import { scrubClauses, scrubText } from '../../diagnosis/healing/scrubs.ts';
import { healingClauses, healingState, lackingText } from '../../diagnosis/healing/text.ts';
import { impactText } from '../../diagnosis/report.ts';
import type { Cause, Impact } from '../../diagnosis/verdict.ts';
import { inLocale } from '../../lib/decimal.ts';
import { clockTime, count } from '../../lib/format.ts';
import type { Role } from '../../lib/look.ts';
import { visible } from '../../lib/text.ts';
import { listed, plural } from '../../lib/words.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { flagText } from '../../store/facts/clusterText.ts';
import { isFlagName } from '../maintenance/actions.ts';
import { lasting } from '../since.ts';
import { figures } from './figures.ts';
import {
  fitSentences,
  paintedLines,
  partsSentence,
  partsSentences,
  type Sentence,
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

function whereText({ facts, look }: Known & Shown): string {
  const { kind, text, next } = facts.where();
  return kind === 'none' ? '' : `${text} ${look.unicode ? '→' : '->'} ${next}`;
}

/** Pools that are named when placement groups are blocked; `:affected` lists all. */
const MAX_POOLS = 3;

/** Causes that are shown after the first; the screen `why` lists all. */
const MAX_OTHERS = 2;

const CONFIDENCE_ROLE = { certain: 'error', likely: 'warn', unknown: 'dim' } as const;

/** The words between the time until which healing waits and what follows then. */
const THEN = ', then ';

/** The state of healing in colour, with its progress: as many clauses as there is room for, so that none is cut. */
function healingSentence(cockpit: Known & Shown, columns: number): Sentence {
  const healing = cockpit.facts.healing();
  const { look } = cockpit;
  const { now, utc } = cockpit.view.getState();
  const { total, missing } = healing;
  const state = healingState(healing, now, (ms) => clockTime(ms, utc));
  const [scrubs, ...scrubDetails] = healing.state === 'healthy' ? scrubClauses(cockpit.facts.scrubs()) : [];
  const clauses = [
    state,
    ...healingClauses(healing),
    lackingText(healing),
    missing === 0 ? '' : `${count(missing)} of ${count(total)} pgs not okay`,
    scrubs === undefined ? '' : `scrubs ${scrubs}`,
    ...scrubDetails,
  ].filter(Boolean);
  const texts = [
    ...clauses.map((_, index) => clauses.slice(0, clauses.length - index).join(', ')),
    state.split(THEN)[0]!,
  ];
  const stress = (words: string) => look.paint(HEALING_ROLE[healing.state], words);
  const paint = (line: string, row: number) => {
    if (row > 0) return line;
    return line.startsWith(state) ? `${stress(state)}${line.slice(state.length)}` : stress(line);
  };
  return sentenceOf(cockpit, columns, { label: 'HEAL', texts, paint });
}

/** A cause, in the longest of several wordings that fits, and its duration. "likely" comes first, so that it is never cut off. */
function causeSentence(
  cockpit: Shown,
  { confidence, since, mayBeOlder = false }: Cause,
  { label, texts }: Pick<Sentence, 'label'> & { readonly texts: readonly string[] },
  columns: number,
): Sentence {
  return sentenceOf(cockpit, columns, {
    label,
    texts: texts.map((text) => inLocale(confidence === 'likely' ? `likely ${text}` : text)),
    paint: (line) => cockpit.look.paint(CONFIDENCE_ROLE[confidence], line),
    // The text of a likely cause says so, and that of an unknown one as well.
    tail: [confidence === 'certain' ? confidence : '', lasting(cockpit, since, !mayBeOlder)]
      .filter(Boolean)
      .join(' '),
  });
}

/** A text of clauses, and the same with fewer and fewer of them, down to the first. */
function fewerClauses(text: string): readonly string[] {
  const clauses = text.split('; ');
  return clauses.map((_, index) => clauses.slice(0, clauses.length - index).join('; '));
}

/** The wordings of a cause that may have only one line: its text, or else its kind and what it names. */
const wordingsOf = ({ text, kind, objects }: Cause): readonly string[] => [
  text,
  `${kind}: ${listed(objects, 2)}`,
];

/** Numbers of pools to name, from the most to 1, for texts that get shorter and shorter. */
const fewerPools = Array.from({ length: MAX_POOLS }, (_, index) => MAX_POOLS - index);

/** Texts that say what is blocked, each shorter than the one before; empty if nothing is. */
function blockedTexts(impact: Impact | undefined): readonly string[] {
  if (impact === undefined || impactText(impact) === '') return [];
  const brief = {
    ...impact,
    pools: impact.pools.map(({ use: _use, ...pool }) => pool),
  };
  const inShort = (text: string) => text.replace('placement group', 'PG');
  return [
    impactText(impact, MAX_POOLS),
    ...fewerPools.map((most) => inShort(impactText(brief, most))),
    inShort(impactText({ ...impact, pools: [] })),
  ];
}

/** Texts about pools that the cause may slow down, each shorter than the one before; empty if there are none. */
function slowTexts({ facts }: Known): readonly string[] {
  const slow = facts.affectedPools().filter(({ slowBy }) => slowBy !== undefined);
  if (slow.length === 0) return [];
  const said = `${plural(slow.length, 'pool')} may be slow`;
  const named = fewerPools.map((most) =>
    listed(
      slow.map(({ name }) => name),
      most,
    ),
  );
  return [...named.map((names) => `${said} (:affected): ${names}`), `${said}: see :affected`];
}

/** The sentences for a person on call, in this order: what is blocked, the cause or else the place, what to do, healing. */
function vitalSentences(cockpit: Known & Shown, columns: number): readonly Sentence[] {
  const { causes: [first] = [], impact } = cockpit.facts.diagnosis() ?? {};
  const blocked = blockedTexts(impact);
  const isBlocked = blocked.length > 0;
  const sentenceIfAny = (label: string, texts: readonly string[], role: Role, tail = '') =>
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
  // If everything is fine, the next foreseeable problem is the only news.
  const isCalm = first === undefined && cockpit.facts.health().level === 'ok';
  return [
    ...sentenceIfAny('NEXT', [isCalm ? cockpit.facts.upcomingProblems().join(', ') : ''], 'text'),
    ...sentenceIfAny('BLOCK', blocked, 'error'),
    ...sentenceIfAny('SLOW', isBlocked ? [] : slowTexts(cockpit), 'warn'),
    ...(first === undefined
      ? sentenceIfAny('WHERE', [isBlocked ? '' : whereText(cockpit)], 'text')
      : [causeSentence(cockpit, first, { label: 'CAUSE', texts: fewerClauses(first.text) }, columns)]),
    ...sentenceIfAny('DO', [first?.next[0] ?? ''], 'text', suggestedHint(cockpit)),
    healingSentence(cockpit, columns),
  ];
}

/** True if a cause is no more than flags, which have their own line: it names nothing that suffers from them. */
const isFlagsOnly = ({ explains, objects }: Cause): boolean =>
  objects.length > 0 && objects.every(isFlagName) && explains.every((code) => code === 'OSDMAP_FLAGS');

/** The causes that have a sentence: the first, and those of the others that are more than flags. */
export const namedCauses = ({ facts }: Known): readonly Cause[] =>
  (facts.diagnosis()?.causes ?? []).filter((cause, index) => index === 0 || !isFlagsOnly(cause));

/** The causes after the first. */
function otherCauses(cockpit: Known & Shown, columns: number): readonly Sentence[] {
  const others = namedCauses(cockpit).slice(1);
  const more = others.length - MAX_OTHERS;
  return [
    ...others
      .slice(0, MAX_OTHERS)
      .map((cause) => causeSentence(cockpit, cause, { label: 'AND', texts: wordingsOf(cause) }, columns)),
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
  return off.map((flag) => {
    const set = flag.on ? cockpit.facts.flagSetSince(flag.name) : undefined;
    const lasted = set ? lasting(cockpit, set.at, set.exact) : '';
    return paint('warn', visible(flagText(flag), unicode)) + (lasted && paint('dim', ` ${lasted}`));
  });
}

/** Overdue scrubs, and whether they are being caught up on; empty if there are none or the HEAL line includes them. */
function scrubLine({ facts, look }: Known & Shown): string {
  if (facts.healing().state === 'healthy') return '';
  const scrubs = facts.scrubs();
  return look.paint(scrubs.state === 'catching-up' ? 'info' : 'warn', scrubText(scrubs));
}

/** The lines about the cluster as a whole, the most important first. */
export interface ClusterLines {
  readonly lines: readonly string[];
  /** The number of vital lines, which come first: they take precedence over all checks but one. */
  readonly vital: number;
  /** The number of lines that make up the verdict: the vital ones, and the other causes. */
  readonly verdict: number;
}

/** Rows that are available to the lines about the cluster. */
interface RoomForLines {
  readonly all: number;
  /** Rows for the vital lines, if each of them fits in uncut. */
  readonly fair: number;
  /** Rows for the vital lines otherwise. */
  readonly vital: number;
}

/** The sentences that qualify the verdict: flags, overdue scrubs. */
const qualifying = (cockpit: Known & Shown, columns: number): readonly Sentence[] =>
  partsSentences(cockpit, columns, [
    { label: 'FLAGS', parts: flagsParts(cockpit) },
    { label: 'SCRUB', parts: [scrubLine(cockpit)] },
  ]);

/**
 * Makes the lines about the cluster as a whole, the figures among them unless they stand elsewhere; empty ones are left
 * out. They fit in their rows, unless there are fewer rows than lines.
 */
export function clusterLines(
  cockpit: Known & Shown,
  columns: number,
  rows: RoomForLines,
  hasFigures: boolean,
): ClusterLines {
  const sentences = vitalSentences(cockpit, columns);
  const isEnough = fitSentences(sentences, rows.fair).every(({ isWhole }) => isWhole);
  const paint = (some: readonly Sentence[]) => paintedLines(cockpit, columns, some);
  const vital = paint(fitSentences(sentences, isEnough ? rows.fair : rows.vital));
  const others = otherCauses(cockpit, columns);
  const rest = [...others, ...qualifying(cockpit, columns), ...(hasFigures ? figures(cockpit, columns) : [])];
  const fitted = fitSentences(rest, rows.all - vital.length);
  const verdict = [...vital, ...paint(fitted.slice(0, others.length))];
  const lines = [...verdict, ...paint(fitted.slice(others.length))];
  return { lines, vital: vital.length, verdict: verdict.length };
}
