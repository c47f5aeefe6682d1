import type { SettingScalar } from '../../rules/settings.ts';
import type { Model } from '../model/model.ts';
import { OPTIONS } from './catalogue.ts';
import { takeEffect } from './effects.ts';

/** The current value of an existing option. */
export const optionValue = ({ options }: Model, name: string): SettingScalar =>
  options.get(name) ?? OPTIONS.get(name)!.default;

/** Changes a setting of the cluster, or returns it to its default if null, and applies it. */
export function putOption(model: Model, name: string, value: SettingScalar | null): void {
  if (value === null) model.options.delete(name);
  else model.options.set(name, value);
  takeEffect(model, name, (option) => optionValue(model, option));
}
