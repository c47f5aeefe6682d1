import { plural } from '../../../lib/words.ts';
import type { Model } from '../model/model.ts';
import { Pg, stateName } from '../placementGroups/states.ts';
import type { UncleanPg } from '../placementGroups/unclean.ts';
import { actingText, pgName } from '../placementGroups/uncleanPg.ts';
import { sumStates } from '../pools/pool.ts';
import { failure, MAX_DETAIL, warning, type Raised } from './check.ts';

type StateCounts = ReadonlyMap<number, number>;

/** All checks of placement groups. */
export function pgChecks(model: Model): Raised[] {
  if (model.unclean.size === 0 && model.damaged.size === 0) return [];
  const states = sumStates(model.pools);
  return [availabilityCheck, redundancyCheck, damageChecks, backfillFullCheck].flatMap((check) =>
    check(model, states),
  );
}

/** Counts the placement groups whose state has all bits of `all` and no bit of `none`. */
function countPgs(states: StateCounts, all: number, none = 0): number {
  let total = 0;
  for (const [state, count] of states) if ((state & all) === all && (state & none) === 0) total += count;
  return total;
}

/**
 * Data that cannot be reached: reported at once for a down group, and after a minute for one with too few copies. A
 * new group has no data yet.
 */
function availabilityCheck(model: Model, states: StateCounts): Raised[] {
  const parts = [
    ['inactive', countPgs(states, Pg.stuck, Pg.active) + countPgs(states, Pg.peered, Pg.stuck | Pg.active)],
    ['down', countPgs(states, Pg.down)],
    ['incomplete', countPgs(states, Pg.incomplete)],
    ['peering', countPgs(states, Pg.peering, Pg.creating)],
    ['stale', countPgs(states, Pg.stale | Pg.stuck)],
  ] as const;
  const count = sum(parts);
  if (count === 0) return [];
  return [
    warning('PG_AVAILABILITY', `Reduced data availability: ${list(parts)}`, count, () =>
      details(model, isUnavailable, 'inactive'),
    ),
  ];
}

const isUnavailable = ({ state }: UncleanPg) =>
  (state & (Pg.down | Pg.incomplete | Pg.peered)) !== 0 ||
  (state & (Pg.peering | Pg.creating)) === Pg.peering ||
  (state & (Pg.stuck | Pg.active)) === Pg.stuck;

/** Data with too few copies: reported at once for a degraded group, and after a minute for an undersized one. */
function redundancyCheck(model: Model, states: StateCounts): Raised[] {
  const parts = [
    ['degraded', countPgs(states, Pg.degraded)],
    ['undersized', countPgs(states, Pg.undersized | Pg.stuck)],
  ] as const;
  const count = sum(parts);
  if (count === 0) return [];
  const { degraded, total } = degradedObjects(model);
  const objects =
    degraded > 0 ? `${degraded}/${total} objects degraded (${((100 * degraded) / total).toFixed(3)}%), ` : '';
  return [
    warning('PG_DEGRADED', `Degraded data redundancy: ${objects}${list(parts)}`, count, () =>
      details(model, lacksCopies, 'undersized'),
    ),
  ];
}

const lacksCopies = ({ state }: UncleanPg) =>
  (state & Pg.degraded) !== 0 || (state & (Pg.undersized | Pg.stuck)) === (Pg.undersized | Pg.stuck);

/** The number of missing copies of objects, and of all copies that there should be. */
function degradedObjects(model: Model): { degraded: number; total: number } {
  const total = Math.round(model.pools.reduce((copies, pool) => copies + pool.objects * pool.size, 0));
  return { degraded: Math.min(total, model.degraded), total };
}

/**
 * Inconsistent copies that a deep scrub has found, and objects of which no OSD that is up has the current version.
 * OSD_SCRUB_ERRORS counts errors, OBJECT_UNFOUND objects, and PG_DAMAGED placement groups.
 */
