import { roughAge } from '../../lib/format.ts';
import { shortened } from '../../lib/shorten.ts';
import { cut, fit, visible, width, wrap } from '../../lib/text.ts';
import { heading } from '../../lib/textLine.ts';
import type { Description } from '../../store/action/action.ts';
import { answered, knownAnswers } from '../../store/answers.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import type { HealthRow } from '../../store/facts/health.ts';
import { muteEnd, muteLeft } from '../../store/facts/mutes.ts';
import { cadenceOf } from '../../store/link/cadence.ts';
import { PANE_FACTS } from '../../store/session/panes.ts';
import { changeSign } from '../changes.ts';
import { below, rowRegions } from '../hitRegions.ts';
import { levelRole, levelSign } from '../levels.ts';
import { cursorBindings, describeBinding } from '../list/keys.ts';
import { paneList } from '../list/place.ts';
import { type TableText, tableText } from '../list/tableText.ts';
import { visibleRowsOf } from '../list/visibleRows.ts';
import type { Pane } from '../pane.ts';
import { navigationBinding } from '../relatedActivity.ts';
import { since } from '../since.ts';
import { valueLines } from '../valueLines.ts';
import type { Drawing } from '../view.ts';
import { waitingLines } from '../waiting.ts';
import { clusterLines } from './clusterLines.ts';
import { checkKeys } from './links.ts';
import { muteActions } from './mutes.ts';
import { LABEL } from './sentence.ts';
import { suggestedAction } from './suggested.ts';

/** For what is in sight while all is well. */
const rough =
  ({ link }: Shown) =>
  (seconds: number): string =>
    roughAge(seconds, cadenceOf(link.store.getState()).ageStep);

function headline(cockpit: Known & Shown): string {
  const { paint } = cockpit.look;
  const health = cockpit.facts.health();
  const fresh = health.checks.filter((check) => check.isNew).length;
  const counts =
    health.checks.length === 0
      ? 'no checks'
      : `${health.checks.length} check${health.checks.length === 1 ? '' : 's'}${fresh > 0 ? `, ${fresh} new` : ''}${health.muted > 0 ? `, ${health.muted} muted` : ''}`;
  const ahead = health.mutedAhead.length > 0 ? `, ${health.mutedAhead.length} muted ahead` : '';
  const lasted = since(cockpit, health.since, health.sinceExact, rough(cockpit));
  const hasLasted = lasted !== '' && !lasted.endsWith('now');
  const status = visible(health.status, cockpit.look.unicode);
  return ` ${levelSign(cockpit.look, health.level)} ${paint(levelRole(health.level), status)}${hasLasted ? ` for ${lasted}` : ''}  ${paint('dim', `${counts}${ahead}`)}`;
}

/** Says that a check is muted, and for how long still where that is known. */
function mutedMark({ view }: Shown, { mute }: HealthRow): string {
  const left = mute === undefined ? '' : muteLeft(mute, view.getState().now);
  return left === '' ? ' muted' : ` muted, ${left}`;
}

/**
 * The message of a check, and with fewer words: without the beginning, which says what the code says, and with the percentage
 * alone in the place of both counts.
 */
const checkTexts = (message: string): readonly string[] => [
  message,
  message.replace(/^[^:]*: (?=\d)/, '').replace(/^\d+\/\d+ objects ([a-z]+) \(([\d.]+%)\)/, '$2 $1'),
];

/** A check on so many lines at most, the time that it has lasted in the first. */
function checkLines(
  cockpit: Known & Shown,
  check: HealthRow,
  {
    columns,
    most,
    selected,
  }: { readonly columns: number; readonly most: number; readonly selected: boolean },
): string[] {
  const { look } = cockpit;
  const lasted = since(cockpit, check.since, check.sinceExact);
  const mark = check.muted ? mutedMark(cockpit, check) : check.isNew ? ' NEW' : '';
  const tail = ` ${lasted}${mark}`;
  const pointer = selected
    ? look.paint('accent', look.glyphs.cursor)
    : (changeSign(cockpit, [check.code]) ?? ' ');
  const code = visible(check.code, look.unicode);
  const message = visible(check.message, look.unicode);
  const role = selected ? 'selected' : check.muted ? 'dim' : levelRole(check.level);
  const room = Math.max(0, columns - 3 - width(tail));
  const texts = checkTexts(message).map((text) => `${look.paint(role, code)}  ${text}`);
  const { ellipsis } = look.glyphs;
  const [first = '', ...others] = shortened(texts, { columns: Math.max(1, room), most, ellipsis });
  return [
    `${pointer}${levelSign(look, check.level)} ${fit(first, room, 'left', look.glyphs.ellipsis)}${look.paint(check.isNew ? 'warn' : 'dim', tail)}`,
    ...others.map((line) => `   ${cut(line, room, look.glyphs.ellipsis)}`),
  ];
}

