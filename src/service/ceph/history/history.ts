import type { StatsGraph } from '../../../api/contract/stats.ts';
import { Series, type Resolution } from '../../sim/history/series.ts';
import { datapoints, type Window } from '../../sim/history/window.ts';
import type { SubjectKind } from './catalogue.ts';

type WirePlot = NonNullable<StatsGraph['graphs']>[number];

/** What was measured of something in a moment, by `GRAPH/PLOT`. */
export type Values = Readonly<Record<string, number>>;

/** How often each kind of thing is measured; finest first, in seconds. */
export const RESOLUTIONS: Readonly<Record<SubjectKind, readonly Resolution[]>> = {
  cluster: [
    { every: 5, for: 3600 },
    { every: 60, for: 86_400 },
    { every: 300, for: 30 * 86_400 },
  ],
  pool: [
    { every: 10, for: 2 * 3600 },
    { every: 300, for: 30 * 86_400 },
  ],
  server: [
    { every: 10, for: 2 * 3600 },
    { every: 300, for: 30 * 86_400 },
  ],
  directory: [
    { every: 60, for: 86_400 },
    { every: 300, for: 30 * 86_400 },
  ],
  bucket: [{ every: 300, for: 30 * 86_400 }],
  user: [{ every: 300, for: 30 * 86_400 }],
};

/** What was measured since the service began, of the cluster and its parts, thinner the older it is. It is kept in memory only. */
export class History {
  readonly #subjects = new Map<string, Map<string, Series>>();

  /**
   * Adds what was measured of all things of a kind, by their ids; those that are no longer among them are
   * forgotten.
   * @param at seconds since the epoch
   */
  add(kind: SubjectKind, at: number, measured: ReadonlyMap<string, Values>): void {
    const prefix = `${kind} `;
    for (const key of this.#subjects.keys())
      if (key.startsWith(prefix) && !measured.has(key.slice(prefix.length))) this.#subjects.delete(key);
    for (const [id, values] of measured) {
      const known = this.#subjects.get(prefix + id) ?? new Map<string, Series>();
      this.#subjects.set(prefix + id, known);
      for (const plot of [...known.keys(), ...Object.keys(values)]) {
        const series = known.get(plot) ?? new Series(RESOLUTIONS[kind]);
        known.set(plot, series);
        series.add(at, values[plot] ?? Number.NaN);
      }
    }
  }

  /** The plots of a graph; none while nothing was measured. */
  plots(kind: SubjectKind, id: string, graph: string, window: Window): WirePlot[] {
    const prefix = `${graph}/`;
    return [...(this.#subjects.get(`${kind} ${id}`) ?? [])]
      .filter(([plot]) => plot.startsWith(prefix))
      .map(([plot, series]) => ({
        name: plot.slice(prefix.length),
        datapoints: datapoints(series, undefined, 0, window),
      }));
  }
}
