import type { UNITS } from '../../../api/contract/stats.ts';
import { Refusal } from '../../engine.ts';
import {
  CLUSTER_GRAPHS,
  DISK_GRAPH,
  POOL_GRAPHS,
  SERVER_GRAPHS,
  USAGE_GRAPHS,
} from '../../sim/history/catalogue.ts';

/** What a graph shows one of. */
export type SubjectKind = 'cluster' | 'pool' | 'server' | 'bucket' | 'user' | 'directory';

/** What a graph is of, and the unit of its values. */
export interface GraphKind {
  readonly of: SubjectKind;
  readonly unit: (typeof UNITS)[number];
}

/** OSDs tell how long they take to commit a write, and nothing of reads. */
const NOT_MEASURED = new Set(['osd-latency-read']);

const USAGE_KINDS = { 's3-bucket': 'bucket', 's3-user': 'user', 'storefs-dir': 'directory' } as const;

const usageKind = (name: string): SubjectKind =>
  USAGE_KINDS[name.slice(0, name.lastIndexOf('-')) as keyof typeof USAGE_KINDS];

/** The graphs that this engine can draw, by name; names and units are those of the simulated cluster's. */
const GRAPHS: ReadonlyMap<string, GraphKind> = new Map<string, GraphKind>(
  [
    ...CLUSTER_GRAPHS.map(({ name, unit }) => [name, { of: 'cluster', unit }] as const),
    ...POOL_GRAPHS.map(({ name, unit }) => [name, { of: 'pool', unit }] as const),
    ...[...SERVER_GRAPHS, DISK_GRAPH].map(({ name, unit }) => [name, { of: 'server', unit }] as const),
    ...Object.entries(USAGE_GRAPHS).map(([name, unit]) => [name, { of: usageKind(name), unit }] as const),
  ].filter(([name]) => !NOT_MEASURED.has(name)),
);

/** @throws Refusal 404 */
export function graphKind(name: string): GraphKind {
  const kind = GRAPHS.get(name);
  if (kind) return kind;
  const asked = JSON.stringify(name);
  throw new Refusal(404, `there is no graph ${asked}: there are ${[...GRAPHS.keys()].join(', ')}`);
}
