import type { Clock } from '../../../lib/clock.ts';
import type { Downloads } from '../../downloads.ts';
import type { SimChangeRequests } from '../changes/requests.ts';
import type { SimCluster } from '../cluster.ts';
import type { Configuration } from '../config/configuration.ts';
import type { ImageStore } from '../images/store.ts';
import type { Model } from '../model/model.ts';
import type { Persistence } from '../persistence/persistence.ts';
import type { Storage } from '../storage.ts';

/** The parts that the handlers of every section need. */
export interface Sim extends Storage {
  readonly cluster: SimCluster;
  readonly model: Model;
  readonly clock: Clock;
  /** The clock's elapsed milliseconds when the engine was started. */
  readonly startedAt: number;
  /** Aborted when the engine is closed. */
  readonly closed: AbortSignal;
  /** Offers files that are too large for an answer. */
  readonly downloads: Downloads;
  /** Requested changes of the CRUSH map. */
  readonly changes: SimChangeRequests;
  readonly configuration: Configuration;
  readonly images: ImageStore;
  /** Stores changes across restarts. */
  readonly persistence: Persistence;
}
