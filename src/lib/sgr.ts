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

/** The parameters that end exactly what `parameters` start, each once. */
function closing(parameters: string): string {
  const ends = attributes(parameters).map((attribute) => closeOf(attribute) ?? '');
  return [...new Set(ends)].filter(Boolean).join(';');
}

/** Wraps text in SGR parameters; empty parameters or empty text add nothing. */
export function styled(parameters: string, text: string): string {
  if (parameters === '' || text === '') return text;
  return `\x1b[${parameters}m${text}\x1b[${closing(parameters)}m`;
}
