import { parse } from 'smol-toml';

/** The line, counted from 1, that sets the value at `path`; the path names one of several `[[tables]]` by index. */
export type LineOf = (path: readonly string[]) => number;

/** A scanner over a TOML source; each method returns what it read and moves past it. */
class Scanner {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get done(): boolean {
    return this.#at >= this.#source.length;
  }

  /** Reads the text that `pattern`, a sticky expression, matches at the current position. */
  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [text = ''] = pattern.exec(this.#source) ?? [];
    this.#at += text.length;
    return text;
  }

  /** Reads blank lines, indentation and comments. */
  gap(): string {
    return this.#take(/(?:[ \t\r\n]|#[^\n]*)*/y);
  }

  /** Reads a table header with its brackets; empty if there is none. */
  header(): string {
    return this.#take(/\[\[?(?:"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[^\]"'\n])*\]\]?/y);
  }

  /** Reads a bare, quoted or dotted key up to its equals sign. */
  key(): string {
    return this.#take(/(?:"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[^="'\n])*/y);
  }

  /** Reads the equals sign and the value, to the end of the value's last line. */
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

/** The parts of a dotted key or header, found by parsing that statement alone. */
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

/** Counts the `[[tables]]` of a source, so that each gets its own path. */
class ListCounts {
  /** The number of tables of each list so far, by the path of the list. */
  readonly #counts = new Map<string, number>();

  /** The path for a header: a name of a list refers to its last table. */
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
 * A function that finds the line of a value in a valid source: the parser reports positions of syntax errors only, while
 * values are checked later. For a key that is absent or in an inline table it gives the line of the nearest table or key
 * around it.
 */
export function lineFinder(source: string): LineOf {
  const lines = new Map<string, number>();
  const scanner = new Scanner(source);
  const lists = new ListCounts();
  let table: string[] = [];
  let line = 1 + lineEnds(scanner.gap());
  while (!scanner.done) {
    const header = scanner.header();
    const key = header === '' ? scanner.key() : '';
    if (header !== '') table = lists.tableOf(header);
    const path = header === '' ? [...table, ...names(`${key}=0`)] : table;
    for (let length = path.length; length > 0; length--) {
      const known = id(path.slice(0, length));
      if (!lines.has(known)) lines.set(known, line);
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
