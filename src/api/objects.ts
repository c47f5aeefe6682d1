const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const NEWLINE = 0x0a;
const SPACE = 0x20;
/** Characters that end a string, or may. */
const STRING_SIGN = /["\\\n]/g;
/** Characters that JSON allows before an object within an object: a colon, a comma or a bracket. */
const BEFORE_OBJECT = new Set([0x3a, 0x2c, 0x5b]);

/** Where the text of a string holds the next character that matters; the end of the chunk when it has none. */
function nextStringSign(chunk: string, index: number): number {
  STRING_SIGN.lastIndex = index;
  return STRING_SIGN.test(chunk) ? STRING_SIGN.lastIndex - 1 : chunk.length;
}

/** Cuts a text that arrives in pieces into the outermost JSON objects in it, and forgets what stands between them. */
export interface ObjectSplitter {
  /** Stands between objects. */
  readonly idle: boolean;
  /** The objects that this piece completes, as text; `undefined` stands for one that was too long. */
  feed(chunk: string): (string | undefined)[];
}

/**
 * Works for newline-delimited, concatenated and listed objects alike. A broken object comes out as text
 * that is no JSON; the next one is found again where a line breaks within a string, or where an object
 * begins that cannot stand there.
 *
 * @param limit the most characters of an object; a longer one is read over without being kept
 */
export function createObjectSplitter(limit: number): ObjectSplitter {
  let kept = '';
  let length = 0;
  let depth = 0;
  let inString = false;
  let escaped = false;
  /** The last character that is neither space nor inside a string. */
  let before = 0;

  function keep(part: string): void {
    length += part.length;
    kept = length > limit ? '' : kept + part;
  }

  function take(rest: string): string | undefined {
    keep(rest);
    const object = length > limit ? undefined : kept;
    kept = '';
    length = 0;
    depth = 0;
    inString = false;
    escaped = false;
    return object;
  }

  /** Reads one character within an object; tells whether the object ends with it, or `before` it as a broken one. */
  function ends(code: number): 'with' | 'before' | undefined {
    if (inString) {
      if (code === NEWLINE) return 'before';
      if (escaped) escaped = false;
      else if (code === BACKSLASH) escaped = true;
      else if (code === QUOTE) inString = false;
      return undefined;
    }
    if (code <= SPACE) return undefined;
    if (code === OPEN && !BEFORE_OBJECT.has(before)) return 'before';
    before = code;
    if (code === QUOTE) inString = true;
    else if (code === OPEN) depth++;
    else if (code === CLOSE) depth--;
    return depth === 0 ? 'with' : undefined;
  }

  return {
    get idle() {
      return depth === 0;
    },
    feed(chunk) {
      const objects: (string | undefined)[] = [];
      let start = 0;
      for (let index = 0; index < chunk.length; index++) {
        if (inString && !escaped) index = nextStringSign(chunk, index);
        if (index === chunk.length) break;
        const code = chunk.charCodeAt(index);
        if (depth > 0) {
          const end = ends(code);
          if (end === undefined) continue;
          objects.push(take(chunk.slice(start, end === 'with' ? index + 1 : index)));
          if (end === 'with') continue;
        }
        if (code !== OPEN) continue;
        depth = 1;
        before = OPEN;
        start = index;
      }
      if (depth > 0) keep(chunk.slice(start));
      return objects;
    },
  };
}
