import { withPoint } from '../../lib/decimal.ts';
import { bytes } from '../../lib/format.ts';
import type { Field } from '../../store/action/field.ts';

/** The value that a form field was read as, or the problem with its text. */
export type ReadResult<Value = unknown> = { readonly value: Value } | { readonly problem: string };

/** The characters that Ceph's own tools accept in names of pools, rules and buckets; its monitors do not check. */
const CEPH_NAME = /^[A-Za-z0-9_.-]+$/;

/** Reads a name that Ceph's tools accept. */
export function readCephName(text: string): ReadResult<string> {
  if (text === '') return { problem: 'It must be filled in.' };
  return CEPH_NAME.test(text) ? { value: text } : { problem: 'Use letters, digits, _, . and -.' };
}

/** Reads such a name or an empty text; an existing name may be kept, whatever it is. */
export const readOptionalCephName =
  (now: string | undefined) =>
  (text: string): ReadResult => {
    if (text === '') return { value: undefined };
    return text === now ? { value: text } : readCephName(text);
  };

const UNITS = ['', 'K', 'M', 'G', 'T', 'P', 'E'];

/**
 * Parses bytes as a person writes them: `10G`, `1.5 TiB`, `4096`, and `1,5 TiB` in a locale with a decimal comma; units
 * are binary. Undefined for any other text.
 */
export function parseBytes(text: string): number | undefined {
  const number = /^(.*?)(?:(?<=[kmgtpe])i)?b?$/i.exec(text.trim())?.[1] ?? '';
  return parseScaled(number, 1024);
}

/** Parses a count as a person writes it: `500`, `10k`, `1.5M`; units are decimal. Undefined for any other text. */
export const parseCount = (text: string): number | undefined =>
  /^\d+$|[kmgtpe]$/i.test(text.trim()) ? parseScaled(text.trim(), 1000) : undefined;

function parseScaled(text: string, step: number): number | undefined {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)\s*([kmgtpe]?)$/i.exec(withPoint(text)) ?? [];
  if (number === undefined) return undefined;
  const value = Math.round(Number(number) * step ** UNITS.indexOf(unit.toUpperCase()));
  return Number.isSafeInteger(value) ? value : undefined;
}

/** The size that a text stands for; undefined for 0, which means no limit, and for a text that is no size. */
export function sizeWords(text: string): string | undefined {
  const size = parseBytes(text) ?? 0;
  return size > 0 ? bytes(size) : undefined;
}

/** The shortest text that `parseBytes` reads as exactly this size: `50G`, `1536M`. */
export function exactSize(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value > 0 && value % 1024 === 0 && unit < UNITS.length - 1) [value, unit] = [value / 1024, unit + 1];
  return `${value}${UNITS[unit]}`;
}

/** Reads an optional value; a text that is none has this problem. */
export const readOptional =
  (parse: (text: string) => number | undefined, problem: string) =>
  (text: string): ReadResult => {
    const value = parse(text);
    return text === '' || value !== undefined ? { value } : { problem };
  };

/** A field for an optional number of things. */
export const countField = (label: string, hint: string): Partial<Field> & Pick<Field, 'read'> => ({
  label,
  hint,
  read: readOptional(parseCount, 'Type a whole number, such as 500 or 1.5M.'),
});

/** A field for a size. */
export const sizeField = (label: string, required = true): Partial<Field> & Pick<Field, 'read'> => ({
  label,
  required,
  hint: 'a size, such as 10G or 1.5 TiB',
  words: sizeWords,
  read: (text) =>
    text === '' && required
      ? { problem: 'It must be filled in.' }
      : readOptional(parseBytes, 'Type a size, such as 10G or 1.5 TiB.')(text),
});
