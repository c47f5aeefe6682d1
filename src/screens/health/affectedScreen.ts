import { localAnswer } from '../../store/answers/rowAnswers.ts';
import { composed, unawaited, optionally } from '../../store/cache/resource.ts';
import { resources } from '../../store/cache/resources.ts';
import { EVIDENCE } from '../../store/facts/diagnosis.ts';
import { numberColumn, signColumn, textColumn } from '../list/columns.ts';
import { listScreen } from '../list/screen.ts';
import { type Screen, type ScreenLink, type PaneLink, showPane } from '../screen.ts';
import { type AffectedRow, readConsumers, selectAffected } from './affected.ts';

/** Milliseconds between two reads; the things that clients use change slowly. */
const CONSUMERS_MS = 30_000;

const consumers = composed({
  key: ['consumers'],
  everyMs: CONSUMERS_MS,
  operations: ['listPools', 'listImages', 'listS3Buckets', 'listFilesWithStats', 'getFileLayout'],
  read: readConsumers,
});

/** Links from a row to the object itself, to its placement groups, and to the causes. */
function linksOf({ kind, name, pool, listedIn }: AffectedRow): (ScreenLink | PaneLink)[] {
  const own: Partial<Record<AffectedRow['kind'], ScreenLink>> = {
    image: { label: `image ${name}`, screen: 'images', scope: { pool: listedIn }, filter: `name:${name}` },
    bucket: { label: `bucket ${name}`, screen: 's3-buckets', scope: {}, filter: `name:${name}` },
  };
  const link = own[kind];
  return [
    ...(link ? [link] : []),
    ...(pool === ''
      ? []
      : [
          {
            label: `placement groups of ${pool}`,
            go: (cockpit: Parameters<PaneLink['go']>[0]) => showPane(cockpit, 'placement', `pool:${pool}`),
          },
        ]),
    { label: 'why: what is to blame', screen: 'why', scope: {} },
  ];
}

/** The filesystems, gateways, pools, images, buckets and directories whose clients wait. */
const affected: Screen = listScreen<AffectedRow>()({
  id: 'affected',
  names: ['affected', 'hurt', 'impact'],
  group: 'Cluster',
  title: 'Affected clients',
  help: 'Filesystems and gateways that cannot serve I/O, and pools, images, buckets and directories behind placement groups that cannot serve clients, or are slow, the worst first',
  reads: () => ({
    ...EVIDENCE,
    pools: resources.pools,
    rules: optionally(resources.rules),
    // A filesystem that is offline answers nothing about its directories.
    consumers: unawaited(consumers),
  }),
  local: ({ facts, cache }) => {
    const pools = facts.affectedPools();
    const contents = pools.length === 0 ? undefined : cache.slot(consumers).data;
    return selectAffected(pools, contents, facts.diagnosis()?.impact.stopped);
  },
  rowId: ({ id }) => id,
  answers: localAnswer,
  level: ({ level }) => level,
  columns: [
    signColumn(({ level }) => level),
    // The title of the page says both.
    textColumn({ id: 'kind', title: 'WHAT', words: '', width: 9, priority: 0 }, ({ kind }) => kind),
    textColumn(
      { id: 'name', title: 'NAME', words: '', flex: 2, min: 14, max: 48, priority: 0, name: true },
      ({ name }) => name,
    ),
    textColumn({ id: 'pool', title: 'POOL', flex: 1, min: 10, max: 32, priority: 2 }, ({ pool }) => pool),
    numberColumn({ id: 'blocked', title: 'BLOCKED', width: 7, priority: 1 }, ({ blocked }) => blocked),
    numberColumn({ id: 'total', title: 'PGS', width: 6, priority: 3 }, ({ total }) => total),
    textColumn(
      { id: 'effect', title: 'EFFECT', once: true, flex: 3, min: 20, priority: 1 },
      ({ effect }) => effect,
    ),
  ],
  page: { title: ({ kind, name }) => `${kind} ${name}` },
  empty: 'All placement groups serve their clients, and nothing is known to be stopped or slow.',
  links: linksOf,
});

export const affectedScreens: readonly Screen[] = [affected];
