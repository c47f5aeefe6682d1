import { patternHash } from '../lib/patternHash.ts';
import type { Proof } from './rule.ts';

/** The proofs of a cause without repeats: those of one source that differ only in numbers are one, with their number. */
export const distinctProofs = (proofs: readonly Proof[]): readonly Proof[] =>
  Map.groupBy(proofs, ({ text, source }) => patternHash(text, patternHash(source)))
    .values()
    .map(([first, ...alike]) =>
      alike.length === 0 ? first! : { ...first!, text: `${first!.text} (and ${alike.length} more like it)` },
    )
    .toArray();
