import type { Look, Role } from '../lib/look.ts';
import { cut, fit, visible, width, wrap } from '../lib/text.ts';

/** The text of a dialog, before it is laid out. */
export interface DialogText {
  /** Both parts of the title may contain untrusted text, which is made visible here. */
  readonly title: string;
  /** The end of the title, such as the target of an action; it is kept if the title must be cut. */
  readonly titleEnd?: string;
  /** The role that the frame and the title are painted in: the tier of an action, the colour of a cluster. */
  readonly role?: Role;
  /** Painted lines above the body that do not scroll, unless they need more than a quarter of the room. */
  readonly head?: readonly string[];
  /** Painted lines; long ones are wrapped. */
  readonly body: readonly string[];
  /** The scroll position: the first visible body line, limited to the valid range. */
  readonly top?: number;
  /** The index of a body line that stays visible however far down the body is scrolled. */
  readonly ensureVisible?: number;
  /** Painted lines below the body that do not scroll. */
  readonly pinned?: readonly string[];
  /** Makes the dialog as wide as the screen allows, so that it does not move with a text that changes while one types. */
  readonly isWide?: boolean;
  /** Reserves a line for an input below the body. */
  readonly hasInput?: boolean;
  /** The last line with key hints, painted. */
  readonly footer?: string;
}

/** The room for a dialog, in cells. */
export interface DialogSpace {
  readonly columns: number;
  readonly rows: number;
  /** The number of rows at the bottom to keep free; none by default. */
  readonly foot?: number;
}

/** The layout of a dialog: its position on the screen, and its lines including the frame, each exactly `width` wide. */
export interface DialogLayout {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Columns on either side that are blanked because they are too narrow to show useful content below. */
  readonly margin: { readonly left: number; readonly right: number };
  readonly lines: readonly string[];
  /** The row of the input, counted from the dialog's first line. */
  readonly inputRow: number;
  /** The first visible body line, and its maximum. */
  readonly top: number;
  readonly maxTop: number;
  /** The number of visible body lines, for paging. */
  readonly page: number;
}

/** The maximum width in columns: prose is hard to read in longer lines. */
const WIDEST = 100;
const NARROWEST = 40;
/** The columns of the frame with a blank on either side. */
const EDGES = 4;
/** Margins narrower than this are blanked: they would show only fragments of the content below. */
const NARROW_MARGIN = 8;

/** The maximum width of a dialog's text on this screen, in columns. */
export const widestText = ({ columns }: Pick<DialogSpace, 'columns'>): number =>
  Math.max(1, Math.min(WIDEST, columns - 2) - EDGES);

/** The width of the text: that of its longest line, within the limits and the screen. */
function innerWidth(
  { title, titleEnd = '', footer = '', head = [], body, pinned = [], isWide = false }: DialogText,
  screen: DialogSpace,
): number {
  if (isWide) return widestText(screen);
  const lines = [...head, ...body, ...pinned];
  const longest = Math.max(width(title + titleEnd) + 1, width(footer), ...lines.map(width));
  return Math.min(widestText(screen), Math.max(NARROWEST - EDGES, longest));
}

/** The maximum number of pinned lines: half of the `room` for them and the body, below a blank line. */
export const mostPinned = (room: number): number => Math.floor((room - 1) / 2);

/** The pinned lines, wrapped, below a blank line; if they need more than their room, the first and the last ones. */
function pinnedLines(pinned: readonly string[], inner: number, room: number): string[] {
  const lines = pinned.flatMap((line) => wrap(line, inner));
  const most = mostPinned(room);
  if (lines.length === 0 || most < 1) return [];
  const first = most > 1 && lines.length > most ? lines.slice(0, 1) : [];
  return ['', ...first, ...lines.slice(first.length - most)];
}

/** The title with the text at its end. The title is cut first, but not to less than half of the room. */
function titleLine(
  { title, titleEnd }: Required<Pick<DialogText, 'title' | 'titleEnd'>>,
  room: number,
  ellipsis: string,
): string {
  const start = cut(title, Math.max(room - width(titleEnd), Math.ceil(room / 2)), ellipsis);
  return start + cut(titleEnd, room - width(start), ellipsis);
}

/** Centres a dialog on the screen. It is never larger than the screen: the body scrolls, the rest is fixed. */
export function dialogLayout(given: DialogText, screen: DialogSpace, look: Look): DialogLayout {
  const clean = (title = '') => visible(title, look.unicode);
  const text = { ...given, title: clean(given.title), titleEnd: clean(given.titleEnd) };
  const inner = innerWidth(text, screen);
  const wrapped = (lines: readonly string[] = []) => lines.flatMap((line) => wrap(line, inner));
  const keys = [...(text.hasInput ? [''] : []), ...(text.footer === undefined ? [] : ['', text.footer])];
  const rows = screen.rows - (screen.foot ?? 0);
  const inside = rows - 2 - keys.length;
  const head = wrapped(text.head);
  const fixed = head.length <= Math.floor(inside / 4) ? head : [];
  const body = [...head.slice(fixed.length), ...wrapped(text.body)];
  const pinned = pinnedLines(text.pinned ?? [], inner, inside);
  const below = [...pinned, ...keys];
  const room = Math.max(1, rows - 2 - fixed.length - below.length);
  const page = Math.min(room, body.length);
  const maxTop = body.length - page;
  const lowest = head.length - fixed.length + wrapped(text.body.slice(0, text.ensureVisible)).length;
  const top = Math.max(0, Math.min(maxTop, lowest, text.top ?? 0));

  const { glyphs } = look;
  const role = text.role ?? 'accent';
  const side = look.paint(role, glyphs.vertical);
  const content = [...fixed, ...body.slice(top, top + page), ...below].map(
    (line) => `${side} ${fit(line, inner, 'left', glyphs.ellipsis)} ${side}`,
  );
  const position = maxTop > 0 ? `${top + 1}-${top + page} of ${body.length}` : '';
  const title = titleLine(text, inner - 1, glyphs.ellipsis);
  const lines = [
    edge(glyphs.topLeft, look.paint('title', title), glyphs.topRight, inner, role, look),
    ...content,
    edge(glyphs.bottomLeft, position, glyphs.bottomRight, inner, role, look),
  ];
  const beside = Math.max(0, screen.columns - inner - EDGES);
  const x = Math.floor(beside / 2);
  return {
    x,
    margin: beside < 2 * NARROW_MARGIN ? { left: x, right: beside - x } : { left: 0, right: 0 },
    y: Math.max(0, Math.min(Math.floor((screen.rows - lines.length) / 2), rows - lines.length)),
    width: inner + EDGES,
    lines,
    inputRow: 1 + fixed.length + page + pinned.length,
    top,
    maxTop,
    page,
  };
}

/** The upper or lower edge of the frame, with a text in it. */
function edge(left: string, text: string, right: string, inner: number, role: Role, look: Look): string {
  const label = text === '' ? '' : ` ${cut(text, inner - 1, look.glyphs.ellipsis)} `;
  const rule = look.glyphs.horizontal.repeat(Math.max(0, inner + 1 - width(label)));
  return look.paint(role, `${left}${look.glyphs.horizontal}`) + label + look.paint(role, `${rule}${right}`);
}
