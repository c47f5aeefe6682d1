/** The values of a form, as they are written in a command line; nothing for what was left empty. */
export const valueText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