function damageChecks(model: Model, states: StateCounts): Raised[] {
  let errors = 0;
  for (const damage of model.damaged.values()) if (damage.found) errors += damage.errors;
  const parts = [
    ['recovery_unfound', countPgs(states, Pg.recoveryUnfound)],
    ['inconsistent', countPgs(states, Pg.inconsistent)],
  ] as const;
  const count = sum(parts);
  const checks: Raised[] =
    errors === 0 ? [] : [failure('OSD_SCRUB_ERRORS', `${errors} scrub errors`, errors)];
  if (parts[0][1] > 0) checks.push(unfoundCheck(model));
  if (count > 0) {
    const detail = () =>
      details(model, ({ state }) => (state & (Pg.inconsistent | Pg.recoveryUnfound)) !== 0);
    checks.push(failure('PG_DAMAGED', `Possible data damage: ${list(parts)}`, count, detail));
  }
  return checks;
}

function unfoundCheck({ pools, unclean, pgs }: Model): Raised {
  const groups = [...unclean.values()].filter(({ unfound }) => unfound > 0);
  const unfound = groups.reduce((objects, pg) => objects + pg.unfound, 0);
  const total = Math.round(pools.reduce((objects, pool) => objects + pool.objects, 0));
  const share = ((100 * unfound) / total).toFixed(3);
  return warning('OBJECT_UNFOUND', `${unfound}/${total} objects unfound (${share}%)`, unfound, () =>
    groups.slice(0, MAX_DETAIL).map((pg) => `pg ${pgName({ pgs }, pg.id)} has ${pg.unfound} unfound objects`),
  );
}

/** Backfill that is blocked because its targets are too full. */
function backfillFullCheck(model: Model, states: StateCounts): Raised[] {
  const count = countPgs(states, Pg.backfillToofull);
  if (count === 0) return [];
  const message = `Low space hindering backfill (add storage if this doesn't resolve itself): ${plural(count, 'pg')} backfill_toofull`;
  return [
    warning('PG_BACKFILL_FULL', message, count, () =>
      details(model, ({ state }) => (state & Pg.backfillToofull) !== 0),
    ),
  ];
}

type CountedState = readonly [word: string, count: number];

const sum = (parts: readonly CountedState[]): number => parts.reduce((total, [, count]) => total + count, 0);

const list = (parts: readonly CountedState[]): string =>
  parts
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${plural(count, 'pg')} ${word}`)
    .join(', ');

/**
 * Lines about the first placement groups that `matters` selects. `stuckAs` is the word for those in that state for
 * too long.
 */
function details(model: Model, matters: (pg: UncleanPg) => boolean, stuckAs?: string): string[] {
  const chosen: UncleanPg[] = [];
  for (const pg of model.unclean.values()) {
    if (chosen.length === MAX_DETAIL) break;
    if (matters(pg)) chosen.push(pg);
  }
  return chosen
    .toSorted((a, b) => a.id - b.id)
    .map((pg) => {
      const name = `pg ${pgName(model, pg.id)} is`;
      if (stuckAs === undefined || (pg.state & Pg.stuck) === 0) {
        const unfound = pg.unfound > 0 ? `, ${pg.unfound} unfound` : '';
        return `${name} ${stateName(pg.state)}, acting ${actingText(model, pg)}${unfound}`;
      }
      const seconds = model.tick - (pg.troubledAt ?? model.tick);
      return `${name} stuck ${stuckAs} for ${ageText(seconds)}, current state ${stateName(pg.state)}, last acting ${actingText(model, pg)}`;
    });
}

/** An age as the monitors round it, such as `75s`, `6m` or `2h`. */
function ageText(seconds: number): string {
  if (seconds < 120) return `${seconds}s`;
  return seconds < 7200 ? `${Math.floor(seconds / 60)}m` : `${Math.floor(seconds / 3600)}h`;
}
