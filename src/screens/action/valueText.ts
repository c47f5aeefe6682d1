/** A form value as text for a command line; empty if the field was left empty. */
export const valueText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
