const ON = new Set(['1', 'true', 'yes', 'on']);
const OFF = new Set(['0', 'false', 'no', 'off']);

/** The value of a switch in an environment variable, in any case; undefined for a word that is none. */
export function switchWord(word: string): boolean | undefined {
  const lower = word.toLowerCase();
  if (ON.has(lower)) return true;
  return OFF.has(lower) ? false : undefined;
}
