import type { Look, Role } from '../lib/look.ts';
import { cut, fit, visible, width, wrap } from '../lib/text.ts';

/** The text of a dialog, before it is laid out. */
export interface DialogText {
  /** Untrusted text is welcome in both parts: it is made visible here. */
  readonly title: string;
  /** Follows the title, and is kept whole where that has to be cut: on what it is done. */
  readonly titleEnd?: string;
  /** The role that the frame and the title are painted in: the tier of an action, the colour of a cluster. */
  readonly role?: Role;
  /** Painted lines; those that are too long are wrapped. */
  readonly body: readonly string[];
  /** First body line in sight, as the person scrolled; out of range it is taken as the nearest. */
  readonly top?: number;
  /** Index of a body line that stays in sight however far down it is scrolled. */
  readonly inSight?: number;
  /** Painted lines below the body that stay where they are while it scrolls. */
  readonly pinned?: readonly string[];
  /** Keeps a line for an input below the body. */
  readonly hasInput?: boolean;
  /** The last line: what the keys do here. Painted. */
  readonly footer?: string;
}

/** The room for a dialog, in cells. */
export interface DialogSpace {
  readonly columns: number;
  readonly rows: number;
  /** The number of rows, the last ones, that are to stay free; none by default. */
  readonly foot?: number;
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

/** The longest line of text that a dialog on this screen has room for, in columns. */
export const widestText = ({ columns }: Pick<DialogSpace, 'columns'>): number =>
  Math.max(1, Math.min(WIDEST, columns - 2) - EDGES);

/** The width that the text may have: as wide as its longest line, between the limits and within the screen. */
function innerWidth(
  { title, titleEnd = '', footer = '', body, pinned = [] }: DialogText,
  screen: DialogSpace,
): number {
  const longest = Math.max(width(title + titleEnd) + 1, width(footer), ...[...body, ...pinned].map(width));
  return Math.min(widestText(screen), Math.max(NARROWEST - EDGES, longest));
}

/** The pinned lines under a blank one, wrapped: of those that take more than half of the room the last ones. */
function pinnedLines(pinned: readonly string[], inner: number, room: number): string[] {
  const lines = pinned.flatMap((line) => wrap(line, inner));
  const most = Math.floor((room - 1) / 2);
  return lines.length === 0 || most < 1 ? [] : ['', ...lines.slice(-most)];
}

/** Centres a dialog on the screen. It is never larger than the screen: the body scrolls, the rest stays. */
export function dialogLayout(given: DialogText, screen: DialogSpace, look: Look): DialogLayout {
  const clean = (title = '') => visible(title, look.unicode);
  const text = { ...given, title: clean(given.title), titleEnd: clean(given.titleEnd) };
  const inner = innerWidth(text, screen);
  const body = text.body.flatMap((line) => wrap(line, inner));
  const keys = [...(text.hasInput ? [''] : []), ...(text.footer === undefined ? [] : ['', text.footer])];
  const rows = screen.rows - (screen.foot ?? 0);
  const pinned = pinnedLines(text.pinned ?? [], inner, rows - 2 - keys.length);
  const below = [...pinned, ...keys];
  const room = Math.max(1, rows - 2 - below.length);
  const page = Math.min(room, body.length);
  const maxTop = body.length - page;
  const lowest = text.body.slice(0, text.inSight).flatMap((line) => wrap(line, inner)).length;
  const top = Math.max(0, Math.min(maxTop, lowest, text.top ?? 0));

  const { glyphs } = look;
  const role = text.role ?? 'accent';
  const side = look.paint(role, glyphs.vertical);
  const content = [...body.slice(top, top + page), ...below].map(
    (line) => `${side} ${fit(line, inner, 'left', glyphs.ellipsis)} ${side}`,
  );
  const position = maxTop > 0 ? `${top + 1}-${top + page} of ${body.length}` : '';
  const { titleEnd } = text;
  const title = cut(text.title, Math.max(1, inner - 1 - width(titleEnd)), glyphs.ellipsis) + titleEnd;
  const lines = [
    edge(glyphs.topLeft, look.paint('title', title), glyphs.topRight, inner, role, look),
    ...content,
    edge(glyphs.bottomLeft, position, glyphs.bottomRight, inner, role, look),
  ];
  const beside = Math.max(0, screen.columns - inner - EDGES);
  const x = Math.floor(beside / 2);
  return {
    x,
    margin: beside < 2 * CRUMBS ? { left: x, right: beside - x } : { left: 0, right: 0 },
    y: Math.max(0, Math.min(Math.floor((screen.rows - lines.length) / 2), rows - lines.length)),
    width: inner + EDGES,
    lines,
    inputRow: 1 + page + pinned.length,
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
