import { atMost, wrap } from '../lib/text.ts';

/** The position of a row in a run of adjacent rows with the same text: its index from 0, and the length of the run. */
export interface SharedRun {
  readonly index: number;
  readonly length: number;
}

/** The position of each text in its run of equal texts; undefined for a text that is empty or differs from its neighbours. */
export function runsOf(texts: readonly string[]): readonly (SharedRun | undefined)[] {
  const starts: number[] = [];
  const lengths = new Map<number, number>();
  for (const [index, text] of texts.entries()) {
    const goesOn = index > 0 && text !== '' && text === texts[index - 1];
    const start = goesOn ? (starts[index - 1] ?? index) : index;
    starts.push(start);
    lengths.set(start, (lengths.get(start) ?? 0) + 1);
  }
  return starts.map((start, index) => {
    const length = lengths.get(start) ?? 1;
    return length > 1 ? { index: index - start, length } : undefined;
  });
}

/** The mark for "same as above". */
const DITTO = '"';

/** The part of a shared text for one row of its run: one wrapped line, and for the last row all that is left. */
function sharedParts(text: string, room: number, { index, length }: SharedRun): readonly string[] {
  const all = wrap(text, room);
  if (index >= all.length) return [DITTO];
  return index === length - 1 ? all.slice(index) : all.slice(index, index + 1);
}

/** The lines of a cell's text, `most` at most; the last line then contains the rest. */
export function textParts(
  text: string,
  room: number,
  {
    goesOn,
    most,
    run,
  }: { readonly goesOn: boolean; readonly most: number; readonly run: SharedRun | undefined },
): readonly string[] {
  const parts = run ? sharedParts(text, room, run) : goesOn ? wrap(text, room) : [text];
  return atMost(parts, most);
}
