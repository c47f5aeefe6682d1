import type { Clock } from '../../../lib/clock.ts';
import type { Downloads } from '../../downloads.ts';
import type { SimChangeRequests } from '../changes/requests.ts';
import type { SimCluster } from '../cluster.ts';
import type { Configuration } from '../config/configuration.ts';
import type { ImageStore } from '../images/store.ts';
import type { Keep } from '../kept/keep.ts';
import type { Model } from '../model.ts';
import type { Storage } from '../storage.ts';

/** The parts that the operations of every section work with. */
export interface Sim extends Storage {
  readonly cluster: SimCluster;
  readonly model: Model;
  readonly clock: Clock;
  /** When the engine was started, in the clock's elapsed milliseconds. */
  readonly startedAt: number;
  /** Aborted when the engine is closed. */
  readonly closed: AbortSignal;
  /** Where files are offered that do not fit into an answer. */
  readonly downloads: Downloads;
  /** Changes of the CRUSH map that wait for a decision. */
  readonly changes: SimChangeRequests;
  /** The settings of the cluster. */
  readonly configuration: Configuration;
  /** Block images. */
  readonly images: ImageStore;
  /** Where changes are kept that outlive the process. */
  readonly keep: Keep;
}
