import type { SimCluster } from './cluster.ts';
import type { Settings } from './model/settings.ts';

/** A scripted course of events in the simulated cluster: faults that are there at the start, and events that follow. */
export interface Scenario {
  /** One line for the list of scenarios. */
  readonly summary: string;
  /** Seconds of the scenario that have passed when the engine starts; they are simulated at once. */
  readonly age: number;
  /** Average usage of the disks, from 0 to 1. */
  readonly fill?: number;
  readonly settings?: Partial<Settings>;
  /** True for servers only, without a cluster. */
  readonly bare?: boolean;
  /** True if the seed is random, unless one is given. */
  readonly random?: boolean;
  /** Schedules the events of the scenario, at second 0. */
  begin(cluster: SimCluster): void;
}
