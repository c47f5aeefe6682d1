import type { OsdRow } from './osds.ts';
import type { Tree, TreeNode } from './tree.ts';

/** The states of an OSD that the map distinguishes, from best to worst. */
export const MAP_STATES = [
  'up',
  'unknown',
  'out',
  'destroyed',
  'watch',
  'downOut',
  'failing',
  'down',
] as const;
export type MapState = (typeof MAP_STATES)[number];

/**
 * The measures that the cells of the map can show: the state of OSDs, their usage, the commit latency of their disks,
 * their number of placement groups, or the age of the oldest deep scrub of these.
 */
export const MAP_MEASURES = ['state', 'use', 'latency', 'pgs', 'scrub'] as const;
export type MapMeasure = (typeof MAP_MEASURES)[number];

/** The values of a measure by OSD id, as far as they are known; state and usage are in the rows instead. */
export type Readings = ReadonlyMap<number, number>;

/** The value of an OSD by a measure other than the state. */
export const measured = (row: OsdRow, measure: MapMeasure, readings: Readings): number | undefined =>
  measure === 'use' ? row.usedShare : readings.get(row.osdId ?? -1);

/** A cell of the map: an OSD, or a host or rack with the state of its worst OSD. */
export interface MapCell {
  readonly of: MapScale;
  readonly name: string;
  /** The id of the CRUSH node; undefined for an OSD that is not in the CRUSH map. */
  readonly nodeId: number | undefined;
  /** The names of the buckets above it, nearest first. */
  readonly above: readonly string[];
  readonly osds: readonly OsdRow[];
  /** The worst of its OSDs by the measure of the map. */
  readonly worst: OsdRow;
}

/** Adjacent cells: the OSDs of a host, the hosts of a rack, or the racks of a room. */
export interface MapBlock {
  readonly name: string;
  readonly cells: readonly MapCell[];
}

/** The blocks of one bucket, for example the hosts of a rack. */
export interface MapGroup {
  readonly name: string;
  readonly blocks: readonly MapBlock[];
}

/** The map of all OSDs in the order of the CRUSH map. */
export interface OsdMap {
  readonly scale: MapScale;
  readonly groups: readonly MapGroup[];
  /** The cells of all groups, in order. */
  readonly cells: readonly MapCell[];
  /** The index of the cell that contains an OSD, by the id of its row. */
  readonly cellIndexOf: ReadonlyMap<string, number>;
  /** The number of OSDs by state. */
  readonly counts: Readonly<Record<MapState, number>>;
}

/** The kind of node that a cell represents. */
export type MapScale = 'osd' | 'host' | 'rack';

/** The numbers of OSDs from which a cell represents a host or a rack. */
const HOSTS_FROM = 2_000;
const RACKS_FROM = 20_000;

/** The scale of a map with this many OSDs. */
export const mapScale = (osds: number): MapScale =>
  osds < HOSTS_FROM ? 'osd' : osds < RACKS_FROM ? 'host' : 'rack';

/** The state of an OSD on the map. */
export function mapState({ status, in: isIn, level }: OsdRow): MapState {
  if (status === 'DOWN') return isIn === false ? 'downOut' : 'down';
  if (status === 'DESTROYED') return 'destroyed';
  if (status !== 'UP' || level === 'unknown') return 'unknown';
  if (level === 'error') return 'failing';
  if (isIn === false) return 'out';
  return level === 'warn' ? 'watch' : 'up';
}

const stateRank = new Map(MAP_STATES.map((state, rank) => [state, rank]));
const rankOf = (row: OsdRow): number => stateRank.get(mapState(row)) ?? 0;

/** An OSD that is down is worse than any other OSD, by every measure. */
const isDown = ({ status }: OsdRow): boolean => status === 'DOWN';

function severity(row: OsdRow, measure: MapMeasure, readings: Readings): number {
  if (measure === 'state') return rankOf(row);
  if (isDown(row)) return Infinity;
  return measured(row, measure, readings) ?? -1;
}

/** The worst OSD by a measure; among equals, the one in the worse state, then the first. */
export function worstOsd(
  [first, ...others]: readonly [OsdRow, ...OsdRow[]],
  measure: MapMeasure,
  readings: Readings,
): OsdRow {
  let worst = first;
  for (const row of others) {
    const more = severity(row, measure, readings) - severity(worst, measure, readings);
    // For two OSDs that are down, both severities are Infinity and `more` is NaN.
    if (more > 0 || (!(more < 0) && rankOf(row) > rankOf(worst))) worst = row;
  }
  return worst;
}

