import { yieldToLoop } from '../lib/chunked.ts';
import { parseJson } from './json.ts';

/** The characters in a chunk: they are parsed in 2 ms, and what is made of them and let go again is collected cheaply. */
const CHUNK_CHARACTERS = 256 * 1024;
/** The end of one object of a list and the beginning of the next. */
const BETWEEN = '},{';
/** The beginning of an answer that is a list, or an object whose first field is one. */
const LIST = /^\s*(?:\{\s*"(\w+)"\s*:\s*)?\[/;
/** The name of the list's rest in the last chunk: its own may come again there, and takes the place of the list then. */
const REST = ' rest';
/** As much of an answer as is shown where it is not JSON. */
const BEGINNING_CHARACTERS = 200;

type Fields = Record<string, unknown>;

/** Takes an item of a list and returns what shall stand in its place. */
type Keep = (item: unknown, index: number, listName: string | undefined) => unknown;

/** The value of an answer, or where it stops being JSON; `beginning` is then what it begins with. */
export type JsonAnswer =
  | { readonly value: unknown }
  | { readonly brokenAtByte: number; readonly beginning: string };

/**
 * Reads JSON as it arrives, a long list of objects chunk by chunk with turns of the event loop in between, so that
 * neither the whole text nor more than a chunk of new objects is held. A chunk ends where `},{` stands. Whether objects of
 * the list really meet there is known when it is read: were the place inside a string or inside an object, the chunk would
 * not be JSON, and a longer one is tried.
 * @param keep called once for each item of a long list; what it returns takes the item's place
 * @returns undefined for nothing but blanks
 */
export async function readJson(
  body: AsyncIterable<string>,
  keep: Keep = (item) => item,
): Promise<JsonAnswer | undefined> {
  const reader = new ChunkReader(keep);
  for await (const piece of body) {
    reader.add(piece);
    while (reader.readChunk()) await yieldToLoop();
  }
  return reader.readRest();
}

class ChunkReader {
  readonly #keep: Keep;
  /** The text that has arrived and is not parsed yet. */
  #text = '';
  /** As much text is there when a chunk is tried. */
  #wanted = CHUNK_CHARACTERS;
  #beginning = '';
  #list: { readonly name: string | undefined; readonly items: unknown[] } | undefined;
  /** UTF-8 bytes of what is parsed. */
  #bytes = 0;

  constructor(keep: Keep) {
    this.#keep = keep;
  }

  add(piece: string): void {
    this.#text += piece;
  }

  /** Parses a chunk of the list if one is there. */
  readChunk(): boolean {
    if (this.#text.length <= this.#wanted || !this.#isInList()) return false;
    const meeting = this.#text.indexOf(BETWEEN, this.#wanted);
    if (meeting < 0) {
      // Each look goes through all of the text, so there are few.
      this.#wanted = this.#text.length * 1.1;
      return false;
    }
    const chunk = parseJson(`[${this.#text.slice(0, meeting + 1)}]`);
    this.#wanted = 'value' in chunk ? CHUNK_CHARACTERS : 2 * meeting;
    if ('value' in chunk) {
      this.#addItems(chunk.value);
      this.#skip(meeting + 2);
    }
    return true;
  }

  readRest(): JsonAnswer | undefined {
    const list = this.#list;
    if (list === undefined && this.#text.trim() === '') return undefined;
    const before = list === undefined ? '' : list.name === undefined ? '[' : `{"${REST}":[`;
    const rest = parseJson(before + this.#text);
    if ('brokenAtByte' in rest) {
      const brokenAtByte = this.#bytes + rest.brokenAtByte - before.length;
      return { brokenAtByte, beginning: this.#beginning || this.#text.slice(0, BEGINNING_CHARACTERS) };
    }
    if (list === undefined) return rest;
    if (list.name === undefined) {
      this.#addItems(rest.value);
      return { value: list.items };
    }
    const { [REST]: items, ...others } = rest.value as Fields;
    this.#addItems(items);
    return { value: { [list.name]: list.items, ...others } };
  }

  #isInList(): boolean {
    if (this.#list !== undefined) return true;
    const [head, name] = LIST.exec(this.#text) ?? [];
    if (head === undefined) {
      this.#wanted = Number.POSITIVE_INFINITY;
      return false;
    }
    this.#beginning = this.#text.slice(0, BEGINNING_CHARACTERS);
    this.#list = { name, items: [] };
    this.#skip(head.length);
    return true;
  }

  #addItems(items: unknown): void {
    if (this.#list === undefined || !Array.isArray(items)) return;
    const { items: all, name } = this.#list;
    for (const item of items as unknown[]) all.push(this.#keep(item, all.length, name));
  }

  #skip(characters: number): void {
    this.#bytes += Buffer.byteLength(this.#text.slice(0, characters));
    this.#text = this.#text.slice(characters);
  }
}
