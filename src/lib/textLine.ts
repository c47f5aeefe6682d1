import { withLinks } from './links.ts';
import type { Look, Role } from './look.ts';
import { visible } from './text.ts';

/**
 * A line of untrusted text, not yet made visible or painted, with an optional role and an optional dim label before it.
 */
export type TextLine = string | { readonly text: string; readonly role?: Role; readonly label?: string };

/** A heading between lines of text. */
export const heading = (text: string): TextLine => ({ text, role: 'strong' });

/** Makes a line visible, links the web addresses in its text, and paints it in its role. */
export function paintedLine(look: Look, line: TextLine): string {
  const { text, role, label = '' } = typeof line === 'string' ? { text: line } : line;
  const clean = (part: string) => visible(part, look.unicode);
  const linked = withLinks(clean(text), (address) => look.link(address, address));
  const shown = role ? look.paint(role, linked) : linked;
  return label === '' ? shown : look.paint('dim', clean(label)) + shown;
}