/** Rows above the checks. */
const HEADLINE = 1;

/** The meaning of the check under the cursor and the first thing to do. */
function advice(cockpit: Shown, check: HealthRow | undefined, columns: number): string[] {
  if (!check) return [];
  const { look } = cockpit;
  const paragraph = (label: string, text: string | undefined) =>
    text === undefined
      ? []
      : wrap(text, Math.max(10, columns - LABEL)).map(
          (line, index) => `${look.paint('dim', (index === 0 ? ` ${label}` : '').padEnd(LABEL))}${line}`,
        );
  return [...paragraph('MEANS', check.meaning), ...paragraph('FIRST', check.remedy)];
}

/** The details of a check, as far as there is room for them. */
const detailLines = (
  { look }: Shown,
  check: HealthRow | undefined,
  { width: columns, height }: Drawing['box'],
): string[] =>
  (check?.detail ?? [])
    .slice(0, height)
    .flatMap((line) =>
      wrap(visible(line, look.unicode), Math.max(10, columns - 2)).map((part) => `  ${part}`),
    );

/** The advice and the details in the rows that are left, a blank line before each where there is room for all of the advice. */
function underLines(rows: number, help: readonly string[], detail: readonly string[]): readonly string[] {
  // One line of advice says nothing.
  if (rows < 2) return [];
  const all = [help, detail].flatMap((part) => (part.length === 0 ? [] : ['', ...part]));
  const lines = all.slice(rows <= help.length ? 1 : 0).slice(0, rows);
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}

/** Rows for the lines that are vital: beside them stand the headline and one check. */
const vitalRows = (height: number): number => height - HEADLINE - 1;

/** Lines of a check that come before its advice. */
const MOST_LINES = 3;

/** So few checks are told in full before the lines on the cluster that are not vital; of more, each has one line before them. */
const FEW_CHECKS = 3;

/** Lines of checks for which the vital lines say it in fewer words, as long as nothing of them is cut off. */
const FAIR_LINES = 2;

/** The checks in sight and the lines on the cluster under them, as they share a body. */
function sharesOf(cockpit: Known & Shown, { width: columns, height }: Drawing['box']) {
  const { checks } = cockpit.facts.health();
  const lineCount = (check: HealthRow) =>
    checkLines(cockpit, check, { columns, most: MOST_LINES, selected: false }).length;
  const checkRows =
    checks.length > FEW_CHECKS ? checks.length : checks.reduce((sum, check) => sum + lineCount(check), 0);
  const all = height - HEADLINE - checkRows;
  const room = {
    all,
    fair: Math.max(all, height - HEADLINE - FAIR_LINES),
    vital: Math.max(all, vitalRows(height)),
  };
  const { lines, vital } = clusterLines(cockpit, columns, room);
  // A check and the lines on what is to blame and whether it heals never drop; the rest fills what is left.
  const least = Math.max(1, Math.min(vital, vitalRows(height)));
  const kept = Math.min(lines.length, Math.max(least, all));
  return { cluster: lines.slice(0, kept), listRows: Math.max(1, height - HEADLINE - kept) };
}

function body(cockpit: Known & Shown, { box, focused, zoomed, onRegions }: Drawing): readonly string[] {
  const { look } = cockpit;
  if (!cockpit.cache.slot(resources.status).data)
    return waitingLines(cockpit, resources.status, box.width).slice(0, box.height);
  const checks = cockpit.facts.health().checks;
  const ids = checks.map((check) => check.code);
  const view = cockpit.view.getState().lists.health;
  const selected = visibleRowsOf(view, checks, ids, 1).current;
  const help = advice(cockpit, selected, box.width);
  const detail = zoomed ? detailLines(cockpit, selected, box) : [];
  const { cluster, listRows } = sharesOf(cockpit, box);
  const shown = visibleRowsOf(view, checks, ids, listRows);
  const room = box.height - HEADLINE - shown.rows.length - cluster.length;
  const draw = (check: HealthRow, most: number) =>
    checkLines(cockpit, check, { columns: box.width, most, selected: focused && check === selected });
  // What a check says comes before what it means.
  const wanted = shown.rows.reduce((sum, check) => sum + draw(check, MOST_LINES).length - 1, 0);
  const under = underLines(room - wanted, help, detail);
  let free = Math.max(0, room - under.length);
  const rows = shown.rows.map((check) => {
    const lines = draw(check, 1 + free);
    free -= lines.length - 1;
    return lines;
  });
  const at = rows.flatMap((lines, index) => lines.map(() => shown.top + index));
  onRegions?.(
    below(HEADLINE, rowRegions(cockpit, paneList('health'), { ids, top: shown.top, height: listRows, at })),
  );
  const lines = [
    cut(headline(cockpit), box.width, look.glyphs.ellipsis),
    ...rows.flat(),
    ...cluster,
    ...under,
  ];
  return lines.slice(0, box.height).map((line) => cut(line, box.width, look.glyphs.ellipsis));
}

