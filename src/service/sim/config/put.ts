import type { Model } from '../model.ts';
import { OPTIONS } from './catalogue.ts';
import { takeEffect } from './effects.ts';
import type { Scalar } from './option.ts';

/** The value in force of an option that there is. */
export const optionValue = ({ options }: Model, name: string): Scalar =>
  options.get(name) ?? OPTIONS.get(name)!.default;

/** Makes a setting of the cluster, or returns it to its default with null, and lets it take effect. */
export function putOption(model: Model, name: string, value: Scalar | null): void {
  if (value === null) model.options.delete(name);
  else model.options.set(name, value);
  takeEffect(model, name, (option) => optionValue(model, option));
}
