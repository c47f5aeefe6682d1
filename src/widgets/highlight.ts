import type { Look, Role } from '../lib/look.ts';

/** Highlights all occurrences of `words` in the unpainted `text`, ignoring case, and paints the rest in `role`. */
export function highlight(text: string, words: readonly string[], look: Look, role: Role = 'text'): string {
  const wanted = words
    .filter((word) => word !== '')
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  if (wanted.length === 0) return look.paint(role, text);
  // Longer words come first, so that a word does not hide a longer one that begins with it.
  wanted.sort((a, b) => b.length - a.length);
  return text
    .split(new RegExp(`(${wanted.join('|')})`, 'giu'))
    .map((part, index) => look.paint(index % 2 === 1 ? 'match' : role, part))
    .join('');
}
