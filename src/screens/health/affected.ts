import type { Api } from '../../api/client.ts';
import type { RbdImage } from '../../api/contract/rbds.ts';
import type { S3Bucket } from '../../api/contract/s3Buckets.ts';
import { percent } from '../../lib/format.ts';
import { type AffectedPool, shareOf } from '../../store/answers/affected.ts';
import type { Level } from '../../store/answers/level.ts';

/** An object that clients use, with the state of its pool. */
export interface AffectedRow {
  readonly id: string;
  readonly kind: 'service' | 'pool' | 'image' | 'bucket' | 'directory' | 'not known';
  readonly name: string;
  /** Empty if the service does not report it. */
  readonly pool: string;
  /** The pool that lists it; an image's data may be in another one. */
  readonly listedIn: string;
  readonly level: Level;
  /** Placement groups of the pool that cannot serve clients. */
  readonly blocked: number | undefined;
  readonly total: number | undefined;
  readonly effect: string;
}

/** The things that clients use; undefined where the service could not list them. */
export interface Consumers {
  readonly images: ReadonlyMap<string, readonly RbdImage[] | undefined>;
  readonly buckets: readonly S3Bucket[] | undefined;
  /** The pools of directories by their paths. */
  readonly directories: ReadonlyMap<string, string> | undefined;
}

/** Limits for the pools whose images are listed, the images of each, and the directories that are examined. */
const [MAX_POOLS, MAX_IMAGES, MAX_DIRECTORIES] = [30, 500, 50];

/** Reads the things that clients use; lists that the service refuses are undefined. */
export async function readConsumers(api: Api, signal: AbortSignal): Promise<Consumers> {
  const options = { signal };
  const known = <T>(answer: Promise<T>): Promise<T | undefined> => answer.catch(() => undefined);
  const pools = (await api.listPools({}, options)).filter(({ application }) => application === 'rbd');
  const [images, buckets, directories] = await Promise.all([
    Promise.all(
      pools.slice(0, MAX_POOLS).map(async ({ name = '' }) => {
        const page = await known(
          api.listImages({ params: { pool: name }, query: { limit: MAX_IMAGES } }, options),
        );
        return [name, page?.data] as const;
      }),
    ),
    known(api.listS3Buckets({}, options)),
    known(readDirectories(api, options)),
  ]);
  return { images: new Map(images), buckets, directories };
}

