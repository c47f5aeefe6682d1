import type { SimPool } from '../pools/pool.ts';

/** The global numbers of placement groups, and the pool of each. A number is not given twice while a later one is in use. */
export class PgSpace {
  readonly #pools: (SimPool | undefined)[] = [];
  #count = 0;

  /** The number of groups. */
  get count(): number {
    return this.#count;
  }

  /** All numbers are below this; some of them may be free. */
  get end(): number {
    return this.#pools.length;
  }

  poolOf(id: number): SimPool | undefined {
    return this.#pools[id];
  }

  /** Gives the pool the numbers of all its groups. */
  add(pool: SimPool): void {
    pool.firstPg = this.#pools.length;
    for (let number = 0; number < pool.pgNum; number++) this.#pools.push(pool);
    this.#count += pool.pgNum;
  }

  /** Takes them back. */
  remove({ firstPg, pgNum }: SimPool): void {
    this.#pools.fill(undefined, firstPg, firstPg + pgNum);
    while (this.#pools.length > 0 && this.#pools.at(-1) === undefined) this.#pools.pop();
    this.#count -= pgNum;
  }
}
