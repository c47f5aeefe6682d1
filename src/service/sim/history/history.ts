import { CLUSTER_RESOLUTIONS, PART_RESOLUTIONS, SampleSeries } from '../../history/series.ts';
import type { Device } from '../model/inventory.ts';
import type { MeasuredHistory, Model } from '../model/model.ts';
import { hostAnswers, type Host } from '../model/topology.ts';
import type { SimPool } from '../pools/pool.ts';
import {
  CLUSTER_GRAPHS,
  DISK_GRAPHS,
  POOL_GRAPHS,
  SERVER_GRAPHS,
  type ClusterSample,
  type Graph,
  type Plot,
} from './catalogue.ts';
import { latencies } from './latency.ts';
import {
  busyPercent,
  countPgs,
  isMeasured,
  measureCapacity,
  serverLoad,
  opsPerOsd,
  type Capacity,
} from './measure.ts';

/** Seconds between two values of a pool, a server or a disk. */
const PART_INTERVAL = 10;

type MeasuredSubject = Model | SimPool | Host | Device;

/** A plot of a subject with its values. */
interface MeasuredPlot<S> {
  readonly plot: Plot<S>;
  readonly series: SampleSeries;
}

/** Measures the cluster and its parts, and stores the values. */
export class SimHistory implements MeasuredHistory {
  /** Series by subject, in the order of the plots of its graphs. The subject of the cluster's own series is the model. */
  readonly #series = new Map<MeasuredSubject, readonly MeasuredPlot<never>[]>();
  #capacity: Capacity | undefined;
  /** Client operations per second by OSD id. */
  #ops: Float64Array = new Float64Array(0);
  #last = -Infinity;

  sample(model: Model): void {
    const at = Math.floor(model.timeOf(model.tick) / 1000);
    if (at % PART_INTERVAL === 0 || this.#capacity === undefined) {
      this.#capacity = measureCapacity(model);
      this.#ops = opsPerOsd(model);
    }
    const measured = isMeasured(model);
    this.#add(model, CLUSTER_GRAPHS, measured ? sampleOf(model, this.#capacity) : undefined, at);
    for (let second = Math.max(this.#last + 1, at - PART_INTERVAL + 1); second <= at; second++) {
      this.#sampleParts(model, measured, second);
    }
    this.#last = at;
  }

  /** Pools, servers and disks take turns, so that not all of them are measured in one second. */
  #sampleParts(model: Model, measured: boolean, at: number): void {
    const turn = ((at % PART_INTERVAL) + PART_INTERVAL) % PART_INTERVAL;
    for (const pool of everyNth(model.pools, turn))
      this.#add(pool, POOL_GRAPHS, measured ? pool : undefined, at);
    for (const host of everyNth(model.hosts, turn)) {
      this.#add(host, SERVER_GRAPHS, serverLoad(host, this.#ops), at);
    }
    for (const disk of everyNth(model.disks, turn)) {
      const { osd, host } = disk;
      if (osd === undefined) continue;
      const busy = hostAnswers(host) ? busyPercent(model, osd, this.#ops[osd.id] ?? 0) : undefined;
      this.#add(disk, DISK_GRAPHS, busy, at);
    }
  }

  series(subject: MeasuredSubject, key: string): SampleSeries | undefined {
    return this.#series.get(subject)?.find(({ plot }) => plot.key === key)?.series;
  }

  forget(subject: SimPool | Device): void {
    this.#series.delete(subject);
  }

  #add<S>(subject: MeasuredSubject, graphs: readonly Graph<S>[], sample: S | undefined, at: number): void {
    let measured = this.#series.get(subject) as readonly MeasuredPlot<S>[] | undefined;
    if (measured === undefined) this.#series.set(subject, (measured = seriesOf(graphs)));
    for (const { plot, series } of measured)
      series.add(at, sample === undefined ? Number.NaN : plot.value(sample));
  }
}

function seriesOf<S>(graphs: readonly Graph<S>[]): readonly MeasuredPlot<S>[] {
  const resolutions = graphs === CLUSTER_GRAPHS ? CLUSTER_RESOLUTIONS : PART_RESOLUTIONS;
  return graphs.flatMap(({ plots }) =>
    plots.map((plot) => ({ plot, series: new SampleSeries(resolutions) })),
  );
}

function* everyNth<T>(items: readonly T[], turn: number): Generator<T> {
  for (let index = turn; index < items.length; index += PART_INTERVAL) yield items[index]!;
}

function sampleOf(model: Model, capacity: Capacity): ClusterSample {
  return {
    sums: model.sums,
    osds: model.osds.length,
    objects: model.pools.reduce((sum, pool) => sum + pool.objects, 0),
    capacity,
    pgs: countPgs(model.pools),
    read: latencies(model, 'read'),
    write: latencies(model, 'write'),
  };
}
