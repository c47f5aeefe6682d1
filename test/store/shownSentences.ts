import type { ClusterStatus } from '../../src/api/contract/cluster.ts';
import type { CrushMap, CrushNode } from '../../src/api/contract/crush.ts';
import type { Flag } from '../../src/api/contract/maintenance.ts';
import { deckLayout } from '../../src/app/frame/layout.ts';
import { raisedChecks } from '../../src/diagnosis/evidence/checks.ts';
import { groupsOf } from '../../src/diagnosis/work.ts';
import { clockTime } from '../../src/lib/format.ts';
import { unstyled } from '../../src/lib/sgr.ts';
import { panes } from '../../src/screens/panes.ts';
import type { SimEngine } from '../../src/service/sim/engine.ts';
import type { Cockpit } from '../../src/store/cockpit.ts';
import { withoutFigures } from '../screens/withoutFigures.ts';

/** The sizes of the terminal at which the first screen is read. */
export const SIZES = [
  { columns: 160, rows: 48 },
  { columns: 80, rows: 24 },
] as const;

/** The sentences of the health pane by their labels, as the deck of this size shows them. */
function shownSentences(
  cockpit: Cockpit,
  { columns, rows }: (typeof SIZES)[number],
): ReadonlyMap<string, string> {
  const { rects } = deckLayout({ x: 0, y: 1, width: columns, height: rows - 2 }, 'health');
  const { width, height } = rects.find(({ pane }) => pane === 'health')!;
  const box = { width, height: height - 1 };
  const sentences = new Map<string, string>();
  let last: string | undefined;
  const body = panes.health.body(cockpit, { box, focused: true, zoomed: false }).map(unstyled);
  for (const line of withoutFigures(body)) {
    const label = /^ ([A-Z/]+) *$/.exec(line.slice(0, 7))?.[1];
    if (label !== undefined) last = label;
    else if (line.slice(0, 7).trim() !== '') last = undefined;
    if (last === undefined) continue;
    const before = sentences.get(last);
    const text = line.slice(7).trimEnd();
    sentences.set(last, before === undefined ? text : `${before} ${text}`);
  }
  return sentences;
}

/** The answers of the interface at one moment. */
export interface Answers {
  readonly status: ClusterStatus;
  readonly crush: CrushMap;
  readonly flags: readonly Flag[];
  /** OSDs that were asked and did not answer. */
  readonly silent: readonly number[];
}

/** Reads everything with which the sentences are compared from the engine itself: without HTTP, as often as needed. */
export async function readAnswers({ handlers }: Pick<SimEngine, 'handlers'>): Promise<Answers> {
  const context = { signal: new AbortController().signal, by: 'test' };
  const [status, crush, flags, detail] = await Promise.all([
    handlers.getClusterStatus({}, context),
    handlers.getCrushMap({}, context),
    handlers.listFlags({}, context),
    handlers.getClusterStatusDetail({}, context),
  ]);
  return { status, crush, flags, silent: detail.evidence?.silent ?? [] };
}

const messageOf = ({ status }: Answers, code: string): string | undefined =>
  raisedChecks({ status }).get(code)?.message;

/** The numbers in a message. */
const numbers = (message = ''): readonly number[] => [...message.matchAll(/\d+/g)].map(Number);

const missingOf = ({ status }: Answers): number => {
  const { okay, total } = groupsOf(status);
  return total - okay;
};

/** Tells whether a shortened number is between those of the answers, because it may have been read between two looks. */
function isAmong(shown: string, values: readonly number[]): boolean {
  const [value, air] = shown.endsWith('k') ? [Number.parseFloat(shown) * 1000, 60] : [Number(shown), 0];
  return value >= Math.min(...values) - air && value <= Math.max(...values) + air;
}

/**
 * The sentences of the first screen that contradict all of the last answers of the interface, oldest first. Several
 * answers are used because a shown answer may be some seconds old.
 */
