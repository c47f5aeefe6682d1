import { plural } from '../../lib/words.ts';
import { hasNeverRun } from './osdRow.ts';
import { type OsdRow, smartText } from './osds.ts';
import { ancestors, type Tree, type TreeNode } from './tree.ts';

/** The location of the down OSDs in one sentence, with untrusted names. */
export interface Where {
  /** `6/6 down OSDs on host stor-07 (rack r2)`. */
  readonly text: string;
  /** The next thing to examine; empty if nothing is down. */
  readonly next: string;
  readonly kind: 'none' | 'one' | 'host' | 'bucket' | 'class' | 'model' | 'scattered' | 'all';
  readonly down: number;
  /** The CRUSH node that contains them, to open in the tree. */
  readonly nodeId: number | undefined;
}

/** A group is named if it contains at least this share of the down OSDs, but less than this share of all OSDs. */
const NEARLY_ALL = 0.8;

interface CommonPlace {
  readonly kind: Where['kind'];
  readonly text: string;
  readonly next: string;
  readonly nodeId?: number;
}

/**
 * Finds what nearly all down OSDs have in common. Destroyed OSDs are not down, nor are those that have never run, as they are
 * outside the hierarchy and no server knows them; both are counted if nothing else is wrong.
 */
export function selectWhere({
  tree,
  osds,
}: {
  readonly tree: Tree;
  readonly osds: readonly OsdRow[];
}): Where {
  const all: OsdRow[] = [];
  const down: OsdRow[] = [];
  let [destroyed, unused] = [0, 0];
  for (const row of osds) {
    if (row.osdId === undefined) continue;
    if (row.status === 'DESTROYED') destroyed++;
    else if (hasNeverRun(row)) unused++;
    else {
      all.push(row);
      if (row.status === 'DOWN') down.push(row);
    }
  }
  const { nodeId, ...finding } =
    down.length === 0 ? noneDown(all.length, destroyed, unused) : find(tree, all, down);
  return { ...finding, nodeId, down: down.length };
}

function noneDown(up: number, destroyed: number, unused: number): CommonPlace {
  const others = [destroyed && `, ${destroyed} destroyed`, unused && `, ${unused} never started`]
    .filter(Boolean)
    .join('');
  const all = up === 1 ? 'the only OSD is up' : `all ${up} OSDs up`;
  return { kind: 'none', text: up === 0 ? 'no OSDs known' : `${all}${others}`, next: '' };
}

function find(tree: Tree, all: readonly OsdRow[], down: readonly OsdRow[]): CommonPlace {
  if (down.length === 1) return oneDown(tree, down[0]!);
  if (down.length === all.length) {
    return { kind: 'all', text: `all ${down.length} OSDs down`, next: 'network, power, then the monitors' };
  }
  return inBucket(tree, all, down) ?? inGroup(tree, all, down) ?? scattered(tree, down);
}

function oneDown(tree: Tree, row: OsdRow): CommonPlace {
  const { osdId = 0 } = row;
  const host = row.host === '' ? '' : ` on host ${row.host}`;
  const text = `osd.${osdId} down${host}${within(tree, osdId, row.host)}`;
  const disk = row.device === '' ? 'its disk' : `disk ${row.device}`;
  const next = row.silent
    ? `host ${row.host}: not heard from for ${Math.round(row.serverLastSeen ?? 0)} s`
    : row.missing
      ? `${disk}: missing`
      : row.smart === 'bad'
        ? `${disk}: SMART says ${smartText(row.disk)}`
        : `log of osd.${osdId}, then ${disk}`;
  return { kind: 'one', text, next, nodeId: osdId };
}

