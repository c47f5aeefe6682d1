import { patternHash } from '../lib/patternHash.ts';
import type { Proof } from './rule.ts';

/** Items of a kind whose texts differ only in numbers are one, with their number. */
export const foldAlike = <Item extends { readonly text: string }>(
  items: readonly Item[],
  kindOf: (item: Item) => string,
): readonly Item[] =>
  Map.groupBy(items, (item) => patternHash(item.text, patternHash(kindOf(item))))
    .values()
    .map(([first, ...alike]) =>
      alike.length === 0 ? first! : { ...first!, text: `${first!.text} (and ${alike.length} more like it)` },
    )
    .toArray();

/** The proofs of a cause without repeats from one source. */
export const distinctProofs = (proofs: readonly Proof[]): readonly Proof[] =>
  foldAlike(proofs, ({ source }) => source);
