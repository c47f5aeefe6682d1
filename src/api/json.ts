const SPACE = /[\t\n\r ]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;
const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y;

/** The end of the match of `pattern` at `at`; without a match the complement (`~`) of `at`. */
function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : ~at;
}

/** The end of the string that starts at `at`, or the complement of the position where it is invalid. */
function stringEnd(text: string, at: number): number {
  if (text[at] !== '"') return ~at;
  for (let index = at + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) return index + 1;
    if (code < 0x20) return ~index;
    if (code !== 0x5c) continue;
    const end = matchEnd(ESCAPE, text, index);
    if (end < 0) return end;
    index = end - 1;
  }
  return ~text.length;
}

const skipSpace = (text: string, at: number) => matchEnd(SPACE, text, at);

/** The end of the key at `at` and its colon, or the complement of the position where they are invalid. */
function keyEnd(text: string, at: number): number {
  const end = stringEnd(text, at);
  if (end < 0) return end;
  const colon = skipSpace(text, end);
  return text[colon] === ':' ? colon + 1 : ~colon;
}

/** The position at which a text stops being valid JSON; its length if it is only incomplete. */
function brokenAt(text: string): number {
  const open: ('{' | '[')[] = [];
  /** The next token: a value, a container's first item or its end, a key, or what may follow a value. */
  let expected: 'value' | 'first' | 'key' | 'after' = 'value';
  for (let at = skipSpace(text, 0); ; at = skipSpace(text, at)) {
    const sign = text[at];
    const inside = open.at(-1);
    if ((sign === '}' && inside === '{') || (sign === ']' && inside === '[')) {
      if (expected !== 'first' && expected !== 'after') return at;
      open.pop();
      at++;
      expected = 'after';
    } else if (expected === 'after') {
      if (sign !== ',' || inside === undefined) return at;
      at++;
      expected = inside === '{' ? 'key' : 'value';
    } else if (expected === 'key' || (expected === 'first' && inside === '{')) {
      at = keyEnd(text, at);
      expected = 'value';
    } else if (sign === '{' || sign === '[') {
      open.push(sign);
      at++;
      expected = 'first';
    } else {
      at = sign === '"' ? stringEnd(text, at) : matchEnd(LITERAL, text, at);
      expected = 'after';
    }
    if (at < 0) return ~at;
  }
}

/** Parses JSON; for an invalid text gives the byte of its UTF-8 form at which it breaks. */
export function parseJson(text: string): { readonly value: unknown } | { readonly brokenAtByte: number } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { brokenAtByte: Buffer.byteLength(text.slice(0, brokenAt(text))) };
  }
}