/** The root and its subdirectories, with the data pools of their layouts. */
async function readDirectories(
  api: Api,
  options: { readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, string>> {
  const { entries = [] } = await api.listFilesWithStats({ query: { dir: '/' } }, options);
  const below = entries.flatMap(({ type, fullPath }) => (type === 'DIR' && fullPath ? [fullPath] : []));
  const layouts = await Promise.all(
    ['/', ...below.slice(0, MAX_DIRECTORIES)].map(async (path) => {
      const { pool = '' } = await api
        .getFileLayout({ query: { path } }, options)
        .catch(() => ({ pool: undefined }));
      return [path, pool] as const;
    }),
  );
  return new Map(layouts.filter(([, pool]) => pool !== ''));
}

/**
 * The services that cannot serve I/O (`Impact.stopped`), the affected pools, then what is stored in them in the same order; what
 * is not known comes last.
 */
export function selectAffected(
  pools: readonly AffectedPool[],
  consumers: Consumers | undefined,
  stopped: readonly string[] = [],
): readonly AffectedRow[] {
  const rows = pools.flatMap((pool) => [
    ...imagesIn(pool, consumers),
    ...directoriesIn(pool, consumers),
    ...bucketsIn(pool, consumers),
  ]);
  // An entry that is in several pools is shown for the worst of them.
  const unique = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((same) => same.slice(0, 1));
  return [
    ...stopped.map(stoppedRow),
    ...pools.map(poolRow),
    ...unique.filter(({ kind }) => kind !== 'not known'),
    ...unique.filter(({ kind }) => kind === 'not known'),
  ];
}

const stoppedRow = (effect: string): AffectedRow => ({
  id: `service ${effect}`,
  kind: 'service',
  name: '--',
  pool: '',
  listedIn: '',
  level: 'error',
  blocked: undefined,
  total: undefined,
  effect,
});

const levelOf = ({ blocked }: AffectedPool): Level => (blocked > 0 ? 'error' : 'warn');

const rowOf = (pool: AffectedPool, row: Pick<AffectedRow, 'kind' | 'name' | 'effect'>): AffectedRow => ({
  id: `${row.kind} ${pool.name}/${row.name}`,
  pool: pool.name,
  listedIn: pool.name,
  level: row.kind === 'not known' ? 'unknown' : levelOf(pool),
  blocked: pool.blocked > 0 ? pool.blocked : undefined,
  total: pool.total,
  ...row,
});

const poolRow = (pool: AffectedPool): AffectedRow =>
  rowOf(pool, {
    kind: 'pool',
    name: pool.name,
    effect:
      pool.blocked > 0
        ? `${pool.total === undefined ? `${pool.blocked} of its PGs` : `${percent(shareOf(pool))} of it`} unavailable`
        : `may be slow: ${pool.slowBy?.text ?? ''}`,
  });

/** The effect on something whose data is spread over all placement groups of its pool. */
const spreadEffect = (pool: AffectedPool): string => {
  if (pool.blocked === 0) return 'may be slow';
  return shareOf(pool) === 1 ? 'cannot be read or written' : 'parts of it may be unavailable';
};

/** A row for each item, or a single one that says that the list is unavailable. */
function orUnknown<T>(
  pool: AffectedPool,
  what: string,
  list: readonly T[] | undefined,
  row: (one: T) => AffectedRow,
): readonly AffectedRow[] {
  return list === undefined ? [unknownRow(pool, what, 'they could not be listed')] : list.map(row);
}

const unknownRow = (pool: AffectedPool, name: string, effect: string): AffectedRow =>
  rowOf(pool, { kind: 'not known', name, effect });

function imagesIn(pool: AffectedPool, consumers: Consumers | undefined): readonly AffectedRow[] {
  if (consumers === undefined) return [];
  const { images } = consumers;
  const isOwn = (listedIn: string) => pool.application === 'rbd' && listedIn === pool.name;
  const all = [...images].flatMap(([listedIn, of = []]) =>
    of
      .filter(({ erasureCodedPool }) => isOwn(listedIn) || erasureCodedPool === pool.name)
      .map((image) => ({ ...image, listedIn })),
  );
  const unlisted = pool.application === 'rbd' ? whyUnlisted(pool.name, images) : undefined;
  // Larger images are spread over more placement groups, so they come first.
  return [
    ...all
      .toSorted((a, b) => (b.size ?? 0) - (a.size ?? 0))
      .map((image): AffectedRow => ({
        ...rowOf(pool, { kind: 'image', name: image.name ?? '', effect: spreadEffect(pool) }),
        id: `image ${image.listedIn}/${image.name}`,
        listedIn: image.listedIn,
      })),
    ...(unlisted === undefined ? [] : [unknownRow(pool, `images of ${pool.name}`, unlisted)]),
  ];
}

/** The reason why not all images of a pool are listed. */
function whyUnlisted(pool: string, images: Consumers['images']): string | undefined {
  if (!images.has(pool)) return `only the images of ${MAX_POOLS} pools are examined`;
  const own = images.get(pool);
  if (own === undefined) return 'they could not be listed';
  return own.length < MAX_IMAGES ? undefined : `only ${MAX_IMAGES} of them are examined`;
}

const FILES: ReadonlySet<string> = new Set(['storefs', 'cephfs']);

function directoriesIn(pool: AffectedPool, consumers: Consumers | undefined): readonly AffectedRow[] {
  if (consumers === undefined || !FILES.has(pool.application)) return [];
  const { directories } = consumers;
  const paths = directories && [...directories].filter(([, of]) => of === pool.name).map(([path]) => path);
  // A pool without directories may hold the metadata.
  if (paths?.length === 0)
    return [
      rowOf(pool, {
        kind: 'not known',
        name: `files in ${pool.name}`,
        effect: 'no examined directory is stored there; it may hold the metadata of all',
      }),
    ];
  return orUnknown(pool, `directories in ${pool.name}`, paths, (name) =>
    rowOf(pool, { kind: 'directory', name, effect: `new content: ${spreadEffect(pool)}` }),
  );
}

function bucketsIn(pool: AffectedPool, consumers: Consumers | undefined): readonly AffectedRow[] {
  if (consumers === undefined || pool.application !== 'rgw') return [];
  const ranked = consumers.buckets?.toSorted(
    (a, b) => (b.usageSum?.numObjects ?? 0) - (a.usageSum?.numObjects ?? 0),
  );
  return orUnknown(pool, `buckets in ${pool.name}`, ranked, ({ bucket = '' }) => ({
    ...rowOf(pool, {
      kind: 'bucket',
      name: bucket,
      effect: `${pool.blocked > 0 ? 'objects may wait' : 'may be slow'}: the service does not report its pool`,
    }),
    // One row per bucket, because the service does not report its pool.
    id: `bucket ${bucket}`,
    pool: '',
    blocked: undefined,
    total: undefined,
  }));
}
