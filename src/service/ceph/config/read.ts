import type { Setting, SettingValue } from '../../../api/contract/config.ts';
import { Refusal } from '../../engine.ts';
import type { SettingScalar } from '../../rules/settings.ts';

/** An entry of `ceph config dump`. */
export interface ConfigEntry {
  readonly section: string;
  readonly name: string;
  readonly value: string;
  /** Limits the entry to hosts or device classes; empty for all. */
  readonly mask?: string;
}

/** An option as `ceph config help` describes it. */
export interface OptionHelp {
  readonly name: string;
  /** int, uint, size, secs, millisecs, float, bool, str, addr, addrvec or uuid. */
  readonly type: string;
  readonly level: string;
  readonly desc: string;
  readonly long_desc: string;
  readonly default: SettingScalar;
  readonly see_also: readonly string[];
  readonly can_update_at_runtime: boolean;
}

const INTEGERS = new Set(['int', 'uint', 'size', 'secs', 'millisecs']);
const UNITS: Readonly<Record<string, string>> = { size: 'BYTES', secs: 'SECONDS' };

/** A value of `config dump` or `config help`, converted by the type of its option; text if it cannot be parsed. */
function typed(type: string | undefined, value: SettingScalar): SettingValue {
  const text = String(value);
  if (type === 'bool') return { type: 'BOOL', value: text === 'true' || text === '1' };
  const isInteger = type !== undefined && INTEGERS.has(type);
  if ((isInteger || type === 'float') && text !== '' && Number.isFinite(Number(text)))
    return { type: isInteger ? 'INT' : 'DOUBLE', value: Number(text) };
  return { type: 'STRING', value: text };
}

/** The description of an option: the fields of the interface, and `level` and `canUpdateAtRuntime` beside them. */
function described(
  help: OptionHelp | undefined,
): Omit<Setting, 'name' | 'value'> & { level?: string; canUpdateAtRuntime?: boolean } {
  if (!help) return {};
  const unit = UNITS[help.type];
  return {
    description: help.long_desc ? `${help.desc}. ${help.long_desc}` : help.desc,
    default: typed(help.type, help.default),
    seeAlso: [...help.see_also],
    level: help.level,
    canUpdateAtRuntime: help.can_update_at_runtime,
    ...(unit === undefined ? {} : { unit }),
  };
}

/** Values by option that are set for all daemons, or for all daemons of a type, which takes precedence. */
function valuesOfAll(dump: readonly ConfigEntry[]): ReadonlyMap<string, string> {
  const ofAll = dump.filter(({ section, mask }) => !mask && !section.includes('.'));
  const inOrder = Map.groupBy(ofAll, ({ section }) => section === 'global');
  return new Map(
    [...(inOrder.get(true) ?? []), ...(inOrder.get(false) ?? [])].map(({ name, value }) => [name, value]),
  );
}

/** Every option that can be set, by name, with the value for daemons that have none of their own. */
export function availableSettings(
  help: readonly OptionHelp[],
  dump: readonly ConfigEntry[],
): Record<string, Setting> {
  const values = valuesOfAll(dump);
  return Object.fromEntries(
    help.map((option) => [
      option.name,
      {
        name: option.name,
        value: typed(option.type, values.get(option.name) ?? option.default),
        ...described(option),
      },
    ]),
  );
}

/**
 * The name of a setting with its target as a prefix: `osd.3:debug_osd`, `osd/class:ssd:osd_max_backfills`. A bare name
 * is for all daemons. Option names contain no colon.
 */
export function settingName({ section, mask, name }: ConfigEntry): string {
  const who = mask ? `${section}/${mask}` : section;
  return who === 'global' ? name : `${who}:${name}`;
}

/** Splits a name that `settingName` made. */
export function parseSettingName(text: string): { readonly who: string; readonly name: string } {
  const cut = text.lastIndexOf(':');
  return cut < 0 ? { who: 'global', name: text } : { who: text.slice(0, cut), name: text.slice(cut + 1) };
}

/** The settings in the monitors' configuration database. */
export function settings(dump: readonly ConfigEntry[], help: readonly OptionHelp[]): Setting[] {
  const byName = new Map(help.map((option) => [option.name, option]));
  return dump.map((entry) => {
    const option = byName.get(entry.name);
    return { name: settingName(entry), value: typed(option?.type, entry.value), ...described(option) };
  });
}

/** A value in the form that `config set` expects. */
export function settingText({ type, value }: { readonly type?: string; readonly value?: unknown }): string {
  if (type === 'TEXT_FILE') throw new Refusal(400, 'Ceph has no settings of type TEXT_FILE');
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  throw new Refusal(400, 'the value of a setting must be text, a number, true or false');
}

/** The settings as a configuration file. */
export function settingsFile(dump: readonly ConfigEntry[]): string {
  const sections = Map.groupBy(dump, ({ section, mask }) => (mask ? `${section}/${mask}` : section));
  return [...sections]
    .map(([section, entries]) =>
      [`[${section}]`, ...entries.map(({ name, value }) => `\t${name} = ${value}`), ''].join('\n'),
    )
    .join('\n');
}
