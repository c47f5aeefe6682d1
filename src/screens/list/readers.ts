import type { Field } from '../../store/action/field.ts';

type Read = ReturnType<Field['read']>;

/** The text that a form gathered in a field; nothing where the field was left empty or is not there yet. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Names that Ceph's own tools take for of a pool, rule or bucket; its monitors do not look. */
const CEPH_NAME = /^[A-Za-z0-9_.-]+$/;

/** Reads such a name. */
export function readCephName(text: string): Read {
  if (text === '') return { problem: 'It must be filled in.' };
  return CEPH_NAME.test(text) ? { value: text } : { problem: 'Use letters, digits, _, . and -.' };
}

/** The same where nothing need be said; a name that is there already may stay, whatever it is. */
export const readCephNameOr =
  (now: string | undefined) =>
  (text: string): Read => {
    if (text === '') return { value: undefined };
    return text === now ? { value: text } : readCephName(text);
  };

const UNITS = ['', 'K', 'M', 'G', 'T', 'P', 'E'];

/** Bytes as a person writes them: `10G`, `1.5 TiB`, `4096`; units are binary. Nothing where it is none of that. */
export function parseBytes(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)\s*(?:([kmgtpe])i?)?b?$/i.exec(text.trim()) ?? [];
  if (number === undefined) return undefined;
  const bytes = Number(number) * 1024 ** UNITS.indexOf(unit.toUpperCase());
  return Number.isSafeInteger(Math.round(bytes)) ? Math.round(bytes) : undefined;
}

/** The shortest that `parseBytes` reads as exactly so many bytes: `50G`, `1536M`. */
export function exactSize(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value > 0 && value % 1024 === 0 && unit < UNITS.length - 1) [value, unit] = [value / 1024, unit + 1];
  return `${value}${UNITS[unit]}`;
}

const readBytes = (text: string): Read => {
  const value = parseBytes(text);
  return value === undefined ? { problem: 'Type a size, such as 10G or 1.5 TiB.' } : { value };
};

/** A field for a size. */
export const sizeField = (label: string, required = true): Partial<Field> & Pick<Field, 'read'> => ({
  label,
  required,
  hint: 'a size, such as 10G or 1.5 TiB',
  read: (text) => {
    if (text === '') return required ? { problem: 'It must be filled in.' } : { value: undefined };
    return readBytes(text);
  },
});
