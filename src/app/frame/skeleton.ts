import { clockTime } from '../../lib/format.ts';
import type { Look } from '../../lib/look.ts';
import { cut, fit, visible, width } from '../../lib/text.ts';
import type { ContextInfo } from '../../store/context.ts';
import { PANE_FACTS, PANES, type PaneId } from '../../store/session/panes.ts';
import { paneTitle } from '../../widgets/paneTitle.ts';
import { areaOf, deckLayout, type PaneRect, type Wants } from './layout.ts';

const WANTS: Wants = Object.fromEntries(PANES.map((pane) => [pane, PANE_FACTS[pane].quiet]));

const FOCUS: PaneId = 'health';

export interface SkeletonOptions {
  readonly columns: number;
  readonly rows: number;
  readonly look: Look;
  readonly context: ContextInfo;
  readonly utc: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

function header({ columns, look, context, utc, now }: SkeletonOptions): string {
  const { paint, unicode, glyphs } = look;
  const parts = [
    paint('title', visible(context.name, unicode)),
    ...(context.demo ? [paint('warn', 'DEMO')] : []),
    ...(context.production ? [paint('danger', ' PROD ')] : []),
    paint('dim', 'connecting'),
  ];
  const clock = paint('dim', clockTime(now, utc));
  const left = fit(` ${parts.join('  ')}`, Math.max(1, columns - width(clock) - 2), 'left', glyphs.ellipsis);
  return cut(`${left} ${clock} `, columns, glyphs.ellipsis);
}

function title({ pane, width: columns }: PaneRect, look: Look): string {
  const hotkey = String(PANES.indexOf(pane) + 1);
  return paneTitle({ title: PANE_FACTS[pane].title, hotkey, focused: pane === FOCUS }, columns, look);
}

/** A line of separate texts, each with its start column. */
function lineOf(pieces: readonly { x: number; text: string }[], { columns, look }: SkeletonOptions): string {
  let line = '';
  for (const { x, text } of pieces.toSorted((a, b) => a.x - b.x)) line = `${fit(line, x)}${text}`;
  return cut(line, columns, look.glyphs.ellipsis);
}

/**
 * The empty deck that is drawn before any data or code is loaded: header, pane titles and rules, where they will be.
 * One line per row of the terminal.
 */
export function skeleton(options: SkeletonOptions): string[] {
  const { columns, rows, look } = options;
  const { rects, rules } = deckLayout(areaOf({ columns, rows }), FOCUS, WANTS);
  const ruled = rules.map((rect) => ({ ...rect, text: look.paint('rule', look.glyphs.vertical) }));
  const lines = Array.from({ length: rows }, () => '');
  lines[0] = header(options);
  // Most lines are identical, and the first byte on the screen waits for them, so they are built once.
  for (const rule of ruled) lines.fill(lineOf([rule], options), rule.y, rule.y + rule.height);
  for (const y of new Set(rects.map((rect) => rect.y))) {
    if (y >= rows) continue;
    const titles = rects.filter((rect) => rect.y === y).map((rect) => ({ ...rect, text: title(rect, look) }));
    const crossed = ruled.filter((rule) => y >= rule.y && y < rule.y + rule.height);
    lines[y] = lineOf([...titles, ...crossed], options);
  }
  return lines;
}
