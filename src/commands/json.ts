/** Characters that a terminal acts on, or that hide or reorder text; JSON leaves them as they are. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/gu;

const escaped = (character: string) =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');

/** A value as JSON that is safe to show: what could act on a terminal is written as an escape, which means the same. */
export function safeJson(value: unknown, indent = 0): string {
  const text = JSON.stringify(value, undefined, indent) ?? 'null';
  return text.replace(UNSAFE, (character) => (character === '\n' ? character : escaped(character)));
}
