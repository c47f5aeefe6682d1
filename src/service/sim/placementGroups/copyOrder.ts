import type { Model } from '../model.ts';
import { isErasure } from '../pools/pool.ts';
import type { UncleanPg } from './unclean.ts';
import { noteDisplacement } from './uncleanPg.ts';

/**
 * Puts the copies of a replicated group into the order of the places where they belong. All copies are alike,
 * so those that lie in the right places in another order need not move; only the primary is another one then.
 * The chunks of an erasure-coded group differ, and each keeps its number.
 */
export function alignCopies(model: Model, pg: UncleanPg, places: readonly number[]): void {
  const { pool, number } = pg;
  if (isErasure(pool)) return;
  const held = pool.holders.subarray(number * pool.size, (number + 1) * pool.size);
  let changed = false;
  for (const [slot, place] of places.entries()) {
    const other = place === -1 || held[slot] === place ? -1 : held.indexOf(place);
    if (other === -1) continue;
    swap(pg, held, slot, other);
    changed = true;
  }
  if (changed) noteDisplacement(model, pool, number);
}

/** Exchanges two copies, with what is known of each. */
function swap({ absent, behind }: UncleanPg, held: Int32Array, one: number, other: number): void {
  [held[one], held[other]] = [held[other]!, held[one]!];
  for (const known of [absent, behind]) {
    const [first, second] = [known.get(one), known.get(other)];
    put(known, one, second);
    put(known, other, first);
  }
}

function put(known: Map<number, number>, slot: number, value: number | undefined): void {
  if (value === undefined) known.delete(slot);
  else known.set(slot, value);
}
