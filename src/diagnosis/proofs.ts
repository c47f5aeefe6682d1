import { patternHash } from '../lib/patternHash.ts';
import type { Proof } from './rule.ts';

/**
 * Merges items of a kind whose texts differ only in numbers into one, which says how many more there are.
 * @param isDated true for items in the order of time: the last of them is kept, which shows the present state, else the first
 */
export const mergeSimilar = <Item extends { readonly text: string }>(
  items: readonly Item[],
  kindOf: (item: Item) => string,
  isDated: (item: Item) => boolean = () => false,
): readonly Item[] =>
  Map.groupBy(items, (item) => patternHash(item.text, patternHash(kindOf(item))))
    .values()
    .map((alike) => {
      const [first] = alike;
      const kept = isDated(first!) ? alike.at(-1)! : first!;
      const others = alike.length - 1;
      return others === 0 ? kept : { ...kept, text: `${kept.text} (and ${others} more like it)` };
    })
    .toArray();

/** The proofs of a cause without repeats from one source. */
export const distinctProofs = (proofs: readonly Proof[]): readonly Proof[] =>
  mergeSimilar(
    proofs,
    ({ source }) => source,
    ({ source }) => source === 'log',
  );
