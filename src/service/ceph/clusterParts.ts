import type { Clock } from '../../lib/clock.ts';
import type { ServerAccess } from './access/serverAccess.ts';
import type { Ceph } from './client/ceph.ts';
import type { Inventory } from './map/inventory.ts';

/** The ways to read and change the cluster and its servers, which most sections need. */
export interface ClusterParts {
  readonly ceph: Ceph;
  readonly inventory: Inventory;
  readonly clock: Clock;
  readonly access: ServerAccess;
}

/** The same for long work, which undoes what it can when the service stops. */
export interface LongWorkParts extends ClusterParts {
  /** Aborts when the service stops. */
  readonly ending: AbortSignal;
}
