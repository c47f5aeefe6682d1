import type { StatsGraph, GraphPlot } from '../../../api/contract/stats.ts';
import type { GraphQuery } from '../../history/graphs.ts';
import { datapoints, type Window } from '../../history/window.ts';
import { noPool } from '../../rules/pools.ts';
import { refusal } from '../../rules/refused.ts';
import { noServer } from '../../rules/servers.ts';
import { subjectMissing } from '../../rules/statistics.ts';
import type { Model } from '../model/model.ts';
import { Dice, hash } from '../model/random.ts';
import type { Host } from '../model/topology.ts';
import type { SimPool } from '../pools/pool.ts';
import { CLUSTER_GRAPHS, DISK_GRAPHS, POOL_GRAPHS, SERVER_GRAPHS, type Graph } from './catalogue.ts';
import { pastOf } from './past.ts';

/** The value of `template-pool-name` that the list of pool names gives for a pool. */
export const poolQueryName = ({ id }: SimPool): string => `pool-${id}`;

/**
 * A graph of the cluster, a pool or a server; undefined if there is none of this name.
 * @throws Refusal 400 if the query lacks the parameter that the graph needs, 404 if it names nothing
 */
export function measuredGraph(model: Model, query: GraphQuery, window: Window): StatsGraph | undefined {
  const named = <S>(graphs: readonly Graph<S>[]) => graphs.find(({ name }) => name === query.graph);
  const cluster = named(CLUSTER_GRAPHS);
  if (cluster !== undefined) return answer(cluster, plotsOf(model, model, cluster, window));
  const ofPool = named(POOL_GRAPHS);
  if (ofPool !== undefined) return answer(ofPool, plotsOf(model, poolOf(model, query), ofPool, window));
  const ofServer = named(SERVER_GRAPHS);
  if (ofServer !== undefined) {
    const host = serverOf(model, query);
    return answer(
      ofServer,
      plotsOf(model, host, ofServer, window).map((plot) => ({ ...plot, serverId: host.id })),
    );
  }
  const ofDisks = named(DISK_GRAPHS);
  return ofDisks && diskLoad(model, serverOf(model, query), ofDisks, window);
}

const answer = ({ name, unit }: Pick<Graph<never>, 'name' | 'unit'>, graphs: GraphPlot[]): StatsGraph => ({
  name,
  axis1: { unit },
  graphs,
});

function plotsOf<S>(
  model: Model,
  subject: Model | SimPool | Host,
  { plots }: Graph<S>,
  window: Window,
): GraphPlot[] {
  const isNew = model.bare || ('seededBytes' in subject && subject.seededBytes === 0);
  return plots.map((plot) => {
    const series = model.history.series(subject, plot.key);
    const key = `${plot.key}/${'id' in subject ? subject.id : ''}`;
    const past = isNew ? undefined : plot.past;
    return {
      name: plot.name,
      datapoints: series === undefined ? [] : datapoints(series, window, pastOf(past, seedOf(model, key))),
    };
  });
}

function diskLoad(model: Model, host: Host, graph: Graph<number>, window: Window): StatsGraph {
  const [plot] = graph.plots;
  const graphs = model.disks.flatMap((disk): GraphPlot[] => {
    const series = disk.host === host ? model.history.series(disk, plot!.key) : undefined;
    if (series === undefined) return [];
    return [
      {
        name: disk.name,
        serverId: host.id,
        datapoints: datapoints(
          series,
          window,
          pastOf(model.bare ? undefined : plot!.past, seedOf(model, disk.serial)),
        ),
      },
    ];
  });
  return answer(graph, graphs);
}

/** A seed for the past of a series, so that the same series of the same cluster always has the same past. */
export const seedOf = ({ fsid }: Model, key: string): number =>
  hash(Number.parseInt(fsid.slice(0, 8), 16), new Dice(0).fork(key).below(2 ** 31));

function poolOf({ pools }: Model, query: GraphQuery): SimPool {
  const name = template(query, 'template-pool-name');
  const pool = pools.find((candidate) => poolQueryName(candidate) === name || candidate.name === name);
  if (pool === undefined) throw refusal(noPool(name));
  return pool;
}

function serverOf(model: Model, query: GraphQuery): Host {
  const id = query['template-server-id'];
  if (id === undefined) throw refusal(subjectMissing(query.graph, 'template-server-id'));
  const host = model.hosts.find((candidate) => candidate.id === id);
  if (host === undefined) throw refusal(noServer(id));
  return host;
}

/** The value of a query parameter that names the subject of a graph. @throws Refusal 400 */
export function template(
  query: GraphQuery,
  name: Exclude<Extract<keyof GraphQuery, `template-${string}`>, 'template-server-id'>,
): string {
  const value = query[name];
  if (value === undefined) throw refusal(subjectMissing(query.graph, name));
  return value;
}
