import { atMost, wrap } from '../lib/text.ts';

/** A place among rows below each other that say the same, from 0, and their number. */
export interface SharedRun {
  readonly index: number;
  readonly length: number;
}

/** The place of each text among equal ones below each other; none where it is alone, or empty. */
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

/** Stands where the same is said as in the row above. */
const DITTO = '"';

/** The lines of a text that rows share: each has one, the last of them all that is left. */
function sharedParts(text: string, room: number, { index, length }: SharedRun): readonly string[] {
  const all = wrap(text, room);
  if (index >= all.length) return [DITTO];
  return index === length - 1 ? all.slice(index) : all.slice(index, index + 1);
}

/** The lines of a cell's text in its room, so many at most; what is over is on the last. */
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
