import type { Look, Role } from '../lib/look.ts';
import { visible } from '../lib/text.ts';

/** A line of a foldable JSON text. */
export interface JsonLine {
  /** The JSON pointer (RFC 6901) of the value; a closing bracket has that of its object or array. */
  readonly path: string;
  /** The text, painted and indented, but not cut. */
  readonly text: string;
  /** The state of the object or array that starts on this line, if one does. */
  readonly fold?: 'open' | 'closed';
}

/** Decides if an object or array is folded; `depth` is 0 for the whole document. */
export type IsClosed = (path: string, depth: number) => boolean;

/** Deeper levels are always folded, so that no document exhausts the stack. */
const MAX_DEPTH = 100;

function roleOf(value: unknown): Role {
  if (value === null) return 'dim';
  if (typeof value === 'string') return 'ok';
  return typeof value === 'boolean' ? 'warn' : 'info';
}

/** The value at a JSON pointer of `jsonLines`. In a masked copy, a pointer below a masked value gives the mask. */
export function valueAt(document: unknown, path: string): unknown {
  let value = document;
  for (const key of path.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) break;
    value = (value as Readonly<Record<string, unknown>>)[key.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return value;
}

const step = (path: string, key: string) => `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** A JSON value as lines, indented by two columns per level; folded objects and arrays take one line. */
export function jsonLines(value: unknown, isClosed: IsClosed, look: Look): JsonLine[] {
  const lines: JsonLine[] = [];
  const text = (part: unknown) => visible(JSON.stringify(part) ?? 'undefined', look.unicode);

  function add(part: unknown, path: string, depth: number, label: string, comma: string): void {
    const start = `${'  '.repeat(depth)}${label}`;
    if (typeof part !== 'object' || part === null) {
      lines.push({ path, text: `${start}${look.paint(roleOf(part), text(part))}${comma}` });
      return;
    }
    const isArray = Array.isArray(part);
    const [open, close] = isArray ? '[]' : '{}';
    const entries = Object.entries(part);
    if (entries.length === 0) {
      lines.push({ path, text: `${start}${open}${close}${comma}` });
      return;
    }
    if (depth >= MAX_DEPTH || isClosed(path, depth)) {
      const size = `${entries.length} ${isArray ? 'item' : 'key'}${entries.length === 1 ? '' : 's'}`;
      const inside = `${look.glyphs.ellipsis} ${size} `;
      lines.push({
        path,
        text: `${start}${open}${look.paint('dim', inside)}${close}${comma}`,
        fold: 'closed',
      });
      return;
    }
    lines.push({ path, text: `${start}${open}`, fold: 'open' });
    for (const [index, [key, child]] of entries.entries()) {
      const name = isArray ? '' : `${look.paint('key', text(key))}: `;
      add(child, step(path, key), depth + 1, name, index < entries.length - 1 ? ',' : '');
    }
    lines.push({ path, text: `${'  '.repeat(depth)}${close}${comma}` });
  }

  add(value, '', 0, '', '');
  return lines;
}
