import type { SimPool } from '../pools/pool.ts';

/**
 * The global indexes of placement groups, and the pool of each. Free indexes are reused only when no higher one is in
 * use.
 */
export class PgSpace {
  readonly #pools: (SimPool | undefined)[] = [];
  #count = 0;

  /** Number of groups. */
  get count(): number {
    return this.#count;
  }

  /** All indexes are below this; some of them may be free. */
  get end(): number {
    return this.#pools.length;
  }

  poolOf(id: number): SimPool | undefined {
    return this.#pools[id];
  }

  /** Assigns indexes to all groups of a pool. */
  add(pool: SimPool): void {
    pool.firstPg = this.#pools.length;
    for (let number = 0; number < pool.pgNum; number++) this.#pools.push(pool);
    this.#count += pool.pgNum;
  }

  /** Frees the indexes of a pool. */
  remove({ firstPg, pgNum }: SimPool): void {
    this.#pools.fill(undefined, firstPg, firstPg + pgNum);
    while (this.#pools.length > 0 && this.#pools.at(-1) === undefined) this.#pools.pop();
    this.#count -= pgNum;
  }
}
