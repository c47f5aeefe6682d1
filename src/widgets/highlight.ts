import type { Look, Role } from '../lib/look.ts';

/** Paints each place where one of `words` occurs in `text`, in any case; the rest in `role`. `text` is not painted yet. */
export function highlight(text: string, words: readonly string[], look: Look, role: Role = 'text'): string {
  const wanted = words
    .filter((word) => word !== '')
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  if (wanted.length === 0) return look.paint(role, text);
  // Longer words first, so that none is hidden by another that it begins with.
  wanted.sort((a, b) => b.length - a.length);
  return text
    .split(new RegExp(`(${wanted.join('|')})`, 'giu'))
    .map((part, index) => look.paint(index % 2 === 1 ? 'match' : role, part))
    .join('');
}
