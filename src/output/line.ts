import { isOneColumnEach } from '../lib/oneColumn.ts';
import { width } from '../lib/text.ts';
import { PLAIN, type Styles } from './style.ts';

/** A line of the screen in cells. Those behind the last are plain blanks. */
export interface Line {
  /** The text that it was made of. */
  readonly source: string;
  /** The grapheme of each cell; empty in the second half of a wide one. */
  readonly texts: readonly string[];
  readonly styles: readonly number[];
  /**
   * True where terminals may disagree on where its cells are: a grapheme of more than one code unit, such as an emoji
   * or a letter with a combining mark, has as many columns as the terminal's tables say.
   */
  readonly doubtful: boolean;
  /** The column where its last mark begins (see {@link Styles.isMark}); absent where it has none. */
  readonly mark: number | undefined;
}

/** A line without text, as it stands on a cleared screen. */
export const BLANK: Line = { source: '', texts: [], styles: [], doubtful: false, mark: undefined };

/** A piece of a line: an SGR sequence, another sequence or control (which is left out), or text. */
const PIECE =
  /\x1b\[([\d;]*)m|\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|[\x00-\x1f\x7f]|[^\x00-\x1f\x7f]+/g;

let segmenter: Intl.Segmenter | undefined;

/** Reads a line of a frame; what does not fit into `columns` is left out. */
export function readLine(source: string, columns: number, styles: Styles): Line {
  const texts: string[] = [];
  const inStyles: number[] = [];
  let style = PLAIN;
  let doubtful = false;
  let full = false;

  function put(grapheme: string, cells: number): void {
    full ||= texts.length + cells > columns;
    if (full) return;
    const inStyle = grapheme === ' ' && styles.isBare(style) ? PLAIN : style;
    for (let cell = 0; cell < cells; cell++) {
      texts.push(cell === 0 ? grapheme : '');
      inStyles.push(inStyle);
    }
  }

  function putAny(text: string): void {
    // Made on first use: V8 takes some ten milliseconds to load the segmentation data.
    segmenter ??= new Intl.Segmenter();
    for (const { segment } of segmenter.segment(text)) {
      const cells = width(segment);
      if (segment.length > 1 || cells === 0) doubtful = true;
      // What takes no room belongs to the cell before it.
      if (cells > 0) put(segment, cells);
      else if (texts.length > 0 && !full) texts[texts.length - 1] += segment;
    }
  }

  for (const [piece, parameters] of source.matchAll(PIECE)) {
    if (parameters !== undefined) style = styles.after(style, parameters);
    else if (piece.charCodeAt(0) < 0x20 || piece === '\x7f') continue;
    else if (isOneColumnEach(piece)) for (let at = 0; at < piece.length; at++) put(piece.charAt(at), 1);
    else putAny(piece);
  }

  let end = texts.length;
  while (end > 0 && texts[end - 1] === ' ' && inStyles[end - 1] === PLAIN) end--;
  texts.length = inStyles.length = end;
  return { source, texts, styles: inStyles, doubtful, mark: markOf(inStyles, styles) };
}

function markOf(cells: readonly number[], styles: Styles): number | undefined {
  let column = cells.length - 1;
  while (column >= 0 && !styles.isMark(cells[column]!)) column--;
  while (column > 0 && cells[column - 1] === cells[column]) column--;
  return column < 0 ? undefined : column;
}

/** True where a cell looks the same in both lines. */
export const sameCell = (a: Line, b: Line, column: number): boolean =>
  (a.texts[column] ?? ' ') === (b.texts[column] ?? ' ') &&
  (a.styles[column] ?? PLAIN) === (b.styles[column] ?? PLAIN);
