import { OUTSIDE, Scopes, type CrushScope } from '../crush/scopes.ts';
import type { Model } from '../model/model.ts';
import { hash } from '../model/random.ts';
import type { Osd } from '../model/topology.ts';
import type { SimPool } from '../pools/pool.ts';
import { repeer } from './peering.ts';
import { drawLessLoaded, type Load } from './placement.ts';
import { updateDisplaced } from './uncleanPg.ts';

/**
 * To be called after a change of the CRUSH hierarchy or of an OSD in it: all pools are placed again, and their data
 * moves.
 */
export function crushChanged(model: Model): void {
  model.epoch++;
  model.scopes = new Scopes(model.crush, model.osds);
  const newcomers = new Newcomers();
  for (const pool of model.pools) rehome(model, pool, newcomers);
}

/**
 * Adapts the home OSDs of a pool's groups to its rule and the present hierarchy, with as little data movement as
 * possible: a home stays while the rule allows it, and an OSD that the rule did not reach before takes its share by
 * capacity. Groups with displaced shards peer again.
 */
export function rehome(model: Model, pool: SimPool, newcomers = new Newcomers()): void {
  const previous = pool.scopes;
  pool.scopes = model.scopes.ofSlots(pool.rule, pool.size);
  const candidates = candidatesOf(pool.scopes, previous, newcomers);
  const load = loadOf();
  const moved: number[] = [];
  for (let number = 0; number < pool.pgNum; number++) {
    const home = pool.home.subarray(number * pool.size, (number + 1) * pool.size);
    const pg = pool.firstPg + number;
    const salt = model.dice.changes.below(2 ** 31);
    const changed = rehomeGroup(home, pool.scopes, candidates, pg, (slot, scope, taken) =>
      drawLessLoaded(scope, taken, pg, slot, salt, load.of),
    );
    if (changed) {
      for (const id of home) load.add(id);
      updateDisplaced(model, pool, number);
    }
    if (changed || model.displaced.has(pg) || model.unclean.has(pg)) moved.push(pg);
  }
  repeer(model, moved);
}

/**
 * The OSDs in a scope that were not in an earlier one. The result is cached, because many pools ask for the same two
 * scopes.
 */
class Newcomers {
  readonly #known: { scope: CrushScope; previous: CrushScope; osds: readonly Osd[] }[] = [];

  of(scope: CrushScope, previous: CrushScope | undefined): readonly Osd[] {
    if (previous === undefined || previous === scope) return [];
    const known = this.#known.find((one) => one.scope === scope && one.previous === previous);
    if (known !== undefined) return known.osds;
    const osds = scope.members.filter(({ id }) => (previous.domains[id] ?? OUTSIDE) === OUTSIDE);
    this.#known.push({ scope, previous, osds });
    return osds;
  }
}

/** An OSD that is new to a pool. */
interface NewcomerOsd {
  readonly id: number;
  readonly domain: number;
  /** The slots that it could take in a group; it takes at most one. */
  readonly slots: readonly number[];
  /** It takes a slot in groups whose hash is below this: its share by capacity, scaled to 2^32. */
  readonly share: number;
}

function candidatesOf(
  scopes: readonly CrushScope[],
  previous: readonly CrushScope[],
  newcomers: Newcomers,
): readonly NewcomerOsd[] {
  const slotsOf = new Map<Osd, number[]>();
  for (const [slot, scope] of scopes.entries()) {
    for (const osd of newcomers.of(scope, previous[slot])) {
      const slots = slotsOf.get(osd);
      if (slots === undefined) slotsOf.set(osd, [slot]);
      else slots.push(slot);
    }
  }
  return Array.from(slotsOf, ([{ id, capacity }, slots]) => {
    const { domains, capacity: total } = scopes[slots[0]!]!;
    return { id, domain: domains[id]!, slots, share: slots.length * (capacity / total) * 2 ** 32 };
  });
}

/** Salt of the hash that decides which groups a new OSD takes. */
const NEWCOMER = 0x6e6577;

function rehomeGroup(
  home: Int32Array,
  scopes: readonly CrushScope[],
  candidates: readonly NewcomerOsd[],
  pg: number,
  choose: (slot: number, scope: CrushScope, taken: readonly number[]) => Osd | undefined,
): boolean {
  const taken: number[] = [];
  let changed = false;
  const put = (slot: number, id: number) => {
    changed ||= home[slot] !== id;
    home[slot] = id;
    taken[slot] = scopes[slot]!.domains[id] ?? OUTSIDE;
  };
  for (let slot = 0; slot < home.length; slot++) {
    const domain = scopes[slot]!.domains[home[slot]!] ?? OUTSIDE;
    put(slot, taken.includes(domain) || domain === OUTSIDE ? -1 : home[slot]!);
  }
  for (const candidate of candidates) {
    const slot = slotFor(candidate, taken, pg);
    if (slot !== undefined) put(slot, candidate.id);
  }
  for (let slot = 0; slot < home.length; slot++) {
    if (home[slot] === -1) put(slot, choose(slot, scopes[slot]!, taken)?.id ?? -1);
  }
  return changed;
}

/**
 * The slot of a group that a new OSD takes, if any. If a shard is already in its failure domain, it can only replace
 * that one.
 */
function slotFor(
  { id, domain, slots, share }: NewcomerOsd,
  taken: readonly number[],
  pg: number,
): number | undefined {
  if (hash(pg, id, NEWCOMER) >= share) return undefined;
  const sameDomain = taken.indexOf(domain);
  if (sameDomain >= 0) return slots.includes(sameDomain) ? sameDomain : undefined;
  return slots[hash(id, pg, NEWCOMER) % slots.length];
}

/** Shards per capacity, counting those that were assigned in this round. */
function loadOf(): { readonly of: Load; add(id: number): void } {
  const given = new Map<number, number>();
  return {
    of: ({ id, shards, capacity }) => (shards.length + (given.get(id) ?? 0)) / capacity,
    add: (id) => given.set(id, (given.get(id) ?? 0) + 1),
  };
}
