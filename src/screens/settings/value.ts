import type { Setting, SettingValue } from '../../api/contract/config.ts';
import { MASK, mask } from '../../api/mask.ts';
import { exact, withPoint } from '../../lib/decimal.ts';
import { bytes, duration } from '../../lib/format.ts';
import { parseBytes, type ReadResult } from '../fields/readers.ts';

/** A setting, with fields that servers are known to send beyond those of the interface. */
export type AnySetting = Setting & { readonly level?: string; readonly canUpdateAtRuntime?: boolean };

const plain = (value: unknown): string => {
  if (value === undefined || value === null) return '--';
  if (value === '') return '""';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** A value with its unit: `6.0 GiB`, `600 s (10m00s)`. */
export function settingText({ value }: SettingValue = {}, unit?: string): string {
  if (typeof value !== 'number') return plain(value);
  if (unit === 'BYTES' && value >= 1024) return bytes(value);
  if (unit === 'SECONDS') return value >= 60 ? `${exact(value)} s (${duration(value)})` : `${exact(value)} s`;
  return exact(value);
}

/** True if the value of a setting is secret. */
export function isSecret(setting: AnySetting): boolean {
  const probe = { name: setting.name, value: 'x' };
  return (mask(undefined, probe) as { readonly value?: unknown }).value !== 'x';
}

const hidden = (value: SettingValue | undefined): SettingValue | undefined =>
  value?.value === undefined || value.value === '' ? value : { ...value, value: MASK };

/** A setting with its value masked, if that is secret. */
export function masked(setting: AnySetting): AnySetting {
  if (!isSecret(setting)) return setting;
  const { value, default: usual, ...rest } = setting;
  const [own, other] = [hidden(value), hidden(usual)];
  return { ...rest, ...(own && { value: own }), ...(other && { default: other }) };
}

/** True if the value differs from the default. */
export const isChanged = ({ value, default: usual }: AnySetting): boolean =>
  usual?.value !== undefined && value?.value !== usual.value;

/** A value as it is typed, for the initial text of the form. */
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

/** A hint for typing a value, by its type and unit, with its default. */
export function valueHint({ value, unit, default: usual }: AnySetting): string {
  const kind = unit === 'BYTES' ? 'a size, such as 4G' : (HINTS[value?.type ?? ''] ?? 'a value');
  const seconds = unit === 'SECONDS' ? ' of seconds' : '';
  return `${kind}${seconds}; default ${settingText(usual, unit)}`;
}

/** Parses a typed value by the type of the setting. */
export function readSetting({ value, unit }: AnySetting, text: string): ReadResult {
  const type = value?.type;
  const read = (scalar: unknown): ReadResult => ({
    value: { ...(type === undefined ? {} : { type }), value: scalar },
  });
  if (type === 'BOOL') {
    const truth = BOOLEANS[text.trim().toLowerCase()];
    return truth === undefined ? { problem: 'Type true or false.' } : read(truth);
  }
  if (type === 'INT' || type === 'DOUBLE') {
    const number =
      unit === 'BYTES'
        ? parseBytes(text)
        : text.trim() === ''
          ? undefined
          : Number(type === 'INT' ? text : withPoint(text.trim()));
    const fits =
      number !== undefined && Number.isFinite(number) && (type === 'DOUBLE' || Number.isInteger(number));
    return fits
      ? read(number)
      : { problem: `Type ${unit === 'BYTES' ? 'a size, such as 4G' : HINTS[type]}.` };
  }
  return read(text);
}
