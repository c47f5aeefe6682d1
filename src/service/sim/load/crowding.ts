import { type CrushScope, OUTSIDE } from '../crush/scopes.ts';
import { MAX_OPS } from '../history/measure.ts';
import type { BusyClient, Model } from '../model/model.ts';
import type { DeviceClass, Osd } from '../model/topology.ts';
import { IDLE_LATENCIES, WRITE_FACTOR } from '../osds/idleLatencies.ts';
import type { SimPool } from '../pools/pool.ts';

/**
 * Operations per second of which all disks of a scope together are capable. A scope never changes, so this is
 * computed once.
 */
const operationsByScope = new WeakMap<CrushScope, number>();
export function operationsOf(scope: CrushScope): number {
  let most = operationsByScope.get(scope);
  if (most === undefined) {
    most = scope.members.reduce((sum, { deviceClass }) => sum + MAX_OPS[deviceClass], 0);
    operationsByScope.set(scope, most);
  }
  return most;
}

/** Writes to a pool per second of which its disks are capable, with all copies. */
export const capacityOf = ({ scopes, size }: SimPool): number => Math.max(1, operationsOf(scopes[0]!)) / size;

/** The kind of disks that a pool is on. */
export const classOf = ({ rule }: Pick<SimPool, 'rule'>): DeviceClass => rule.takes[0].deviceClass ?? 'hdd';

/** Milliseconds of a write to a pool whose disks nobody else uses. */
export const idleWriteMs = (pool: SimPool): number =>
  (WRITE_FACTOR * IDLE_LATENCIES[classOf(pool)].p50) / 1000;

type Busy = Pick<Model, 'busyClients'>;

/**
 * Milliseconds for which a request waits behind those of some busy clients. Such a client sends the next request when one is
 * answered: its requests in flight are its rate times their latency, and the rate is at most what the disks do.
 */
function behind({ busyClients }: Busy, isCommon: (pool: SimPool) => boolean): number {
  let ms = 0;
  for (const { pool, inFlight } of busyClients) {
    if (isCommon(pool)) ms += Math.max(0, (1000 * inFlight) / capacityOf(pool) - idleWriteMs(pool));
  }
  return ms;
}

/** Milliseconds for which a request to disks of these scopes waits behind those of busy clients. */
export const crowdedMs = (model: Busy, scopes: readonly CrushScope[]): number =>
  behind(model, (pool) => pool.scopes.some((scope) => scopes.includes(scope)));

/** The same for a request to an OSD. */
export const crowdedMsOn = (model: Busy, { id }: Osd): number =>
  behind(model, ({ scopes }) => scopes.some(({ domains }) => domains[id] !== OUTSIDE));

/** The writes per second of a busy client. */
const writesOf = (model: Busy, { pool, inFlight }: BusyClient): number =>
  (1000 * inFlight) / (idleWriteMs(pool) + crowdedMs(model, pool.scopes));

/** The writes per second of all busy clients of a pool. */
export const busyWrites = (model: Busy, pool: SimPool): number =>
  Array.from(model.busyClients).reduce(
    (sum, client) => sum + (client.pool === pool ? writesOf(model, client) : 0),
    0,
  );
