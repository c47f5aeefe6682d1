import type { StatsGraph } from '../../../api/contract/stats.ts';
import type { SubjectKind } from '../../history/graphs.ts';
import { SampleSeries, type Resolution } from '../../history/series.ts';
import { datapoints, type Window } from '../../history/window.ts';

type WirePlot = NonNullable<StatsGraph['graphs']>[number];

/** Values of something at one moment, by `GRAPH/PLOT`. */
export type Values = Readonly<Record<string, number>>;

/** Intervals of the values of each kind of thing, finest first, in seconds. */
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

/**
 * The most of a kind that are recorded, where there may be any number of them: a month of one takes some 70 KB. Those
 * that were asked for come first, then the largest.
 */
const MOST: Partial<Record<SubjectKind, number>> = { bucket: 250, user: 250 };
/** One that is recorded counts as so many times its size: two that grow side by side do not end each other's records. */
const STAYING = 2;

/** Values since the service began, of the cluster and its parts, thinner the older it is. It is kept in memory only. */
export class History {
  readonly #subjects = new Map<string, Map<string, SampleSeries>>();
  /** The things of the kinds of MOST that were asked for, the latest last. */
  readonly #wanted = new Map<SubjectKind, Set<string>>();

  /** Has one be recorded from now on that may be too small to be without that. */
  want(kind: SubjectKind, id: string): void {
    const most = MOST[kind];
    if (most === undefined) return;
    const wanted = this.#wanted.get(kind) ?? new Set();
    this.#wanted.set(kind, wanted);
    wanted.delete(id);
    wanted.add(id);
    if (wanted.size > most) wanted.delete(wanted.values().next().value ?? '');
  }

  /**
   * Adds what was measured of all things of a kind, by their ids; those that are no longer among them are
   * forgotten.
   * @param at seconds since the epoch
   */
  add(kind: SubjectKind, at: number, all: ReadonlyMap<string, Values>): void {
    const prefix = `${kind} `;
    const measured = this.#chosen(kind, all);
    for (const key of this.#subjects.keys())
      if (key.startsWith(prefix) && !measured.has(key.slice(prefix.length))) this.#subjects.delete(key);
    for (const [id, values] of measured) {
      const known = this.#subjects.get(prefix + id) ?? new Map<string, SampleSeries>();
      this.#subjects.set(prefix + id, known);
      for (const plot of [...known.keys(), ...Object.keys(values)]) {
        const series = known.get(plot) ?? new SampleSeries(RESOLUTIONS[kind]);
        known.set(plot, series);
        series.add(at, values[plot] ?? Number.NaN);
      }
    }
  }

  #chosen(kind: SubjectKind, all: ReadonlyMap<string, Values>): ReadonlyMap<string, Values> {
    const most = MOST[kind] ?? Infinity;
    if (all.size <= most) return all;
    const wanted = this.#wanted.get(kind);
    const rank = (id: string, [size = 0]: readonly number[]) => {
      if (wanted?.has(id)) return Infinity;
      return this.#subjects.has(`${kind} ${id}`) ? STAYING * size : size;
    };
    const ranked = Array.from(all, ([id, values]) => ({ id, values, rank: rank(id, Object.values(values)) }));
    // Infinity less itself is no number.
    ranked.sort((a, b) => (a.rank === b.rank ? 0 : b.rank - a.rank));
    return new Map(ranked.slice(0, most).map(({ id, values }) => [id, values]));
  }

  /** The plots of a graph; none while nothing was measured. */
  plots(kind: SubjectKind, id: string, graph: string, window: Window): WirePlot[] {
    const prefix = `${graph}/`;
    return [...(this.#subjects.get(`${kind} ${id}`) ?? [])]
      .filter(([plot]) => plot.startsWith(prefix))
      .map(([plot, series]) => ({
        name: plot.slice(prefix.length),
        datapoints: datapoints(series, window),
      }));
  }
}