export function sentenceLies(
  cockpit: Cockpit,
  size: (typeof SIZES)[number],
  recent: readonly Answers[],
): readonly string[] {
  const shown = shownSentences(cockpit, size);
  const errors: string[] = [];
  const inSome = (is: (answers: Answers) => boolean) => recent.some(is);
  const [block, cause, heal] = ['BLOCK', 'CAUSE', 'HEAL'].map((label) => shown.get(label));
  const scrub = shown.get('SCRUB') ?? heal;
  const addError = (what: string) => errors.push(`${size.columns}x${size.rows}: ${what}`);

  // Groups that peer for a few seconds need not be called blocked.
  const blocks = (answers: Answers) =>
    / pgs? (?:inactive|down|incomplete|stale)/.test(messageOf(answers, 'PG_AVAILABILITY') ?? '');
  const isFull = recent.length >= LOOKS;
  if (block === undefined && isFull && recent.every(blocks))
    addError('it does not say that groups cannot serve I/O');
  const count = /^(\d+) (?:placement groups|PGs) cannot serve I\/O/.exec(block ?? '')?.[1];
  const blocked = recent.map((answers) => Math.max(0, ...numbers(messageOf(answers, 'PG_AVAILABILITY'))));
  if (block !== undefined && !isAmong(count ?? '', blocked))
    addError(`BLOCK ${block}, in truth ${blocked.join()}`);

  const isWrong = ({ status }: Answers) => raisedChecks({ status }).size > 0;
  if (cause === undefined && isFull && recent.every(isWrong)) addError('no cause is named');
  if (cause !== undefined && !isWhere(cause, recent)) addError(`CAUSE ${cause}`);

  errors.push(
    ...healLies(cockpit, heal ?? '', recent, size).map(
      (what) => `${size.columns}x${size.rows}: HEAL ${what}`,
    ),
  );
  for (const [, number = '', deep] of (scrub ?? '').matchAll(/(\d+) (deep )?scrubs? overdue/g)) {
    const code = deep === undefined ? 'PG_NOT_SCRUBBED' : 'PG_NOT_DEEP_SCRUBBED';
    const late = recent.map((answers) => numbers(messageOf(answers, code))[0] ?? 0);
    if (!isAmong(number, late)) addError(`SCRUB ${scrub}, in truth ${late.join()}`);
  }
  if (shown.has('NEXT') && !inSome(({ status }) => status.storeStatus?.health?.status === 'HEALTH_OK'))
    addError('it looks at what comes next, though something is wrong');
  return errors;
}

/** Tells whether the down OSDs and rects of a cause match the map, or the answers of daemons. */
function isWhere(cause: string, recent: readonly Answers[]): boolean {
  const osd = /^(?:likely )?the daemon of osd\.(\d+) .*has stopped/.exec(cause)?.[1];
  if (osd !== undefined) return recent.some((answers) => goneIn(answers, `osd.${osd}`).length === 1);
  const [, rect, count] = /^(?:likely )?(\S+) does not answer: (\d+) OSDs/.exec(cause) ?? [];
  if (rect === undefined) return true;
  return recent.some((answers) => goneIn(answers, rect).length >= Number(count));
}

/** The OSDs at and below a node that are not up, or do not answer. */
function goneIn({ crush: { nodes = [] }, silent }: Answers, name: string): readonly CrushNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const below = (node: CrushNode | undefined): readonly CrushNode[] =>
    node === undefined ? [] : [node, ...(node.children ?? []).flatMap((id) => below(byId.get(id)))];
  return below(nodes.find((node) => node.name === name)).filter(
    ({ type, id = -1, status }) => type === 'OSD' && (status !== 'UP' || silent.includes(id)),
  );
}

/** Looks once per second, because an answer may be old. */
export const LOOKS = 12;

/** Where there is no room for the number of groups, one of these states says that some are not okay. */
const NOT_OKAY = /^(?:healing|measuring|waiting|held|stalled|needs repair|blocked|worsening)\b/;

function healLies(
  { facts }: Cockpit,
  heal: string,
  recent: readonly Answers[],
  { columns }: { readonly columns: number },
): readonly string[] {
  const errors: string[] = [];
  if (heal === '') return ['is not there'];
  const [, missing] = /([\d.]+k?) of [\d.]+k? pgs not okay/.exec(heal) ?? [];
  if (missing !== undefined && !isAmong(missing, recent.map(missingOf)))
    errors.push(`${heal}, in truth ${recent.map(missingOf).join(', ')}`);
  const { state, waitsFor } = facts.healing();
  const isCut = heal.endsWith('…');
  const lacks = recent.length >= LOOKS && recent.every((answers) => missingOf(answers) > 0);
  const isSaid = /not okay/.test(heal) || (columns <= 80 && NOT_OKAY.test(heal));
  if (lacks && !isCut && !isSaid) errors.push(`${heal}, and not that groups are not okay`);
  if (state === 'waiting' && waitsFor.due !== undefined && !/marked out/.test(heal))
    errors.push(`${heal}, and not until when`);
  const isAllWell = heal.startsWith('all placement groups okay');
  if (isAllWell && !recent.some((answers) => missingOf(answers) === 0)) errors.push(heal);
  const { due } = waitsFor;
  const at = /marked out (?:at|by|from) (\S+)/.exec(heal)?.[1];
  if (at !== undefined && due !== undefined && at !== clockTime(due.at, true)) errors.push(heal);
  for (const [flag] of (/^held: (.*)/.exec(heal)?.[1] ?? '').matchAll(
    /\bno(?:out|recover|backfill|rebalance)\b/g,
  )) {
    const isSet = ({ flags }: Answers) =>
      flags.some(({ name, currentState }) => name === flag && currentState === true);
    if (!recent.some(isSet)) errors.push(heal);
  }
  return errors;
}