/** The smallest bucket of the hierarchy that contains nearly all down OSDs. */
function inBucket(tree: Tree, all: readonly OsdRow[], down: readonly OsdRow[]): CommonPlace | undefined {
  const pairs = down.flatMap((row) => ancestors(tree, row.osdId ?? 0).map((node) => ({ node, row })));
  const [best] = [...Map.groupBy(pairs, ({ node }) => node)]
    .filter(
      ([node, held]) => held.length >= NEARLY_ALL * down.length && node.osds.total < NEARLY_ALL * all.length,
    )
    // Of a bucket and the only one in it, the lower one comes first.
    .toReversed()
    .sort(([a, held], [b, others]) => a.osds.total - b.osds.total || others.length - held.length);
  if (best === undefined) return undefined;
  const [node, held] = best;
  const type = node.type.toLowerCase();
  const isAllDown = node.osds.down === node.osds.total - node.osds.destroyed;
  const hosts = new Set(held.map(({ row }) => row.host)).size;
  const spread = node.type === 'HOST' ? '' : `, over ${plural(hosts, 'host')}`;
  return {
    kind: node.type === 'HOST' ? 'host' : 'bucket',
    text: `${held.length}/${down.length} down OSDs on ${type} ${node.name}${spread}${within(tree, node.id, node.name)}`,
    next: nextStep(node, isAllDown),
    nodeId: node.id,
  };
}

function nextStep(node: TreeNode, isAllDown: boolean): string {
  if (node.type === 'HOST') {
    return isAllDown
      ? `host, power or network of ${node.name}`
      : `disk controller or backplane of ${node.name}`;
  }
  const what = `${node.type.toLowerCase()} ${node.name}`;
  return isAllDown ? `power or switch of ${what}` : `switch and cabling of ${what}`;
}

/** A disk model or device class that nearly all down OSDs have in common. */
function inGroup(tree: Tree, all: readonly OsdRow[], down: readonly OsdRow[]): CommonPlace | undefined {
  const common = (trait: (row: OsdRow) => string) => {
    const value = mostFrequent(down.map(trait));
    const having = (rows: readonly OsdRow[]) => rows.filter((row) => trait(row) === value);
    const held = having(down);
    const isTypical = held.length >= NEARLY_ALL * down.length && having(all).length < all.length / 2;
    if (value === '' || !isTypical) return undefined;
    const count = held.length === down.length ? down.length : `${held.length}/${down.length}`;
    return { value, what: `${count} down OSDs`, where: spreadOf(tree, held) };
  };
  const model = common((row) => row.info);
  if (model !== undefined) {
    const { value, what, where } = model;
    return { kind: 'model', text: `${what} on disks ${value}, ${where}`, next: 'firmware of this model' };
  }
  const deviceClass = common((row) => row.deviceClass);
  if (deviceClass === undefined) return undefined;
  const { value, what, where } = deviceClass;
  return {
    kind: 'class',
    text: `${what} of class ${value}, ${where}`,
    next: `what only ${value} has: driver, firmware, load`,
  };
}

function mostFrequent(values: readonly string[]): string {
  const groups = Map.groupBy(values, (value) => value).values();
  return [...groups].sort((a, b) => b.length - a.length)[0]?.[0] ?? '';
}

const scattered = (tree: Tree, down: readonly OsdRow[]): CommonPlace => ({
  kind: 'scattered',
  text: `${down.length} down OSDs scattered ${spreadOf(tree, down)}`,
  next: 'network or configuration; do not mark them out',
});

function spreadOf(tree: Tree, rows: readonly OsdRow[]): string {
  const hosts = new Set(rows.map((row) => row.host)).size;
  const racks = new Set(
    rows.map((row) => ancestors(tree, row.osdId ?? 0).find((node) => node.type === 'RACK')?.id),
  );
  racks.delete(undefined);
  return `over ${plural(hosts, 'host')}${racks.size > 0 ? ` in ${plural(racks.size, 'rack')}` : ''}`;
}

/** The nearest bucket above a node that is not a root and not already named: ` (rack r2)`. */
function within(tree: Tree, id: number, named: string): string {
  const around = ancestors(tree, id).findLast((node) => node.type !== 'ROOT' && node.name !== named);
  return around === undefined ? '' : ` (${around.type.toLowerCase()} ${around.name})`;
}
