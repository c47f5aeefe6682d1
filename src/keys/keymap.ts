import type { Binding, Layer } from './binding.ts';
import { reachable } from './binding.ts';

/** Keys by binding name. */
export type Keymap = ReadonlyMap<string, readonly string[]>;

/** The title of the layer with the operator's own actions and macros. */
export const OWN_LAYER = 'Your own';

const kebab = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The name of a binding in the configuration. */
export const bindingName = ({ name, label }: Binding): string => kebab(name ?? label);

/** The name with the layer in front, for names that occur in several layers: `log.next-error`. */
const longName = (layer: Layer, binding: Binding): string => `${kebab(layer.title)}.${bindingName(binding)}`;

const NAMED = new Set(
  'enter esc tab shift-tab space backspace delete up down left right home end pageup pagedown'.split(' '),
);

/**
 * `ctrl-` with a letter, except Ctrl-C, which is reserved, and those that a terminal sends as Backspace, Tab or Enter
 * (h, i, j, m).
 */
const CHORD = /^ctrl-[abd-gk-ln-z]$/;
/** A printable character; the blank is named `space`. */
const CHARACTER = /^[^\s\p{Cc}]$/u;

/** True for the name of an existing key: a character, a name such as `pagedown`, or `ctrl-` with a letter. */
export const isKey = (key: string): boolean => NAMED.has(key) || CHORD.test(key) || CHARACTER.test(key);

/** The layers with the operator's keys instead of the default ones. Layers with a text input keep theirs. */
export function remap(layers: readonly Layer[], keymap: Keymap): readonly Layer[] {
  if (keymap.size === 0) return layers;
  return layers.map((layer) =>
    layer.text
      ? layer
      : {
          ...layer,
          bindings: layer.bindings.map((binding) => {
            const keys = keymap.get(longName(layer, binding)) ?? keymap.get(bindingName(binding));
            return keys === undefined ? binding : { ...binding, keys };
          }),
        },
  );
}

/** Conflicts of the operator's keys in these layers: keys that also run another binding, with the names of both. */
export function keyConflicts(layers: readonly Layer[], keymap: Keymap): string[] {
  const all = reachable(remap(layers, keymap)).flatMap((layer) =>
    layer.bindings.map((binding) => ({ layer, binding, name: bindingName(binding) })),
  );
  const chosen = all.filter(
    ({ layer, binding, name }) =>
      layer.title === OWN_LAYER || keymap.has(name) || keymap.has(longName(layer, binding)),
  );
  return chosen.flatMap(({ layer, binding, name }) =>
    binding.keys.flatMap((key) => {
      const other = all.find(
        (one) => one.binding !== binding && one.name !== name && one.binding.keys.includes(key),
      );
      return other === undefined
        ? []
        : [`the key ${key} is both ${name} (${layer.title}) and ${other.name} (${other.layer.title})`];
    }),
  );
}

/** All names that the configuration may use for the bindings of these layers. */
export const namesOf = (layers: readonly Layer[]): string[] =>
  layers.flatMap((layer) =>
    layer.bindings.flatMap((binding) => [bindingName(binding), longName(layer, binding)]),
  );
