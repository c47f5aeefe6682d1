import type { CrushMap, CrushNode } from '../../api/contract/crush.ts';
import { commandLine } from '../../lib/shell.ts';
import { isOsd } from '../../store/answers/node.ts';

/** A single difference between two CRUSH maps. */
export interface CrushDifference {
  readonly id: number;
  readonly kind: 'add' | 'remove' | 'rename' | 'move' | 'reweight' | 'class';
  /** The change in words: "move stor-01 from rack1 to rack2". */
  readonly words: string;
  /** The change in short, beside the node's name: "from rack1". */
  readonly mark: string;
  /** The `ceph` command for it. */
  readonly cli: string;
}

/** Ceph keeps reweights in steps of 1/65536. */
const REWEIGHT_STEP = 1 / 65_536;
/** Bytes in a TiB, the unit of CRUSH weights. */
const TIB = 2 ** 40;

interface NodePosition {
  readonly node: CrushNode;
  readonly parent: CrushNode | undefined;
  readonly stray: boolean;
}

function placed({ nodes = [], stray = [] }: CrushMap): ReadonlyMap<number, NodePosition> {
  const parents = new Map<number, CrushNode>();
  for (const node of nodes) for (const child of node.children ?? []) parents.set(child, node);
  const strays = new Set(stray);
  const found = new Map<number, NodePosition>();
  for (const node of [...nodes, ...stray]) {
    if (node.id === undefined || found.has(node.id)) continue;
    found.set(node.id, { node, parent: parents.get(node.id), stray: strays.has(node) });
  }
  return found;
}

const nameOf = ({ name, id }: CrushNode): string => name ?? `node ${id}`;
const typeOf = ({ type }: CrushNode): string => type?.toLowerCase() ?? 'bucket';

const parentWords = ({ parent, stray }: NodePosition): string =>
  parent ? nameOf(parent) : stray ? 'outside the hierarchy' : 'the top';

const label = ({ node }: NodePosition): string => nameOf(node);

/** The location argument of `ceph osd crush`; empty for the top of the hierarchy. */
const crushArgument = ({ parent }: NodePosition): readonly string[] =>
  parent ? [`${typeOf(parent)}=${nameOf(parent)}`] : [];

const crushCommand = (...words: readonly string[]): string => commandLine('ceph', 'osd', 'crush', ...words);

/** The command for a move. Ceph adds an OSD that was outside the hierarchy, with its size in TiB as the weight. */
function moveCommand(name: string, was: NodePosition, now: NodePosition): string {
  if (now.stray) return crushCommand('rm', name);
  if (!now.parent) return crushCommand('unlink', name);
  if (!was.stray) return crushCommand('move', name, ...crushArgument(now));
  const { size = 0 } = now.node;
  const weight = size === 0 ? 'WEIGHT' : String(Math.round((size / TIB) * 1e5) / 1e5);
  return crushCommand('add', name, weight, ...crushArgument(now));
}

function added(id: number, now: NodePosition): CrushDifference {
  const type = typeOf(now.node);
  return {
    id,
    kind: 'add',
    words: `add the ${type} ${label(now)} to ${parentWords(now)}`,
    mark: 'new',
    cli: crushCommand('add-bucket', label(now), type, ...crushArgument(now)),
  };
}

function removed(id: number, was: NodePosition): CrushDifference {
  const words = `remove ${label(was)} from ${parentWords(was)}`;
  return { id, kind: 'remove', words, mark: 'removed', cli: crushCommand('rm', label(was)) };
}

/** The differences of a node that is in both maps. */
function changes(id: number, was: NodePosition, now: NodePosition): CrushDifference[] {
  const found: CrushDifference[] = [];
  const [old, name] = [label(was), label(now)];
  if (old !== name)
    found.push({
      id,
      kind: 'rename',
      words: `rename ${old} to ${name}`,
      mark: `was ${old}`,
      cli: crushCommand('rename-bucket', old, name),
    });
  if (was.parent?.id !== now.parent?.id || was.stray !== now.stray)
    found.push({
      id,
      kind: 'move',
      words: `move ${name} from ${parentWords(was)} to ${parentWords(now)}`,
      mark: `from ${parentWords(was)}`,
      cli: moveCommand(name, was, now),
    });
  if (!isOsd(now.node)) return found;
  const [before, after] = [was.node.reweight ?? 1, now.node.reweight ?? 1];
  if (Math.abs(before - after) >= REWEIGHT_STEP)
    found.push({
      id,
      kind: 'reweight',
      words: `change the reweight of ${name} from ${before} to ${after}`,
      mark: `reweight ${before} > ${after}`,
      cli: `ceph osd reweight ${id} ${after}`,
    });
  const [from, to] = [was.node.deviceClass || 'none', now.node.deviceClass || 'none'];
  if (from !== to)
    found.push({
      id,
      kind: 'class',
      words: `change the device class of ${name} from ${from} to ${to}`,
      mark: `class ${from} > ${to}`,
      cli: `${crushCommand('rm-device-class', name)}; ${crushCommand('set-device-class', to, name)}`,
    });
  return found;
}

/** The differences between two CRUSH maps; new nodes come first, so that others can be moved into them. */
export function difference(before: CrushMap, after: CrushMap): readonly CrushDifference[] {
  const [old, now] = [placed(before), placed(after)];
  const fresh = [...now].filter(([id]) => !old.has(id)).map(([id, node]) => added(id, node));
  const changed = [...now].flatMap(([id, node]) => {
    const was = old.get(id);
    return was === undefined ? [] : changes(id, was, node);
  });
  const gone = [...old].filter(([id]) => !now.has(id)).map(([id, node]) => removed(id, node));
  return [...fresh, ...changed, ...gone];
}
