import { yieldToLoop } from '../lib/chunked.ts';
import { parseJson } from './json.ts';

/** The characters in a chunk: JSON.parse takes about 8 ms for them, which is the longest that a key waits meanwhile. */
const CHUNK_CHARACTERS = 1024 * 1024;
/** The end of one object of a list and the beginning of the next. */
const BETWEEN = '},{';

type Fields = Record<string, unknown>;

/** The beginning of an answer that is a list, or an object whose first field is one. */
const LIST = /^\s*(?:\{\s*"(\w+)"\s*:\s*)?\[/;

/** True for a reply whose parsing would hold up the keyboard, so that it is read in chunks. */
export const isLong = (text: string): boolean => text.length > CHUNK_CHARACTERS;

/**
 * Reads JSON, a long list of objects chunk by chunk with turns of the event loop in between. A chunk ends where
 * `},{` stands; whether objects of the list really meet there is known when it is read: up to that place it is the
 * text itself, so were the place inside a string or inside an object, the chunk would not be JSON. Then the text
 * is read as a whole.
 */
export async function parseJsonInChunks(text: string): Promise<ReturnType<typeof parseJson>> {
  if (!isLong(text)) return parseJson(text);
  await yieldToLoop();
  const value = await parseChunks(text);
  return value === undefined ? parseJson(text) : { value };
}

async function parseChunks(text: string): Promise<unknown> {
  const [head, name] = LIST.exec(text) ?? [];
  if (head === undefined) return undefined;
  const items: unknown[] = [];
  let from = head.length;
  for (;;) {
    const meeting = text.indexOf(BETWEEN, from + CHUNK_CHARACTERS);
    if (meeting < 0) break;
    const chunk = parseJson(`[${text.slice(from, meeting + 1)}]`);
    if (!('value' in chunk)) return undefined;
    for (const item of chunk.value as unknown[]) items.push(item);
    from = meeting + 2;
    await yieldToLoop();
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
