import { roughAge } from '../../lib/format.ts';
import { shortened } from '../../lib/shorten.ts';
import { cut, fit, visible, width } from '../../lib/text.ts';
import { plural } from '../../lib/words.ts';
import { docsOf, type HealthRow } from '../../store/answers/health.ts';
import { muteLeft } from '../../store/answers/mutes.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { cadenceOf } from '../../store/link/cadence.ts';
import { changeSign } from '../changes.ts';
import { shiftedDown, rowRegions } from '../hitRegions.ts';
import { levelRole, levelSign } from '../levels.ts';
import { paneList } from '../list/handle.ts';
import { visibleRowsOf } from '../list/visibleRows.ts';
import { since } from '../since.ts';
import type { Drawing } from '../view.ts';
import { waitingLines } from '../waiting.ts';
import { clusterLines, namedCauses } from './clusterLines.ts';
import { explanations, proofLines } from './explanations.ts';
import { figureLines } from './figures.ts';
import { moreCheckLines } from './moreChecks.ts';

/** A formatter that rounds ages more coarsely on a slow link, so that a healthy screen is not redrawn for them. */
const roughAgeFor =
  ({ link }: Shown) =>
  (seconds: number): string =>
    roughAge(seconds, cadenceOf(link.store.getState()).ageStep);

/** The health in one line: status, duration, and the number of checks, and of causes if there are several. */
export function headline(cockpit: Known & Shown): string {
  const { paint } = cockpit.look;
  const health = cockpit.facts.health();
  const { checks, muted, mutedAhead } = health;
  const { length: causes } = namedCauses(cockpit);
  const fresh = checks.filter((check) => check.isNew).length;
  const counts = [
    // In little room the others have no line.
    causes > 1 ? `${causes} causes` : '',
    checks.length === 0 ? 'no checks' : plural(checks.length, 'check'),
    fresh > 0 ? `${fresh} new` : '',
    muted > 0 ? `${muted} muted` : '',
    mutedAhead.length > 0 ? `${mutedAhead.length} pre-muted` : '',
  ].filter(Boolean);
  const lasted = since(cockpit, health.since, health.sinceExact, roughAgeFor(cockpit));
  const hasLasted = lasted !== '' && !lasted.endsWith('now');
  const status = visible(health.status, cockpit.look.unicode);
  return ` ${levelSign(cockpit.look, health.level)} ${paint(levelRole(health.level), status)}${hasLasted ? ` for ${lasted}` : ''}  ${paint('dim', counts.join(', '))}`;
}

/** The mark of a muted check, with the remaining time if it is known. */
function mutedMark({ view }: Shown, { mute }: HealthRow): string {
  const left = mute === undefined ? '' : muteLeft(mute, view.getState().now);
  return left === '' ? ' muted' : ` muted, ${left}`;
}

/**
 * The message of a check, and shorter versions: without the prefix that repeats the code, and with only the percentage
 * instead of both object counts, then without the numbers of placement groups, which have a pane of their own; or its only
 * detail, which names what the message counts.
 */
function checkTexts({ message, detail }: HealthRow): readonly string[] {
  const brief = message
    .replace(/^[^:]*: (?=\d)/, '')
    .replace(/^\d+\/\d+ objects ([a-z]+) \(([\d.]+%)\)/, '$2 $1');
  const [only, ...others] = detail;
  const isBriefer = only !== undefined && others.length === 0 && only.length < brief.length;
  const degraded = /^[\d.]+% degraded(?=,)/.exec(brief);
  return [message, brief, ...(degraded ?? []), ...(isBriefer ? [only] : [])];
}

/** A check in at most `most` lines, with its duration at the end of the first. */
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
  const name = visible(check.code, look.unicode);
  const role = selected ? 'selected' : check.muted ? 'dim' : levelRole(check.level);
  const room = Math.max(0, columns - 3 - width(tail));
  const painted = look.paint(role, name);
  const docs = docsOf(check.code);
  const code = docs === undefined ? painted : look.link(painted, docs);
  const texts = checkTexts(check).map((text) => `${code}  ${visible(text, look.unicode)}`);
  const { ellipsis } = look.glyphs;
  const [first = '', ...others] = shortened(texts, { columns: Math.max(1, room), most, ellipsis });
  return [
    `${pointer}${levelSign(look, check.level)} ${fit(first, room, 'left', look.glyphs.ellipsis)}${look.paint(check.isNew ? 'warn' : 'dim', tail)}`,
    ...others.map((line) => `   ${cut(line, room, look.glyphs.ellipsis)}`),
  ];
}

/** Rows for the headline. */
const HEADLINE = 1;

/** From this width on, the figures of the cluster stand beside the main lines instead of among them. */
const WIDE = 96;

/** Blank columns between the main lines and the figures. */
const GUTTER = 3;

/** The columns of the main lines and of the figures beside them; 0 if these stand among those, as in the zoomed pane. */
function columnsOf({ view }: Shown, width: number): { readonly main: number; readonly figures: number } {
  if (width < WIDE || view.getState().zoomed) return { main: width, figures: 0 };
  const figures = Math.max(40, Math.min(64, Math.round(width * 0.38)));
  return { main: width - figures - GUTTER, figures };
}

