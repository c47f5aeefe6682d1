import type { GraphPlot } from '../../../api/contract/stats.ts';
import type { SubjectKind } from '../../history/graphs.ts';
import { SampleSeries, type Resolution } from '../../history/series.ts';
import { datapoints, type Window } from '../../history/window.ts';

/** The values of a subject at one time, by `GRAPH/PLOT`. */
export type PlotValues = Readonly<Record<string, number>>;

/** The resolutions at which each kind of subject is recorded, the finest first, in seconds. */
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
 * The maximum number of recorded subjects of a kind, for kinds without a natural limit: a month of one takes some 70 KB.
 * Requested subjects come first, then the largest ones.
 */
const MAX_SUBJECTS: Partial<Record<SubjectKind, number>> = { bucket: 250, user: 250 };
/** A recorded subject counts as this many times its size, so that two of similar size do not displace each other. */
const RECORDED_WEIGHT = 2;

/** Recorded values of the cluster and its parts since the service started; in memory only, coarser the older they are. */
export class History {
  readonly #subjects = new Map<string, Map<string, SampleSeries>>();
  /** The requested subjects of the kinds in {@link MAX_SUBJECTS}, the latest last. */
  readonly #requested = new Map<SubjectKind, Set<string>>();

  /** Notes that a graph of a subject was requested: it is recorded from now on, even if it is small. */
  request(kind: SubjectKind, id: string): void {
    const max = MAX_SUBJECTS[kind];
    if (max === undefined) return;
    const requested = this.#requested.get(kind) ?? new Set();
    this.#requested.set(kind, requested);
    requested.delete(id);
    requested.add(id);
    if (requested.size > max) requested.delete(requested.values().next().value ?? '');
  }

  /**
   * Adds the values of all subjects of a kind, by their ids. Recorded subjects that are missing are deleted.
   * @param at Unix timestamp, seconds
   */
  add(kind: SubjectKind, at: number, all: ReadonlyMap<string, PlotValues>): void {
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

  #chosen(kind: SubjectKind, all: ReadonlyMap<string, PlotValues>): ReadonlyMap<string, PlotValues> {
    const max = MAX_SUBJECTS[kind] ?? Infinity;
    if (all.size <= max) return all;
    const requested = this.#requested.get(kind);
    const rank = (id: string, [size = 0]: readonly number[]) => {
      if (requested?.has(id)) return Infinity;
      return this.#subjects.has(`${kind} ${id}`) ? RECORDED_WEIGHT * size : size;
    };
    const ranked = Array.from(all, ([id, values]) => ({ id, values, rank: rank(id, Object.values(values)) }));
    // Infinity - Infinity is NaN, so equal ranks are compared first.
    ranked.sort((a, b) => (a.rank === b.rank ? 0 : b.rank - a.rank));
    return new Map(ranked.slice(0, max).map(({ id, values }) => [id, values]));
  }

  /** The plots of a graph; none if nothing was recorded. */
  plots(kind: SubjectKind, id: string, graph: string, window: Window): GraphPlot[] {
    const prefix = `${graph}/`;
    return [...(this.#subjects.get(`${kind} ${id}`) ?? [])]
      .filter(([plot]) => plot.startsWith(prefix))
      .map(([plot, series]) => ({
        name: plot.slice(prefix.length),
        datapoints: datapoints(series, window),
      }));
  }
}
