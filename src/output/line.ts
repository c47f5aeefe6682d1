import { isOneColumnEach } from '../lib/oneColumn.ts';
import { width } from '../lib/text.ts';
import { PLAIN, type Styles } from './style.ts';

/** A line of the screen in cells; cells after the last one are plain blanks. */
export interface Line {
  /** The text that it was read from. */
  readonly source: string;
  /** The grapheme of each cell; empty for the second half of a wide one. */
  readonly texts: readonly string[];
  readonly styles: readonly number[];
  /**
   * True if terminals may disagree on the columns of its cells: the width of a grapheme of several code units, such as an
   * emoji or a letter with a combining mark, depends on the terminal's tables.
   */
  readonly doubtful: boolean;
  /** The column where its last mark begins (see {@link Styles.isMark}); undefined if it has none. */
  readonly mark: number | undefined;
}

/** An empty line, as on a cleared screen. */
export const BLANK: Line = { source: '', texts: [], styles: [], doubtful: false, mark: undefined };

/** A part of a line: an SGR sequence, another sequence or control character (which is ignored), or text. */
const PIECE =
  /\x1b\[([\d;]*)m|\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|[\x00-\x1f\x7f]|[^\x00-\x1f\x7f]+/g;

let segmenter: Intl.Segmenter | undefined;

/** Parses a line of a frame; cells beyond `columns` are dropped. */
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
    // Created on first use: V8 takes some ten milliseconds to load the segmentation data.
    segmenter ??= new Intl.Segmenter();
    for (const { segment } of segmenter.segment(text)) {
      const cells = width(segment);
      if (segment.length > 1 || cells === 0) doubtful = true;
      // A segment of zero width belongs to the cell before it.
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

/** True if a cell looks the same in both lines. */
export const sameCell = (a: Line, b: Line, column: number): boolean =>
  (a.texts[column] ?? ' ') === (b.texts[column] ?? ' ') &&
  (a.styles[column] ?? PLAIN) === (b.styles[column] ?? PLAIN);
