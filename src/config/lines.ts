import { parse } from 'smol-toml';

/** The line, counted from 1, on which the value at `path` is set; one of several `[[tables]]` by its index. */
export type LineOf = (path: readonly string[]) => number;

/** A cursor over a TOML source; each method leaves it behind what it read and gives that back. */
class Scanner {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get done(): boolean {
    return this.#at >= this.#source.length;
  }

  /** Reads the text that `pattern`, a sticky expression, matches here, and moves past it. */
  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [text = ''] = pattern.exec(this.#source) ?? [];
    this.#at += text.length;
    return text;
  }

  /** Blank lines, indentation and comments. */
  gap(): string {
    return this.#take(/(?:[ \t\r\n]|#[^\n]*)*/y);
  }

  /** A header of a table, brackets included; empty where there is none. */
  header(): string {
    return this.#take(/\[\[?(?:"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[^\]"'\n])*\]\]?/y);
  }

  /** A bare, quoted or dotted key up to its equals sign. */
  key(): string {
    return this.#take(/(?:"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[^="'\n])*/y);
  }

  /** The equals sign and the value, to the end of the value's last line. */
  value(): string {
    const start = this.#at;
    let depth = 0;
    while (!this.done) {
      const piece = this.#take(
        /"""(?:\\[^]|[^\\])*?"{3,5}|'''[^]*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[^"'#[\]{}\n]+|[^]/y,
      );
      if (piece === '\n' && depth <= 0) break;
      if (piece === '[' || piece === '{') depth++;
      if (piece === ']' || piece === '}') depth--;
    }
    return this.#source.slice(start, this.#at);
  }
}

/** The names along a key or header, as the parser reads them from a table that has nothing but this one. */
function names(statement: string): string[] {
  const path: string[] = [];
  let value: unknown = parse(statement);
  for (;;) {
    if (Array.isArray(value)) value = value[0];
    const [entry] = value !== null && typeof value === 'object' ? Object.entries(value) : [];
    if (entry === undefined) return path;
    path.push(entry[0]);
    value = entry[1];
  }
}

const id = (path: readonly string[]) => JSON.stringify(path);

/** Counts the `[[tables]]` of a source, so that each has a path of its own. */
class Lists {
  /** The number of tables of each list so far, by the path of the list. */
  readonly #counts = new Map<string, number>();

  /** The path that the names of a header stand for: within a list, they mean its last table. */
  tableOf(header: string): string[] {
    const path: string[] = [];
    const along = names(header);
    for (const [index, name] of along.entries()) {
      path.push(name);
      const isNew = index === along.length - 1 && header.startsWith('[[');
      const count = (this.#counts.get(id(path)) ?? 0) + Number(isNew);
      if (count === 0) continue;
      this.#counts.set(id(path), count);
      path.push(String(count - 1));
    }
    return path;
  }
}

const lineEnds = (text: string) => text.split('\n').length - 1;

/**
 * Finds lines in a source that the parser has accepted: the parser tells positions of syntax errors only,
 * and a value of the wrong kind is found later. A key that is absent, or stands in an inline table, is told
 * by the nearest one around it.
 */
export function lineFinder(source: string): LineOf {
  const lines = new Map<string, number>();
  const scanner = new Scanner(source);
  const lists = new Lists();
  let table: string[] = [];
  let line = 1 + lineEnds(scanner.gap());
  while (!scanner.done) {
    const header = scanner.header();
    const key = header === '' ? scanner.key() : '';
    if (header !== '') table = lists.tableOf(header);
    const path = header === '' ? [...table, ...names(`${key}=0`)] : table;
    for (let length = path.length; length > 0; length--) {
      const place = id(path.slice(0, length));
      if (!lines.has(place)) lines.set(place, line);
    }
    line += lineEnds((header === '' ? scanner.value() : '') + scanner.gap());
  }
  return (path) => {
    for (let length = path.length; length > 0; length--) {
      const found = lines.get(id(path.slice(0, length)));
      if (found !== undefined) return found;
    }
    return 1;
  };
}
