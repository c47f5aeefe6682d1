import type { Look, Role } from '../lib/look.ts';
import { cut, fit, width, wrap } from '../lib/text.ts';

export interface DialogText {
  readonly title: string;
  /** What the frame and the title are painted in: the tier of an action, the colour of a cluster. */
  readonly role?: Role;
  /** Painted lines; those that are too long are wrapped. */
  readonly body: readonly string[];
  /** First body line in sight, as the person scrolled; out of range it is taken as the nearest. */
  readonly top?: number;
  /** Keeps a line for an input below the body. */
  readonly hasInput?: boolean;
  /** The last line: what the keys do here. Painted. */
  readonly footer?: string;
}

export interface Screen {
  readonly columns: number;
  readonly rows: number;
}

/** A dialog laid out: where it stands on the screen, and its lines, frame included, each exactly `width` wide. */
export interface DialogLayout {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Columns on either side that are blanked: too few to show anything of what lies below. */
  readonly margin: { readonly left: number; readonly right: number };
  readonly lines: readonly string[];
  /** The line for the input, counted from the dialog's first. */
  readonly inputRow: number;
  /** The body's first line in sight, and the greatest that makes sense. */
  readonly top: number;
  readonly maxTop: number;
  /** Body lines in sight, for paging. */
  readonly page: number;
}

/** Prose is hard to read in longer lines than this. */
const WIDEST = 100;
const NARROWEST = 40;
/** The frame's sign and a blank, on either side. */
const EDGES = 4;
/** Fewer columns than this beside a dialog show but crumbs of what lies below. */
const CRUMBS = 8;

/** How wide the text may be: as wide as its longest line, between the limits and within the screen. */
function innerWidth(text: DialogText, screen: Screen): number {
  const longest = Math.max(width(text.title) + 1, width(text.footer ?? ''), ...text.body.map(width));
  const most = Math.max(1, Math.min(WIDEST, screen.columns - 2) - EDGES);
  return Math.min(most, Math.max(NARROWEST - EDGES, longest));
}

/** Centres a dialog on the screen. It is never larger than the screen: the body scrolls, the rest stays. */
export function dialogLayout(text: DialogText, screen: Screen, look: Look): DialogLayout {
  const inner = innerWidth(text, screen);
  const body = text.body.flatMap((line) => wrap(line, inner));
  const below = [...(text.hasInput ? [''] : []), ...(text.footer === undefined ? [] : ['', text.footer])];
  const room = Math.max(1, screen.rows - 2 - below.length);
  const page = Math.min(room, body.length);
  const maxTop = body.length - page;
  const top = Math.max(0, Math.min(maxTop, text.top ?? 0));

  const { glyphs } = look;
  const role = text.role ?? 'accent';
  const side = look.paint(role, glyphs.vertical);
  const content = [...body.slice(top, top + page), ...below].map(
    (line) => `${side} ${fit(line, inner, 'left', glyphs.ellipsis)} ${side}`,
  );
  const position = maxTop > 0 ? `${top + 1}-${top + page} of ${body.length}` : '';
  const lines = [
    edge(glyphs.topLeft, look.paint('title', text.title), glyphs.topRight, inner, role, look),
    ...content,
    edge(glyphs.bottomLeft, position, glyphs.bottomRight, inner, role, look),
  ];
  const beside = Math.max(0, screen.columns - inner - EDGES);
  const x = Math.floor(beside / 2);
  return {
    x,
    margin: beside < 2 * CRUMBS ? { left: x, right: beside - x } : { left: 0, right: 0 },
    y: Math.max(0, Math.floor((screen.rows - lines.length) / 2)),
    width: inner + EDGES,
    lines,
    inputRow: 1 + page,
    top,
    maxTop,
    page,
  };
}

/** The upper or lower edge of the frame with a text in it. */
function edge(left: string, text: string, right: string, inner: number, role: Role, look: Look): string {
  const label = text === '' ? '' : ` ${cut(text, inner - 1, look.glyphs.ellipsis)} `;
  const rule = look.glyphs.horizontal.repeat(Math.max(0, inner + 1 - width(label)));
  return look.paint(role, `${left}${look.glyphs.horizontal}`) + label + look.paint(role, `${rule}${right}`);
}
