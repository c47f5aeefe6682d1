import type { Setting, SettingValue } from '../../api/contract/config.ts';
import { MASK, mask } from '../../api/mask.ts';
import { bytes, duration } from '../../lib/format.ts';
import type { Field } from '../../store/action/field.ts';
import { parseBytes } from '../list/readers.ts';

/** A setting with what servers are known to send beside the interface's own fields. */
export type AnySetting = Setting & { readonly level?: string; readonly canUpdateAtRuntime?: boolean };

type Read = ReturnType<Field['read']>;

const plain = (value: unknown): string => {
  if (value === undefined || value === null) return '--';
  if (value === '') return '""';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** A value with its unit as a person reads it: `6.0 GiB`, `10m00s`; a value that says nothing more stays alone. */
export function valueText({ value }: SettingValue = {}, unit?: string): string {
  if (typeof value !== 'number') return plain(value);
  if (unit === 'BYTES' && value >= 1024) return bytes(value);
  if (unit === 'SECONDS') return value >= 60 ? `${value} s (${duration(value)})` : `${value} s`;
  return String(value);
}

/** Tells whether the value of a setting is a secret. */
export function isSecret(setting: AnySetting): boolean {
  const probe = { name: setting.name, value: 'x' };
  return (mask(undefined, probe) as { readonly value?: unknown }).value !== 'x';
}

const hidden = (value: SettingValue | undefined): SettingValue | undefined =>
  value?.value === undefined || value.value === '' ? value : { ...value, value: MASK };

/** The setting with its value masked where its name says that it is a secret. */
export function masked(setting: AnySetting): AnySetting {
  if (!isSecret(setting)) return setting;
  const { value, default: usual, ...rest } = setting;
  const [own, other] = [hidden(value), hidden(usual)];
  return { ...rest, ...(own && { value: own }), ...(other && { default: other }) };
}

/** Tells whether the value differs from the default. */
export const isChanged = ({ value, default: usual }: AnySetting): boolean =>
  usual?.value !== undefined && value?.value !== usual.value;

/** As it is typed: what stands in the form at first. */
export const typedText = ({ value }: SettingValue = {}): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  false: false,
  no: false,
  off: false,
};

const HINTS: Readonly<Record<string, string>> = {
  BOOL: 'true or false',
  INT: 'a whole number',
  DOUBLE: 'a number',
  TEXT_FILE: 'text',
  STRING: 'text',
};

/** The values that may be typed for a setting, as its type and its unit say, and its default. */
export function valueHint({ value, unit, default: usual }: AnySetting): string {
  const kind = unit === 'BYTES' ? 'a size, such as 4G' : (HINTS[value?.type ?? ''] ?? 'a value');
  const seconds = unit === 'SECONDS' ? ' of seconds' : '';
  return `${kind}${seconds}; default ${valueText(usual, unit)}`;
}

/** Reads a typed value by the setting's own type. */
export function readSetting({ value, unit }: AnySetting, text: string): Read {
  const type = value?.type;
  const read = (scalar: unknown): Read => ({
    value: { ...(type === undefined ? {} : { type }), value: scalar },
  });
  if (type === 'BOOL') {
    const truth = BOOLEANS[text.trim().toLowerCase()];
    return truth === undefined ? { problem: 'Type true or false.' } : read(truth);
  }
  if (type === 'INT' || type === 'DOUBLE') {
    const number = unit === 'BYTES' ? parseBytes(text) : text.trim() === '' ? undefined : Number(text);
    const fits =
      number !== undefined && Number.isFinite(number) && (type === 'DOUBLE' || Number.isInteger(number));
    return fits
      ? read(number)
      : { problem: `Type ${unit === 'BYTES' ? 'a size, such as 4G' : HINTS[type]}.` };
  }
  return read(text);
}