/** An OSD with the path of CRUSH nodes from the root to itself; empty if it is not in the CRUSH map. */
interface OsdPath {
  readonly row: OsdRow;
  readonly path: readonly TreeNode[];
}

/** The OSDs in the order of the CRUSH map; those that are not in it come last. */
function inCrushOrder(tree: Tree, rows: readonly OsdRow[]): OsdPath[] {
  const left = new Set(rows.filter(({ osdId }) => osdId !== undefined));
  const byId = new Map([...left].map((row) => [row.osdId, row]));
  const placed: OsdPath[] = [];
  const walk = (node: TreeNode, above: readonly TreeNode[]) => {
    const path = [...above, node];
    const row = byId.get(node.id);
    if (row !== undefined && left.delete(row)) placed.push({ row, path });
    for (const child of node.children) walk(child, path);
  };
  for (const root of tree.roots) walk(root, []);
  return [...placed, ...[...left].map((row) => ({ row, path: [] }))];
}

/** The index of the cell's node in the path: the OSD, its bucket, or the bucket above that unless it is the root. */
function cellDepth({ length }: readonly TreeNode[], scale: MapScale): number {
  if (scale === 'osd') return length - 1;
  const rack = scale === 'rack' && length > 3 ? 1 : 0;
  return Math.max(0, length - 2 - rack);
}

/** The heading of OSDs that are not in any bucket. */
const OUTSIDE = 'in no bucket';

const outside = ({ row }: OsdPath) => ({ host: row.host || OUTSIDE, osd: `osd.${row.osdId}` });

/** The group, block and cell of an OSD, each with a key and a name; OSDs with equal keys belong together. */
function positionIn(one: OsdPath, scale: MapScale) {
  const { path } = one;
  if (path.length < 2) {
    const { host, osd } = outside(one);
    const isOsd = scale === 'osd';
    return {
      group: { key: OUTSIDE, name: OUTSIDE },
      block: isOsd ? { key: `in ${host}`, name: host } : { key: OUTSIDE, name: OUTSIDE },
      cell: { key: isOsd ? osd : `in ${host}`, name: isOsd ? osd : host, nodeId: path[0]?.id, above: [] },
    };
  }
  const depth = cellDepth(path, scale);
  const at = (index: number) => {
    const node = path[index];
    return { key: node?.id ?? 'none', name: node?.name ?? '' };
  };
  const node = path[depth];
  return {
    group: at(depth - 2),
    block: at(depth - 1),
    cell: {
      key: node?.id ?? 'none',
      name: node?.name ?? '',
      nodeId: node?.id,
      above: path
        .slice(0, depth)
        .map(({ name }) => name)
        .toReversed(),
    },
  };
}

/** Groups items by key, in the order in which the keys first occur. */
const groupsBy = <T>(all: readonly T[], keyOf: (one: T) => string | number): [T, ...T[]][] =>
  [...Map.groupBy(all, keyOf).values()] as [T, ...T[]][];

/** Builds the map of these OSDs for a measure; disks without an OSD are left out. */
export function buildOsdMap({
  tree,
  rows,
  measure,
  readings,
  scale = mapScale(rows.filter(({ osdId }) => osdId !== undefined).length),
}: {
  readonly tree: Tree;
  readonly rows: readonly OsdRow[];
  readonly measure: MapMeasure;
  readonly readings: Readings;
  /** By default it depends on the number of OSDs. */
  readonly scale?: MapScale;
}): OsdMap {
  const placed = inCrushOrder(tree, rows);
  const found = placed.map((one) => ({ row: one.row, position: positionIn(one, scale) }));
  const groups = groupsBy(found, ({ position }) => position.group.key).map((inGroup): MapGroup => ({
    name: inGroup[0].position.group.name,
    blocks: groupsBy(inGroup, ({ position }) => position.block.key).map((inBlock): MapBlock => ({
      name: inBlock[0].position.block.name,
      cells: groupsBy(inBlock, ({ position }) => position.cell.key).map(([first, ...others]): MapCell => {
        const osds = [first.row, ...others.map(({ row }) => row)] as const;
        const { name, nodeId, above } = first.position.cell;
        return { of: scale, name, nodeId, above, osds, worst: worstOsd(osds, measure, readings) };
      }),
    })),
  }));
  const cells = groups.flatMap(({ blocks }) => blocks.flatMap((block) => block.cells));
  const counts = Object.fromEntries(MAP_STATES.map((state) => [state, 0])) as Record<MapState, number>;
  for (const { row } of placed) counts[mapState(row)]++;
  return {
    scale,
    groups,
    cells,
    cellIndexOf: new Map(cells.flatMap(({ osds }, index) => osds.map(({ id }) => [id, index] as const))),
    counts,
  };
}
