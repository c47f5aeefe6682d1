import { Refusal } from '../engine.ts';
import { utf8Length } from './order.ts';

/** Maximum length of a name and of a whole path, in bytes of UTF-8 (NAME_MAX and PATH_MAX of Linux). */
const LONGEST_NAME = 255;
const LONGEST_PATH = 4096;

/** The names in a path from the root on; empty for the root itself. */
export type Path = readonly string[];

/**
 * Parses an absolute path; resolves `.`, `..` and doubled slashes.
 * @throws Refusal 400
 */
export function parsePath(text: string): Path {
  const refuse = (why: string) => new Refusal(400, `${JSON.stringify(shortened(text))} ${why}`);
  if (!text.startsWith('/')) throw refuse('is not an absolute path: start it with "/"');
  if (text.includes('\0')) throw refuse('contains a NUL character: remove it');
  if (!text.isWellFormed()) throw refuse('is not valid Unicode: it contains an unpaired surrogate');
  if (utf8Length(text) > LONGEST_PATH) throw refuse(`is longer than ${LONGEST_PATH} bytes`);
  const path: string[] = [];
  for (const name of text.split('/')) {
    if (utf8Length(name) > LONGEST_NAME) throw refuse(`has a name longer than ${LONGEST_NAME} bytes`);
    if (name === '..' && path.length === 0) throw refuse('leads above the root: remove ".."');
    if (name === '..') path.pop();
    else if (name !== '' && name !== '.') path.push(name);
  }
  return path;
}

/** The absolute path as text; `/` for the root. */
export const pathText = (path: Path): string => `/${path.join('/')}`;

const shortened = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text);
