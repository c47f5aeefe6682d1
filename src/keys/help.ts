import { searchWords } from '../lib/fuzzy.ts';
import type { Binding, Layer } from './binding.ts';
import { reachable } from './binding.ts';
import { keyLabel } from './names.ts';

/** One line of the help screen. */
export interface HelpEntry {
  readonly layer: string;
  readonly keys: string;
  readonly text: string;
  /** The reason why it does nothing now. */
  readonly disabled?: string;
  readonly binding: Binding;
}

/** The help entries of the active layers, inner layers first, without keys that an inner layer overrides. */
export function helpEntries(layers: readonly Layer[], unicode: boolean): HelpEntry[] {
  const taken = new Set<string>();
  const entries: HelpEntry[] = [];
  for (const layer of reachable(layers)) {
    for (const binding of layer.bindings) {
      const free = binding.keys.filter((key) => !taken.has(key));
      if (free.length === 0) continue;
      const disabled = binding.disabled?.();
      entries.push({
        layer: layer.title,
        keys: free.map((key) => keyLabel(key, unicode)).join(' '),
        text: binding.help,
        ...(disabled === undefined ? {} : { disabled }),
        binding,
      });
    }
    for (const key of layer.bindings.flatMap((binding) => binding.keys)) taken.add(key);
  }
  return entries;
}

/** The entries whose group, keys and text contain every word of the search. */
export function searchHelp(entries: readonly HelpEntry[], search: string): HelpEntry[] {
  const words = searchWords(search);
  return entries.filter((entry) => {
    const all = `${entry.layer} ${entry.keys} ${entry.text}`.toLowerCase();
    return words.every((part) => all.includes(part));
  });
}

/** A key for the footer. */
export interface FooterHint {
  readonly key: string;
  readonly label: string;
  /** True if the key does nothing now. */
  readonly off: boolean;
}

/** Removes hints with the same label: the footer shows one of two keys that do the same, the help both. */
function uniqueLabels(hints: readonly FooterHint[]): FooterHint[] {
  const seen = new Set<string>();
  const on = new Set(hints.filter(({ off }) => !off).map(({ label }) => label));
  return hints.filter(({ label, off }) => !(off && on.has(label)) && !seen.has(label) && seen.add(label));
}

/** The footer's hints for the active layers, most important first. */
export function footerHints(layers: readonly Layer[], unicode: boolean): FooterHint[] {
  const taken = new Set<string>();
  const hints: (FooterHint & { rank: number })[] = [];
  for (const layer of reachable(layers)) {
    for (const binding of layer.bindings) {
      const key = binding.keys.find((candidate) => !taken.has(candidate));
      if (key === undefined || binding.footer === undefined) continue;
      const off = binding.disabled?.() !== undefined;
      hints.push({ key: keyLabel(key, unicode), label: binding.label, off, rank: binding.footer });
    }
    for (const key of layer.bindings.flatMap((binding) => binding.keys)) taken.add(key);
  }
  return uniqueLabels(hints.sort((a, b) => a.rank - b.rank));
}
