/** Permission bits of a mode as the interface writes it: octal digits carried as a number, or the bits themselves. */
export const bitsOf = (mode: number): number =>
  /^[0-7]{1,4}$/.test(String(mode)) ? Number.parseInt(String(mode), 8) : mode & 0o7777;

const SPECIAL = [
  { bit: 0o4000, at: 2, set: 's', only: 'S' },
  { bit: 0o2000, at: 5, set: 's', only: 'S' },
  { bit: 0o1000, at: 8, set: 't', only: 'T' },
] as const;

/** Permission bits as `ls` shows them: `rwxr-xr-x`. */
export function modeText(bits: number): string {
  const letters = Array.from('rwxrwxrwx', (letter, index) => (bits & (0o400 >> index) ? letter : '-'));
  for (const { bit, at, set, only } of SPECIAL)
    if (bits & bit) letters[at] = letters[at] === 'x' ? set : only;
  return letters.join('');
}
