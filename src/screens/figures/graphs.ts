import type { Api } from '../../api/client.ts';
import type { Input } from '../../api/contract/index.ts';
import { GRAPH_NAMES } from '../../api/contract/stats.ts';
import { composed } from '../../store/cache/resource.ts';

type GraphInput = Input<'getGraph'>['query'];
type TemplateKey = Extract<keyof GraphInput, `template-${string}`>;

/** A graph of the service, either of the whole cluster or of the subject in its template. */
export interface GraphChoice {
  readonly graph: string;
  readonly template?: { readonly key: TemplateKey; readonly value: string | number; readonly label: string };
}

/** The unique key of a choice. */
export const graphKey = ({ graph, template }: GraphChoice): string => `${graph}/${template?.value ?? ''}`;

/** The graph's name and its subject. */
export const graphTitle = ({ graph, template }: GraphChoice): string =>
  template === undefined ? graph : `${graph} ${template.label}`;

/** The initial graphs: load, latency, usage, and healing. */
export const FIRST_GRAPHS: readonly GraphChoice[] = [
  'cluster-iops',
  'cluster-throughput',
  'osd-latency-write',
  'cluster-usage',
  'recovery',
  'pg-states',
].map((graph) => ({ graph }));

/** All known graphs with their subject. Others can be typed. */
export const GRAPHS: readonly { readonly graph: string; readonly of: string }[] = Object.entries(
  GRAPH_NAMES,
).flatMap(([of, graphs]) => graphs.map((graph) => ({ graph, of })));

/** The subject of a templated graph. */
interface GraphSubject {
  readonly value: string | number;
  readonly label: string;
}

/** All subjects that the service has statistics of. */
export interface Subjects {
  readonly server: readonly GraphSubject[];
  readonly pool: readonly GraphSubject[];
  readonly bucket: readonly GraphSubject[];
  readonly user: readonly GraphSubject[];
  readonly directory: readonly GraphSubject[];
}

/** The subjects before the first answer. */
export const NO_SUBJECTS: Subjects = { server: [], pool: [], bucket: [], user: [], directory: [] };

/** The query parameters that name the subject of a graph, by its kind. */
export const TEMPLATES = {
  server: 'template-server-id',
  pool: 'template-pool-name',
  bucket: 'template-s3-bucket-name',
  user: 'template-s3-user-name',
  directory: 'template-storefs-dir-name',
} as const satisfies Record<keyof Subjects, TemplateKey>;

const HEADINGS: Readonly<Record<keyof typeof GRAPH_NAMES, string>> = {
  cluster: 'Cluster',
  server: 'Server',
  pool: 'Pool',
  bucket: 'S3 bucket',
  user: 'S3 user',
  directory: 'Directory',
};

interface ListedName {
  readonly displayName?: string;
  readonly queryName?: string;
}
const named = (list: readonly ListedName[]): GraphSubject[] =>
  list.flatMap(({ displayName, queryName }) =>
    queryName === undefined ? [] : [{ value: queryName, label: displayName ?? queryName }],
  );

async function readSubjects(api: Api): Promise<Subjects> {
  const orNone = async <T>(list: Promise<readonly T[]>): Promise<readonly T[]> => list.catch(() => []);
  const [servers, pools, buckets, users, directories] = await Promise.all([
    orNone(api.listServerNames()),
    orNone(api.listPoolNames()),
    orNone(api.listS3BucketNames()),
    orNone(api.listS3UserNames()),
    orNone(api.listMonitoredDirectories()),
  ]);
  return {
    server: servers.flatMap(({ id, hostname }) =>
      id === undefined ? [] : [{ value: id, label: hostname ?? `#${id}` }],
    ),
    pool: named(pools),
    bucket: named(buckets),
    user: named(users),
    directory: named(directories),
  };
}

/** The subjects that the service has statistics of; a list that it refuses is empty. */
export const graphSubjects = composed({
  key: ['graph subjects'],
  read: readSubjects,
  operations: [
    'listServerNames',
    'listPoolNames',
    'listS3BucketNames',
    'listS3UserNames',
    'listMonitoredDirectories',
  ],
});

/** All graphs that can be chosen, grouped by subject. */
export function offeredGraphs(
  subjects: Subjects,
): readonly { readonly group: string; readonly choice: GraphChoice }[] {
  const templated = (Object.keys(TEMPLATES) as (keyof Subjects)[]).flatMap((kind) =>
    subjects[kind].flatMap(({ value, label }) =>
      GRAPH_NAMES[kind].map((graph) => ({
        group: HEADINGS[kind],
        choice: { graph, template: { key: TEMPLATES[kind], value, label } },
      })),
    ),
  );
  return [
    ...GRAPH_NAMES.cluster.map((graph) => ({ group: HEADINGS.cluster, choice: { graph } })),
    ...templated,
  ];
}

/** The query parameters that name a graph. */
export const graphQuery = ({ graph, template }: GraphChoice): GraphInput => ({
  graph,
  ...(template && { [template.key]: template.value }),
});
