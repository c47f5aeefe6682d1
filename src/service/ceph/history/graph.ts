import type { StatsGraph } from '../../../api/contract/stats.ts';
import type { Clock } from '../../../lib/clock.ts';
import { notPossible, Refusal } from '../../engine.ts';
import {
  type SubjectKind,
  graphKindOf,
  GRAPHS,
  type GraphKind,
  type GraphQuery,
} from '../../history/graphs.ts';
import { readWindow, downsampled, type Window } from '../../history/window.ts';
import { refusal } from '../../rules/refused.ts';
import { noBucket } from '../../rules/s3.ts';
import { subjectMissing, noGraph } from '../../rules/statistics.ts';
import { parsePath, pathText } from '../../values/path.ts';
import type { ServerAccess } from '../access/serverAccess.ts';
import type { Files } from '../files/filesystem.ts';
import { quotaOf } from '../files/quota.ts';
import type { ManagementNode } from '../management.ts';
import type { Inventory } from '../map/inventory.ts';
import { serverNamed } from '../map/servers.ts';
import { findPool } from '../pools/find.ts';
import { bucketName, bucketQuotas, toBucketName, toUserName } from '../s3/buckets.ts';
import type { Admin } from '../s3/gateway/admin.ts';
import { uidOf } from '../s3/users.ts';
import { RESOLUTIONS, type History } from './history.ts';
import type { MonitoredDirectories } from './monitored.ts';

/** OSDs report the latency of commits, but not of reads. */
const NOT_MEASURED = new Set(['osd-latency-read']);

/** The kind of a graph that this service records. @throws Refusal 404 */
export function graphKind(name: string): GraphKind {
  const kind = NOT_MEASURED.has(name) ? undefined : graphKindOf(name);
  if (kind) return kind;
  const names = Object.keys(GRAPHS).filter((known) => !NOT_MEASURED.has(known));
  throw refusal(noGraph(name, names));
}

/** The parts of the service from which graphs are recorded and drawn. */
export interface GraphOptions {
  readonly clock: Clock;
  readonly history: History;
  readonly inventory: Inventory;
  readonly node: ManagementNode;
  readonly access: ServerAccess;
  readonly files: Files;
  readonly monitored: MonitoredDirectories;
  readonly admin: Admin;
}

/** The subject of a graph, with its quota if it can have one; 0 means no limit. */
interface LimitedSubject {
  readonly id: string;
  readonly limits?: { readonly bytes: number; readonly objects: number };
}

/** The query parameter that names the subject of a graph. */
const TEMPLATES = {
  pool: 'template-pool-name',
  server: 'template-server-id',
  bucket: 'template-s3-bucket-name',
  user: 'template-s3-user-name',
  directory: 'template-storefs-dir-name',
} as const satisfies Partial<Record<SubjectKind, keyof GraphQuery>>;

/** Server graphs that the cluster itself provides; all others need access to the server. */
const KNOWN_FOR_ALL = new Set(['server-disk-usage']);

/** Finders of the subject that a query names. @throws Refusal 404, 409, 501 */
function finders({ inventory, node, access, files, monitored, admin }: GraphOptions) {
  return {
    async pool(name: string): Promise<LimitedSubject> {
      return { id: String((await findPool(inventory, name)).pool_id) };
    },
    async server(id: string, graph: string): Promise<LimitedSubject> {
      const found = serverNamed(await node.servers(), id);
      if (!access.find(found) && !KNOWN_FOR_ALL.has(graph))
        throw notPossible(
          `${graph} of ${found} is not measured: that server cannot be reached (to use ssh, start the service with --ssh-config FILE); ${[...KNOWN_FOR_ALL].join(', ')} is known for all servers`,
        );
      return { id };
    },
    async bucket(name: string): Promise<LimitedSubject> {
      const [buckets, users] = await Promise.all([admin.buckets(), admin.users()]);
      const stats = buckets.find((bucket) => bucketName(bucket) === name);
      if (!stats) throw refusal(noBucket(name));
      const { quotaBytes = 0, quotaObjects = 0 } = toBucketName(stats, bucketQuotas(users));
      return { id: name, limits: { bytes: quotaBytes, objects: quotaObjects } };
    },
    async user(uid: string): Promise<LimitedSubject> {
      const user = await admin.user(uid);
      const { quotaBytes = 0, quotaObjects = 0 } = toUserName(user);
      return { id: uidOf(user), limits: { bytes: quotaBytes, objects: quotaObjects } };
    },
    async directory(text: string): Promise<LimitedSubject> {
      const path = parsePath(text);
      const { maxBytes = 0, maxFiles = 0 } = await quotaOf(files, path);
      const id = pathText(path);
      if (!(await monitored.paths()).includes(id))
        throw new Refusal(409, `${JSON.stringify(id)} is not monitored: add it to the monitored directories`);
      return { id, limits: { bytes: maxBytes, objects: maxFiles } };
    },
  };
}

/** Makes the function that draws the graphs of `GET /stats` from the recorded values. */
export function graphDrawer(options: GraphOptions): (query: GraphQuery) => Promise<StatsGraph> {
  const { clock, history } = options;
  const find = finders(options);

  const subjectOf = async (of: SubjectKind, query: GraphQuery): Promise<LimitedSubject> => {
    if (of === 'cluster') return { id: '' };
    const template = query[TEMPLATES[of]];
    if (template === undefined) throw refusal(subjectMissing(query.graph, TEMPLATES[of]));
    return find[of](String(template), query.graph);
  };

  return async (query) => {
    const { of, unit } = graphKind(query.graph);
    const window = readWindow(Math.floor(clock.now() / 1000), query);
    const { id, limits } = await subjectOf(of, query);
    history.request(of, id);
    const limit = limits?.[query.graph.endsWith('bytes') ? 'bytes' : 'objects'] ?? 0;
    const plots = history.plots(of, id, query.graph, window);
    const quota = limit > 0 ? [{ name: 'quota', datapoints: constant(limit, of, window) }] : [];
    const ofServer = of === 'server' ? { serverId: Number(id) } : {};
    return {
      name: query.graph,
      axis1: { unit },
      graphs: [...plots, ...quota].map((plot) => ({ ...plot, ...ofServer })),
    };
  };
}

const constant = (value: number, of: SubjectKind, window: Window) =>
  downsampled(() => value, RESOLUTIONS[of].at(-1)?.every ?? 1, window);
