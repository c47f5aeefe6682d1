/** Matches an SGR sequence, the only kind of escape sequence in this program's own text. */
export const SGR = /\x1b\[([\d;]*)m/g;

/**
 * The attribute of text with the link of that number. It has the form of an underline colour (SGR 58), which this program
 * does not use, because Ink and the functions here keep it like any colour. It never reaches the terminal.
 */
export const linkAttribute = (number: number): string => `58;5;${number}`;

/** The number of the link that an attribute starts; undefined for other attributes. */
export function linkOf(attribute: string): number | undefined {
  const number = /^58;5;(\d+)$/.exec(attribute)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Splits SGR parameters into one entry per attribute: `1;38;5;203` is bold and a palette colour. */
export function attributes(parameters: string): string[] {
  return parameters.match(/[345]8;(?:5;\d+|2;\d+;\d+;\d+)|\d+/g) ?? [];
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

/** The parameter that ends an attribute (39 or 49 for colours, 59 for a link); undefined for a parameter that itself ends one. */
export function closeOf(attribute: string): string | undefined {
  if (/^(?:3[0-8]|9[0-7])/.test(attribute)) return '39';
  if (/^(?:4[0-8]|10[0-7])/.test(attribute)) return '49';
  if (attribute.startsWith('58;')) return '59';
  return CLOSE[attribute];
}

/** The text without its styles. */
export const unstyled = (text: string): string => (text.includes('\x1b') ? text.replace(SGR, '') : text);

/**
 * Applies the parameters of one more sequence to the active attributes, a map keyed by the parameter that ends each.
 */
export function applySgr(active: Map<string, string>, parameters: string): void {
  if (parameters === '') active.clear();
  for (const attribute of attributes(parameters)) {
    const end = closeOf(attribute);
    if (end !== undefined) active.set(end, attribute);
    else if (attribute === '0') active.clear();
    else active.delete(attribute);
  }
}

/**
 * A cache of closing parameters by opening parameters: a theme has a few dozen styles, and every cell is painted in
 * one.
 */
const closings = new Map<string, string>();
const MAX_CLOSINGS = 1000;

/** The parameters that end exactly the attributes that `parameters` start, without duplicates. */
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
