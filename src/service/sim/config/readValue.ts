import type { Input } from '../../../api/contract/index.ts';
import { Refusal } from '../../engine.ts';
import type { SettingScalar } from '../../rules/settings.ts';
import type { Option } from './option.ts';

type Value = Input<'changeSetting'>['body']['value'];

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);
/** Size prefixes for powers of 1024, as in Ceph. */
const PREFIXES = 'KMGTPE';
const SIZE = /^(\d+) ?([KMGTPE])i?B?$/;
const LEVELS = /^(\d{1,2})(?:\/(\d{1,2}))?$/;
const HIGHEST_LEVEL = 20;

/** Converts the value in a request to the type of the option. @throws Refusal 400 */
export function readValue(option: Option, { type, value }: Value): SettingScalar {
  const { name, settingType } = option;
  // An integer is accepted for a double.
  if (type !== undefined && type !== settingType && !(type === 'INT' && settingType === 'DOUBLE'))
    throw new Refusal(400, `${name} is of type ${settingType}, not ${type}`);
  const read = readScalar(option, value);
  if (read === undefined) throw new Refusal(400, `${name} ${wanted(option)}`);
  if (option.range !== undefined && typeof read === 'number') requireInRange(option, read, option.range);
  if (option.choices.length > 0 && !option.choices.includes(String(read)))
    throw new Refusal(400, `${name} is one of ${option.choices.join(', ')}`);
  return read;
}

function readScalar(option: Option, value: unknown): SettingScalar | undefined {
  switch (option.settingType) {
    case 'BOOL':
      return typeof value === 'boolean' ? value : BOOLEANS.get(String(value).toLowerCase());
    case 'INT':
      return readInteger(option, value);
    case 'DOUBLE':
      return readNumber(value);
    case 'STRING':
      return readText(option, value);
  }
}

function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function readInteger({ type }: Option, value: unknown): number | undefined {
  const [, digits, prefix] = (type === 'size' && typeof value === 'string' && SIZE.exec(value)) || [];
  const number =
    digits === undefined || prefix === undefined
      ? readNumber(value)
      : Number(digits) * 1024 ** (PREFIXES.indexOf(prefix) + 1);
  return number !== undefined && Number.isSafeInteger(number) ? number : undefined;
}

function readText({ type }: Option, value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value);
  // Settings are written to a file with one line each.
  if (/[\n\r\0]/.test(text)) return undefined;
  if (type !== 'log') return text;
  const [whole, ...levels] = LEVELS.exec(text) ?? [];
  return levels.every((level) => Number(level ?? 0) <= HIGHEST_LEVEL) ? whole : undefined;
}

function wanted({ type, settingType }: Option): string {
  if (type === 'log') return `is one or two levels from 0 to ${HIGHEST_LEVEL}, such as 1/5`;
  if (type === 'size') return 'is a whole number of bytes, such as 4294967296 or 4Gi';
  if (settingType === 'BOOL') return 'is true or false';
  if (settingType === 'INT') return 'is a whole number';
  return settingType === 'DOUBLE' ? 'is a number' : 'is a text of one line';
}

function requireInRange({ name }: Option, value: number, { from, to }: NonNullable<Option['range']>): void {
  if (value >= from && value <= to) return;
  const limits =
    to === Infinity ? `at least ${from}` : from === -Infinity ? `at most ${to}` : `between ${from} and ${to}`;
  throw new Refusal(400, `${name} is ${limits}, not ${value}`);
}
