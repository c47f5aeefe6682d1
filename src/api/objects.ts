const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const NEWLINE = 0x0a;
const SPACE = 0x20;
/** Characters that matter within a string: its end, an escape, or a newline, which is invalid there. */
const STRING_SIGN = /["\\\n]/g;
/** Characters that may precede a nested object in JSON: a colon, a comma or a bracket. */
const BEFORE_OBJECT = new Set([0x3a, 0x2c, 0x5b]);

/** The index of the next character that matters within a string, or the end of the chunk. */
function nextStringSign(chunk: string, index: number): number {
  STRING_SIGN.lastIndex = index;
  return STRING_SIGN.test(chunk) ? STRING_SIGN.lastIndex - 1 : chunk.length;
}

/** Splits a text that arrives in chunks into its outermost JSON objects and discards everything between them. */
export interface ObjectSplitter {
  /** True between objects. */
  readonly idle: boolean;
  /** The texts of the objects that this chunk completes; `undefined` for an object that was too long. */
  feed(chunk: string): (string | undefined)[];
}

/**
 * Creates a splitter for newline-delimited, concatenated or listed objects. A broken object is returned as text that is
 * not JSON; the splitter recovers at a line break within a string, or at an object that cannot be nested there.
 *
 * @param limit the maximum length of an object in characters; a longer one is skipped without being kept
 */
export function createObjectSplitter(limit: number): ObjectSplitter {
  let kept = '';
  let length = 0;
  let depth = 0;
  let inString = false;
  let escaped = false;
  /** The last character outside strings that is not white space. */
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

  /** Reads a character of an object. Returns `with` if it ends the object, `before` if the object broke off before it. */
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
