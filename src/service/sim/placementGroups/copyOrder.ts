import type { Model } from '../model/model.ts';
import { isErasure } from '../pools/pool.ts';
import type { UncleanPg } from './unclean.ts';
import { updateDisplaced } from './uncleanPg.ts';

/**
 * Assigns the copies of a replicated group to the slots where CRUSH wants them. All copies are alike, so copies on
 * the right OSDs in the wrong order need not move; only the primary may change. The chunks of an erasure-coded group
 * differ, so each keeps its slot.
 */
export function alignCopies(model: Model, pg: UncleanPg, assigned: readonly number[]): void {
  const { pool, number } = pg;
  if (isErasure(pool)) return;
  const held = pool.holders.subarray(number * pool.size, (number + 1) * pool.size);
  let changed = false;
  for (const [slot, osd] of assigned.entries()) {
    const other = osd === -1 || held[slot] === osd ? -1 : held.indexOf(osd);
    if (other === -1) continue;
    swap(pg, held, slot, other);
    changed = true;
  }
  if (changed) updateDisplaced(model, pool, number);
}

/** Exchanges two copies, with the recorded state of each. */
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
