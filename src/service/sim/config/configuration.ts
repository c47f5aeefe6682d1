import type { Setting, SettingValue } from '../../../api/contract/config.ts';
import type { Input } from '../../../api/contract/index.ts';
import { suggestion } from '../../../lib/nearest.ts';
import { Refusal } from '../../engine.ts';
import { refusal } from '../../rules/refused.ts';
import { notSet, type SettingScalar } from '../../rules/settings.ts';
import type { SavedSettings } from '../backups/backup.ts';
import type { Model } from '../model/model.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { OPTIONS } from './catalogue.ts';
import { currentSettings } from './effects.ts';
import type { Option } from './option.ts';
import { optionValue, putOption } from './put.ts';
import { readValue } from './readValue.ts';

/** Initial settings of clusters of this kind, in addition to those of a scenario. */
const INITIAL: readonly (readonly [name: string, value: SettingScalar])[] = [
  ['mon_allow_pool_delete', true],
  ['osd_pool_default_pg_autoscale_mode', 'off'],
  ['osd_memory_target', 6 * 2 ** 30],
];

const SECTION = 'config';

/** The settings of the cluster that differ from the defaults of their options. */
export class Configuration {
  readonly #model: Model;
  readonly #persistence: Persistence;
  /** The settings at the start. */
  readonly #initial: SavedSettings;

  constructor(model: Model, persistence: Persistence) {
    this.#model = model;
    this.#persistence = persistence;
    for (const [name, value] of currentSettings(model)) model.options.set(name, value);
    for (const [name, value] of INITIAL) putOption(model, name, value);
    for (const [name, value] of persistence.load(SECTION)) {
      if (OPTIONS.get(name)?.fixed === false) putOption(model, name, value as SettingScalar | null);
    }
    this.#initial = this.changedValues();
  }

  /** Every option with its current value. */
  available(): Record<string, Setting> {
    return Object.fromEntries(
      Array.from(OPTIONS.values(), (option) => [
        option.name,
        toWire(option, optionValue(this.#model, option.name)),
      ]),
    );
  }

  /** The settings that differ from their defaults. */
  changed(): Setting[] {
    return Array.from(this.#model.options, ([name, value]) => toWire(OPTIONS.get(name)!, value));
  }

  /** @throws Refusal 400, 404; 409 for a fixed option */
  change(name: string, value: Input<'changeSetting'>['body']['value']): void {
    const option = optionOrRefuse(name);
    const read = readValue(option, value);
    putOption(this.#model, name, read);
    this.#persistence.save(SECTION, name, read);
  }

  /** @throws Refusal 404, 409 */
  reset(name: string): void {
    optionOrRefuse(name);
    if (!this.#model.options.has(name)) throw refusal(notSet(name));
    putOption(this.#model, name, null);
    this.#persistence.save(SECTION, name, null);
  }

  /** The changed settings, for a backup. */
  changedValues(): SavedSettings {
    return [...this.#model.options];
  }

  /** Restores the settings of a backup. @returns the number of settings that differed */
  restore(settings: SavedSettings = this.#initial): number {
    const saved = new Map(settings);
    const names = new Set([...saved.keys(), ...this.#model.options.keys()]);
    const different = [...names].filter((name) => this.#model.options.get(name) !== saved.get(name));
    for (const name of different) {
      const value = saved.get(name) ?? null;
      putOption(this.#model, name, value);
      this.#persistence.save(SECTION, name, value);
    }
    return different.length;
  }
}

function optionOrRefuse(name: string): Option {
  const option = OPTIONS.get(name);
  if (option === undefined) {
    const bare = name.slice(name.lastIndexOf(':') + 1);
    throw new Refusal(
      404,
      OPTIONS.has(bare)
        ? `the simulated cluster has only settings for all daemons: write ${bare}`
        : `there is no setting ${JSON.stringify(name)}${suggestion(name, OPTIONS.keys())}`,
    );
  }
  if (option.fixed)
    throw new Refusal(409, `${name} is fixed when the cluster is created and cannot be changed`);
  return option;
}

/** An option as a setting of the interface, with two fields beyond it that servers are known to send. */
function toWire(
  option: Option,
  value: SettingScalar,
): Setting & { level: string; canUpdateAtRuntime: boolean } {
  const typed = (scalar: SettingScalar): SettingValue => ({ type: option.settingType, value: scalar });
  return {
    name: option.name,
    value: typed(value),
    description: option.meaning,
    ...(option.unit === undefined ? {} : { unit: option.unit }),
    default: typed(option.default),
    seeAlso: [...option.seeAlso],
    level: option.level,
    canUpdateAtRuntime: option.runtime,
  };
}
