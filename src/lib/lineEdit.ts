import { stripVTControlCharacters } from 'node:util';
import { graphemes, typeable } from './text.ts';

/** A line of text that is being typed. */
export interface EditedLine {
  readonly text: string;
  /** The number of graphemes before the cursor; by default the cursor is at the end of the text. */
  readonly cursor?: number;
  /** All of the text is selected: typing replaces it, moving the cursor only ends the selection. */
  readonly selected?: boolean;
}

/** A change of a line by a key or a paste. */
export type LineEdit =
  | { readonly kind: 'insert'; readonly text: string }
  | {
      readonly kind:
        | 'left'
        | 'right'
        | 'home'
        | 'end'
        | 'backspace'
        | 'delete'
        /** Erases the whole line. */
        | 'erase'
        /** Erases the word before the cursor and the blanks between the two. */
        | 'erase-word';
    };

/** The line after the edit; its cursor is never inside a grapheme. */
export function editLine(line: EditedLine, edit: LineEdit): EditedLine {
  const parts = graphemes(line.text);
  const at = Math.min(line.cursor ?? parts.length, parts.length);
  const [before, after] = line.selected ? ['', ''] : [parts.slice(0, at).join(''), parts.slice(at).join('')];
  const around = (head: string, tail: string): EditedLine => ({
    text: head + tail,
    ...(tail === '' ? {} : { cursor: graphemes(head).length }),
  });
  const moved = (to: number): EditedLine => ({
    text: line.text,
    ...(to >= parts.length ? {} : { cursor: Math.max(0, to) }),
  });
  switch (edit.kind) {
    case 'insert': {
      const typed = typeable(edit.text);
      return typed === '' ? line : around(before + typed, after);
    }
    case 'left':
      return moved(at - 1);
    case 'right':
      return moved(at + 1);
    case 'home':
      return moved(0);
    case 'end':
      return moved(parts.length);
    case 'backspace':
      return around(line.selected ? '' : parts.slice(0, Math.max(0, at - 1)).join(''), after);
    case 'delete':
      return around(before, line.selected ? '' : parts.slice(at + 1).join(''));
    case 'erase':
      return { text: '' };
    case 'erase-word':
      return around(before.replace(/\S*\s*$/, ''), after);
  }
}

/**
 * A pasted text as a single line: escape sequences and trailing line breaks are removed, other line breaks and tabs
 * become `joint`.
 */
export const oneLine = (text: string, joint = ' '): string =>
  stripVTControlCharacters(text)
    .replace(/[\r\n\u0085\u2028\u2029]+$/, '')
    .replaceAll(/[\t\r\n\u0085\u2028\u2029]+/g, joint);

/** True for a pasted text that has more than one line. */
export const hasLines = (text: string): boolean =>
  /[\r\n\u0085\u2028\u2029]+[^\r\n\u0085\u2028\u2029]/.test(text);
