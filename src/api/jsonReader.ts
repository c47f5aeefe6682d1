import { yieldToLoop } from '../lib/chunked.ts';
import { parseJson } from './json.ts';

/** The size of a chunk in characters: it is parsed in 2 ms, and its discarded objects are young and cheap to collect. */
const CHUNK_CHARACTERS = 256 * 1024;
/** The boundary between two objects of a list. */
const BETWEEN = '},{';
/** The start of an answer that is a list, or an object whose first field is a list. */
const LIST = /^\s*(?:\{\s*"(\w+)"\s*:\s*)?\[/;
/** A temporary name for the rest of the list in the last chunk. The real name may occur again there and then wins. */
const REST = ' rest';
/** The number of characters shown of an answer that is not JSON. */
const BEGINNING_CHARACTERS = 200;

type JsonFields = Record<string, unknown>;

/** Maps an item of a list to the value that replaces it. */
type Keep = (item: unknown, index: number, listName: string | undefined) => unknown;

/** The value of an answer, or the byte at which it stops being JSON, with the beginning of its text. */
export type JsonAnswer =
  | { readonly value: unknown }
  | { readonly brokenAtByte: number; readonly beginning: string };

/**
 * Parses JSON as it arrives. A long list of objects is parsed in chunks with turns of the event loop in between, so that
 * neither the whole text nor more than one chunk of new objects is in memory. A chunk ends at `},{`. If that is not a
 * boundary between items but inside a string or an item, the chunk is not valid JSON and a longer one is tried.
 * @param keep called once for each item of a long list; its result replaces the item
 * @returns undefined for an empty or blank text
 */
export async function readJson(
  body: AsyncIterable<string>,
  keep: Keep = (item) => item,
): Promise<JsonAnswer | undefined> {
  const reader = new JsonChunkReader(keep);
  for await (const piece of body) {
    reader.add(piece);
    while (reader.readChunk()) await yieldToLoop();
  }
  return reader.readRest();
}

class JsonChunkReader {
  readonly #keep: Keep;
  /** The text that has arrived and is not yet parsed. */
  #text = '';
  /** The length of text from which a chunk is tried. */
  #wanted = CHUNK_CHARACTERS;
  #beginning = '';
  #list: { readonly name: string | undefined; readonly items: unknown[] } | undefined;
  /** The number of UTF-8 bytes already parsed. */
  #bytes = 0;

  constructor(keep: Keep) {
    this.#keep = keep;
  }

  add(piece: string): void {
    this.#text += piece;
  }

  /** Parses a chunk of the list, or finds that a longer one is needed; returns false if more text must arrive first. */
  readChunk(): boolean {
    if (this.#text.length <= this.#wanted || !this.#isInList()) return false;
    const meeting = this.#text.indexOf(BETWEEN, this.#wanted);
    if (meeting < 0) {
      // Each search scans the text again, so the next one waits for a tenth more.
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
    const { [REST]: items, ...others } = rest.value as JsonFields;
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
