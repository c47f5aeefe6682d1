/** An SGR sequence, the only kind of escape sequence that this program's own text carries. */
export const SGR = /\x1b\[([\d;]*)m/g;

/** Splits SGR parameters into one entry per attribute: `1;38;5;203` is bold and a palette colour. */
export function attributes(parameters: string): string[] {
  return parameters.match(/[34]8;(?:5;\d+|2;\d+;\d+;\d+)|\d+/g) ?? [];
}

const CLOSE: Readonly<Record<string, string>> = {
  1: '22',
  2: '22',
  3: '23',
  4: '24',
  5: '25',
  7: '27',
  9: '29',
};

/** The parameter that ends an attribute, which is 39 and 49 for colours; undefined for one that ends something itself. */
export function closeOf(attribute: string): string | undefined {
  if (/^(?:3[0-8]|9[0-7])/.test(attribute)) return '39';
  if (/^(?:4[0-8]|10[0-7])/.test(attribute)) return '49';
  return CLOSE[attribute];
}

/** The text without its styles. */
export const unstyled = (text: string): string => (text.includes('\x1b') ? text.replace(SGR, '') : text);

/** Adds the attributes of one more sequence to the active ones, which are kept by what ends each. */
export function takeIn(inForce: Map<string, string>, parameters: string): void {
  if (parameters === '') inForce.clear();
  for (const attribute of attributes(parameters)) {
    const end = closeOf(attribute);
    if (end !== undefined) inForce.set(end, attribute);
    else if (attribute === '0') inForce.clear();
    else inForce.delete(attribute);
  }
}

/** Closing sequences of the styles painted so far: a theme has some dozens, and each cell is painted in one. */
const closings = new Map<string, string>();
const MAX_CLOSINGS = 1000;

/** The parameters that end exactly what `parameters` start, each once. */
function closing(parameters: string): string {
  const known = closings.get(parameters);
  if (known !== undefined) return known;
  const ends = attributes(parameters).map((attribute) => closeOf(attribute) ?? '');
  const found = [...new Set(ends)].filter(Boolean).join(';');
  if (closings.size >= MAX_CLOSINGS) closings.clear();
  closings.set(parameters, found);
  return found;
}

/** Wraps text in SGR parameters; empty parameters or empty text add nothing. */
export function styled(parameters: string, text: string): string {
  if (parameters === '' || text === '') return text;
  return `\x1b[${parameters}m${text}\x1b[${closing(parameters)}m`;
}
