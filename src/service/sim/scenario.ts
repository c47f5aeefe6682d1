import type { SimCluster } from './cluster.ts';
import type { Settings } from './settings.ts';

/** A story that the simulated cluster tells: what is wrong when it is first looked at, and what happens later. */
export interface Scenario {
  /** One line for the list of scenarios. */
  readonly summary: string;
  /** The seconds of it that have passed before the engine starts; they are simulated at once. */
  readonly age: number;
  /** Average use of the disks, a share of 1. */
  readonly fill?: number;
  readonly settings?: Partial<Settings>;
  /** Tells whether there are only servers, and no cluster yet. */
  readonly bare?: boolean;
  /** Tells whether it is another one each time, unless a seed is given. */
  readonly random?: boolean;
  /** Plans the story, from its second 0. */
  begin(cluster: SimCluster): void;
}