/** Rows for the vital lines; the headline and one check are always shown as well. */
const vitalRows = (height: number): number => height - HEADLINE - 1;

/** The most lines of a check before its advice is shown. */
const MAX_LINES = 3;

/** Up to this many checks are shown in full before the lines on the cluster that are not vital; more get one line each. */
const FEW_CHECKS = 3;

/** Lines of checks that are kept if the vital lines can be shortened for them without being cut off. */
const FAIR_LINES = 2;

/** Divides a body between the checks and the lines on the cluster above and below them. */
function sharesOf(cockpit: Known & Shown, { width: boxWidth, height }: Drawing['box']) {
  const { checks } = cockpit.facts.health();
  const { main: columns, figures } = columnsOf(cockpit, boxWidth);
  const lineCount = (check: HealthRow) =>
    checkLines(cockpit, check, { columns, most: MAX_LINES, selected: false }).length;
  const checkRows =
    checks.length > FEW_CHECKS ? checks.length : checks.reduce((sum, check) => sum + lineCount(check), 0);
  const all = height - HEADLINE - checkRows;
  const room = {
    all,
    fair: Math.max(all, height - HEADLINE - FAIR_LINES),
    vital: Math.max(all, vitalRows(height)),
  };
  const { lines, vital, verdict } = clusterLines(cockpit, columns, room, figures === 0);
  // One check and the vital lines are always shown; the other lines fill the rest.
  const least = Math.max(1, Math.min(vital, vitalRows(height)));
  const clusterRows = Math.min(lines.length, Math.max(least, all));
  return {
    verdict: lines.slice(0, Math.min(verdict, clusterRows)),
    other: lines.slice(verdict, clusterRows),
    listRows: Math.max(1, height - HEADLINE - clusterRows),
  };
}

/** The headline, the verdict, the checks, the other lines on the cluster, and what explains them. */
function mainLines(
  cockpit: Known & Shown,
  { box, focused, zoomed, onRegions, onListRows }: Drawing,
): readonly string[] {
  const { main: columns, figures } = columnsOf(cockpit, box.width);
  const checks = cockpit.facts.health().checks;
  const ids = checks.map((check) => check.code);
  const view = cockpit.view.getState().lists.health;
  const selected = visibleRowsOf(view, checks, ids, 1).current;
  const { verdict, other, listRows } = sharesOf(cockpit, box);
  // The last of several rows names the checks that have none.
  const inSight = checks.length > listRows ? Math.max(1, listRows - 1) : listRows;
  onListRows?.(inSight);
  const shown = visibleRowsOf(view, checks, ids, inSight);
  const hidden = inSight < listRows ? checks.filter((check) => !shown.rows.includes(check)) : [];
  const more = moreCheckLines(cockpit, hidden, columns);
  const room = box.height - HEADLINE - shown.rows.length - more.length - verdict.length - other.length;
  const draw = (check: HealthRow, most: number) =>
    checkLines(cockpit, check, { columns, most, selected: focused && check === selected });
  // A check's full message has priority over its advice.
  const wanted = shown.rows.reduce((sum, check) => sum + draw(check, MAX_LINES).length - 1, 0);
  const hasProofs = figures === 0;
  const under = explanations(cockpit, selected, { columns, rows: room - wanted, zoomed, hasProofs });
  let free = Math.max(0, room - under.length);
  const rows = shown.rows.map((check) => {
    const lines = draw(check, 1 + free);
    free -= lines.length - 1;
    return lines;
  });
  const at = rows.flatMap((lines, index) => lines.map(() => shown.top + index));
  onRegions?.(
    shiftedDown(
      HEADLINE + verdict.length,
      rowRegions(cockpit, paneList('health'), { ids, top: shown.top, height: inSight, at }),
    ),
  );
  return [headline(cockpit), ...verdict, ...rows.flat(), ...more, ...other, ...under].slice(0, box.height);
}

/** The lines beside the main ones: the figures of the cluster, and the evidence for the cause. */
function besideLines(cockpit: Known & Shown, columns: number, rows: number): readonly string[] {
  const figures = figureLines(cockpit, columns, rows).slice(0, rows);
  const free = rows - figures.length - 1;
  const proofs = free < 2 ? [] : proofLines(cockpit, columns, free);
  return proofs.length === 0 ? figures : [...figures, '', ...proofs];
}

/** The pane's lines: the main ones, and the figures and the evidence beside them or below. */
export function healthBody(cockpit: Known & Shown, drawing: Drawing): readonly string[] {
  const { width: boxWidth, height } = drawing.box;
  if (!cockpit.cache.slot(resources.status).data) return waitingLines(cockpit, resources.status, drawing.box);
  const { ellipsis } = cockpit.look.glyphs;
  const columns = columnsOf(cockpit, boxWidth);
  const lines = mainLines(cockpit, drawing).map((line) => cut(line, columns.main, ellipsis));
  if (columns.figures === 0) return lines;
  const beside = besideLines(cockpit, columns.figures, height);
  return Array.from({ length: Math.max(lines.length, beside.length) }, (_, row) =>
    beside[row] === undefined
      ? (lines[row] ?? '')
      : `${fit(lines[row] ?? '', columns.main + GUTTER)}${beside[row]}`,
  );
}