function describe(cockpit: Known & Shown, code: string): Description | undefined {
  const check = cockpit.facts.health().checks.find((candidate) => candidate.code === code);
  if (!check) return undefined;
  return {
    title: check.code,
    facts: [
      ['severity', check.level],
      ['count', check.count === undefined ? '--' : String(check.count)],
      ['for', since(cockpit, check.since, check.sinceExact) || '--'],
      ['muted', check.mute ? muteEnd(check.mute, cockpit.view.getState().utc) : check.muted ? 'yes' : 'no'],
    ],
    text: [
      check.message,
      '',
      ...(check.meaning === undefined ? [] : [heading('What it means'), check.meaning, '']),
      ...(check.remedy === undefined ? [] : [heading('First remedy'), check.remedy, '']),
      heading(`Detail (${check.detail.length})`),
      ...check.detail,
      ...(check.raw === undefined ? [] : ['', heading('As it came'), ...valueLines(cockpit, [check.raw])]),
    ],
  };
}

/** Nothing to tell of leaves room for the panes below; trouble takes all that it can get. */
const wants = ({ facts }: Known): number | undefined =>
  facts.health().checks.length > 0 || (facts.diagnosis()?.causes.length ?? 0) > 0
    ? undefined
    : PANE_FACTS.health.quiet;

/** The check under the cursor. */
function current(cockpit: Known & Shown): HealthRow | undefined {
  const { checks } = cockpit.facts.health();
  const ids = checks.map((check) => check.code);
  return visibleRowsOf(cockpit.view.getState().lists.health, checks, ids, 1).current;
}

const summary = (cockpit: Known & Shown): string => headline(cockpit).trimStart();

function table(cockpit: Known & Shown): TableText {
  const { checks } = cockpit.facts.health();
  const columns = (['level', 'code', 'message', 'muted'] as const).map((id) => ({
    id,
    title: id.toUpperCase(),
    cell: (check: HealthRow) => ({ text: String(check[id]) }),
  }));
  return tableText('Health', cockpit.look, {
    columns,
    rows: checks,
    rowId: (check) => check.code,
    selected: current(cockpit),
    answers: ({ of }) =>
      knownAnswers([answered('getClusterStatus', of.status), answered('getClusterStatusDetail', of.detail)]),
  });
}

/** Health of the cluster: what is wrong, what it means, where it is, and whether it heals. */
export const healthPane: Pane = {
  id: 'health',
  operations: ['setFlag', 'unsetFlag', 'updateServerDisk', 'muteHealthCheck', 'unmuteHealthCheck'],
  dated: resources.status,
  reads: [
    resources.status,
    resources.health,
    resources.flags,
    resources.pools,
    resources.crush,
    resources.disks,
    resources.recoverySpeed,
    resources.recentLog,
    resources.writeLatency,
    resources.settings,
    resources.rules,
    resources.usage,
    resources.backups,
  ],
  wants,
  body,
  subjects: (cockpit) => [current(cockpit)?.code ?? ''],
  listRows: (cockpit, box) => sharesOf(cockpit, box).listRows,
  table,
  summary,
  actions: (cockpit) => {
    const suggested = suggestedAction(cockpit);
    const mutes = muteActions(cockpit, current(cockpit));
    // What cannot be done does not stand first.
    return suggested.refused === undefined ? [suggested, ...mutes] : [...mutes, suggested];
  },
  bindings: (cockpit) => [
    ...checkKeys(cockpit, current(cockpit)).map(navigationBinding),
    ...cursorBindings(cockpit, paneList('health'), () =>
      cockpit.facts.health().checks.map((check) => check.code),
    ),
    describeBinding(
      cockpit,
      () => current(cockpit)?.code,
      (code) => describe(cockpit, code),
      () => muteActions(cockpit, current(cockpit)),
      () => checkKeys(cockpit, current(cockpit)),
    ),
  ],
};
