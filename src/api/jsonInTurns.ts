import { turn } from '../lib/turn.ts';
import { parseJson } from './json.ts';

/** JSON.parse takes about 8 ms for so many characters; a key that comes meanwhile waits no longer. */
const SLICE = 1024 * 1024;
/** Where one object of a list ends and the next begins. */
const BETWEEN = '},{';

type Fields = Record<string, unknown>;

/** The beginning of an answer that is a list, or an object whose first field is one. */
const LIST = /^\s*(?:\{\s*"(\w+)"\s*:\s*)?\[/;

/** Whether to work on an answer holds up others, so that they should have a turn in between. */
export const isLong = (text: string): boolean => text.length > SLICE;

/**
 * Reads JSON, a long list of objects slice by slice with turns of the event loop in between. A slice ends where
 * `},{` stands; whether objects of the list really meet there is known when it is read: up to that place it is the
 * text itself, so were the place inside a string or inside an object, the slice would not be JSON. Then the text
 * is read as a whole.
 */
export async function parseJsonInTurns(text: string): Promise<ReturnType<typeof parseJson>> {
  if (!isLong(text)) return parseJson(text);
  await turn();
  const value = await parseSlices(text);
  return value === undefined ? parseJson(text) : { value };
}

async function parseSlices(text: string): Promise<unknown> {
  const [head, name] = LIST.exec(text) ?? [];
  if (head === undefined) return undefined;
  const items: unknown[] = [];
  let from = head.length;
  for (;;) {
    const meeting = text.indexOf(BETWEEN, from + SLICE);
    if (meeting < 0) break;
    const slice = parseJson(`[${text.slice(from, meeting + 1)}]`);
    if (!('value' in slice)) return undefined;
    for (const item of slice.value as unknown[]) items.push(item);
    from = meeting + 2;
    await turn();
  }
  const last = parseJson(head + text.slice(from));
  if (!('value' in last)) return undefined;
  if (name === undefined) return items.concat(last.value);
  const whole = last.value as Fields;
  // A name that comes again would take the place of the list.
  if (!Array.isArray(whole[name]) || countOf(text, `"${name}"`) !== 1) return undefined;
  return { ...whole, [name]: items.concat(whole[name]) };
}

const countOf = (text: string, part: string): number => {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count++;
  return count;
};
