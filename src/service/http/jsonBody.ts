import { yieldToLoop } from '../../lib/chunked.ts';
import { Refusal } from '../engine.ts';

/** Maximum nesting depth of lists and objects; the interface needs a tenth of it. */
const MAX_LEVELS = 64;
/** Maximum number of different field names in a body: JavaScript engines are slow with objects of ever new shapes. */
const MAX_NAMES = 1000;
/** Maximum length of a string, in characters: a script, the longest one in the interface, is shorter. */
const LONGEST_TEXT = 1024 * 1024;
/**
 * Number of values and names that are read in one slice, which takes a few milliseconds; then other requests are
 * served.
 */
const SLICE = 4000;

type Container = unknown[] | Record<string, unknown>;

const SPACE = /[\t\n\r ]*/y;
const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y;

const invalid = (what: string) => new Refusal(400, `the body is not valid JSON: ${what}`);

/** Parses a text in slices: each call of `next` reads one slice, or to the end. */
class JsonBodyReader {
  readonly #text: string;
  readonly #most: number;
  /** Decoded field names by their JSON text. */
  readonly #names = new Map<string, string>();
  #at = 0;
  #values = 0;

  /** @param most maximum number of values in the text */
  constructor(text: string, most: number) {
    this.#text = text;
    this.#most = most;
  }

  /** Yields after each slice; returns the parsed value. @throws Refusal 400, 413 */
  *read(): Generator<void, unknown> {
    const root: unknown[] = [];
    const open: Container[] = [root];
    for (let steps = 1; ; steps++) {
      if (steps % SLICE === 0) yield;
      const inside = open.at(-1)!;
      const name = Array.isArray(inside) ? undefined : this.#name();
      const value = this.#value();
      if (name === undefined) (inside as unknown[]).push(value);
      else (inside as Record<string, unknown>)[name] = value;
      if (isContainer(value) && !this.#consume(closing(value))) {
        if (open.length > MAX_LEVELS)
          throw new Refusal(400, `the body nests deeper than ${MAX_LEVELS} levels`);
        open.push(value);
      } else if (this.#closeContainers(open)) break;
    }
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#broken();
    return root[0];
  }

  /** Consumes the ends of the containers that end after a value. @returns false if another value follows */
  #closeContainers(open: Container[]): boolean {
    while (open.length > 1) {
      if (this.#consume(',')) return false;
      if (!this.#consume(closing(open.at(-1)!))) throw this.#broken();
      open.pop();
    }
    return true;
  }

  #name(): string {
    this.#skipSpace();
    const from = this.#at;
    const end = this.#stringEnd();
    const written = this.#text.slice(from, end);
    let name = this.#names.get(written);
    if (name === undefined) {
      name = this.#string(end);
      // A handler that copies such a field would change the prototype of an object.
      if (name === '__proto__') throw invalid('a field cannot be named "__proto__"');
      this.#names.set(written, name);
      if (this.#names.size > MAX_NAMES)
        throw new Refusal(413, `the body has more than ${MAX_NAMES} different field names`);
    }
    this.#at = end;
    if (!this.#consume(':')) throw this.#broken();
    return name;
  }

  #value(): unknown {
    if (++this.#values > this.#most) throw new Refusal(413, `the body has more than ${this.#most} values`);
    if (this.#consume('{')) return {};
    if (this.#consume('[')) return [];
    if (this.#text[this.#at] === '"') return this.#string(this.#stringEnd());
    LITERAL.lastIndex = this.#at;
    const [literal] = LITERAL.exec(this.#text) ?? [];
    if (literal === undefined) throw this.#broken();
    this.#at += literal.length;
    return JSON.parse(literal);
  }

  /**
   * Parses the string that ends before `end`. Its slice is parsed by itself, so that the value does not keep the
   * whole text in memory.
   */
  #string(end: number): string {
    const written = this.#text.slice(this.#at, end);
    try {
      const value = JSON.parse(written) as string;
      this.#at = end;
      return value;
    } catch {
      throw this.#broken();
    }
  }

  /** The position after the string that begins at the current one. */
  #stringEnd(): number {
    if (this.#text[this.#at] !== '"') throw this.#broken();
    for (let end = this.#at + 1; ; end++) {
      end = this.#text.indexOf('"', end);
      if (end < 0) throw this.#broken();
      if (end - this.#at > LONGEST_TEXT)
        throw new Refusal(413, `a text in the body is longer than ${LONGEST_TEXT} characters`);
      let slashes = 0;
      while (this.#text[end - 1 - slashes] === '\\') slashes++;
      if (slashes % 2 === 0) return end + 1;
    }
  }

  #consume(sign: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }

  #skipSpace(): void {
    SPACE.lastIndex = this.#at;
    SPACE.test(this.#text);
    this.#at = SPACE.lastIndex;
  }

  #broken(): Refusal {
    const offset = Buffer.byteLength(this.#text.slice(0, this.#at));
    return invalid(this.#at < this.#text.length ? `syntax error at byte ${offset}` : 'its end is missing');
  }
}

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;
const closing = (container: Container): string => (Array.isArray(container) ? ']' : '}');

/**
 * Parses a JSON body like JSON.parse, but in slices between which other requests are served, and within limits that
 * no valid request comes near.
 * @param most maximum number of values in the body
 * @throws Refusal 400 for anything but JSON in UTF-8, 413 for too much of it
 */
export async function readJson(content: Uint8Array, most: number, pause = yieldToLoop): Promise<unknown> {
  const slices = new JsonBodyReader(decode(content), most).read();
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
    await pause();
  }
}

function decode(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw invalid('it is not in UTF-8');
  }
}
