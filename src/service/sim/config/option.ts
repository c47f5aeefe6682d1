import type { SETTING_TYPES, SETTING_UNITS } from '../../../api/contract/config.ts';
import type { SettingScalar } from '../../rules/settings.ts';

/** Types of Ceph's options. A `log` value has two levels, such as `1/5`. */
const TYPES = {
  int: 'INT',
  uint: 'INT',
  size: 'INT',
  secs: 'INT',
  millisecs: 'INT',
  float: 'DOUBLE',
  bool: 'BOOL',
  str: 'STRING',
  addr: 'STRING',
  uuid: 'STRING',
  log: 'STRING',
} as const satisfies Readonly<Record<string, (typeof SETTING_TYPES)[number]>>;
export type OptionType = keyof typeof TYPES;

/** An option of Ceph 16.2. */
export interface Option {
  readonly name: string;
  readonly type: OptionType;
  /** The type in the terms of the interface. */
  readonly settingType: (typeof TYPES)[OptionType];
  readonly unit: (typeof SETTING_UNITS)[number] | undefined;
  readonly level: 'BASIC' | 'ADVANCED' | 'DEV';
  /** True if it is fixed when a daemon or the cluster is created, so that it cannot be changed here. */
  readonly fixed: boolean;
  /** True if it takes effect without a restart of the daemon. */
  readonly runtime: boolean;
  readonly default: SettingScalar;
  /** Smallest and largest value, if there are limits. */
  readonly range: { readonly from: number; readonly to: number } | undefined;
  /** The allowed values; empty if any value is allowed. */
  readonly choices: readonly string[];
  readonly meaning: string;
  readonly seeAlso: readonly string[];
}

const UNITS: Readonly<Record<string, Option['unit']>> = { bytes: 'BYTES', seconds: 'SECONDS' };
/** Types without negative values. */
const UNSIGNED: ReadonlySet<OptionType> = new Set(['uint', 'size', 'secs', 'millisecs']);

/**
 * Parses a line of a table: name | type | unit | level | `fixed`, `restart` (takes effect when the daemon is
 * restarted) or nothing | default | range (`0..1`; both ends are optional) or choices | meaning | related options.
 */
export function readOption(line: string): Option {
  const cells = line.split('|').map((cell) => cell.trim());
  const [name = '', type, unit = '', level = '', change, text = '', limits = '', meaning = '', related = ''] =
    cells;
  const optionType = type as OptionType;
  const settingType = TYPES[optionType];
  const lowest = UNSIGNED.has(optionType) ? 0 : -Infinity;
  return {
    name,
    type: optionType,
    settingType,
    unit: UNITS[unit],
    level: level.toUpperCase() as Option['level'],
    fixed: change === 'fixed',
    runtime: change === '',
    default: defaultOf(settingType, text),
    range: rangeOf(limits, lowest),
    choices: limits.includes('..') ? [] : listed(limits),
    meaning,
    seeAlso: listed(related),
  };
}

const listed = (text: string): string[] => (text === '' ? [] : text.split(', '));

function defaultOf(type: Option['settingType'], text: string): SettingScalar {
  if (type === 'BOOL') return text === 'true';
  return type === 'STRING' ? text : Number(text);
}

function rangeOf(limits: string, lowest: number): Option['range'] {
  if (!limits.includes('..')) return lowest === 0 ? { from: 0, to: Infinity } : undefined;
  const [from = '', to = ''] = limits.split('..');
  return { from: from === '' ? lowest : Number(from), to: to === '' ? Infinity : Number(to) };
}
