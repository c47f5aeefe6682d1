/** A value as JSON in pure ASCII: `config-key dump` prints other text as `<<< binary blob of length 10 >>>`. */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
