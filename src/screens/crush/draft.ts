import { type CrushMap, type CrushNode, NODE_TYPES } from '../../api/contract/crush.ts';
import { isOsd } from '../../store/answers/node.ts';

/** A step of a change of the CRUSH map. Steps refer to nodes by id, so that they can be repeated on a newer map. */
export type CrushEdit =
  /** Without `to`, an OSD leaves the hierarchy. */
  | { readonly kind: 'move'; readonly id: number; readonly to: number | undefined }
  /** Without `under`, the new bucket is a root. */
  | {
      readonly kind: 'add';
      readonly id: number;
      readonly name: string;
      readonly type: string;
      readonly under: number | undefined;
    }
  | { readonly kind: 'rename'; readonly id: number; readonly name: string }
  | { readonly kind: 'remove'; readonly id: number }
  | { readonly kind: 'reweight'; readonly id: number; readonly reweight: number }
  | { readonly kind: 'class'; readonly id: number; readonly deviceClass: string };

/** A map after some steps, and the steps that were not possible. */
export interface CrushDraft {
  readonly map: CrushMap;
  readonly failed: readonly { readonly edit: CrushEdit; readonly why: string }[];
}

/** The bucket names that Ceph accepts; `osd.3` is reserved for devices. */
const NAME = /^[A-Za-z0-9_.-]+$/;
const DEVICE = /^osd\.\d+$/;

/** Bucket types, the smallest first. */
export const BUCKET_TYPES: readonly string[] = NODE_TYPES.filter(
  (type) => type !== 'OSD' && type !== 'UNKNOWN',
);
/** The place of a type among them; -1 for an OSD, which is below all. */
const rank = (type: string | undefined): number => BUCKET_TYPES.indexOf(type ?? '');

/** A CRUSH map in a form that steps can change. */
class WorkingMap {
  readonly nodes = new Map<number, CrushNode>();
  readonly parents = new Map<number, number>();
  readonly strays = new Set<number>();
  readonly names = new Map<string, number>();

  constructor({ nodes = [], stray = [] }: CrushMap) {
    for (const node of [...nodes, ...stray]) {
      if (node.id === undefined || this.nodes.has(node.id)) continue;
      this.put(node.id, isOsd(node) ? node : withoutSums(node));
      if (node.name !== undefined) this.names.set(node.name, node.id);
    }
    for (const { id } of stray) if (id !== undefined) this.strays.add(id);
    for (const [id, { children = [] }] of this.nodes)
      for (const child of children) if (!this.parents.has(child)) this.parents.set(child, id);
  }

  put(id: number, node: CrushNode): void {
    this.nodes.set(id, node);
  }

  label(id: number): string {
    return this.nodes.get(id)?.name ?? `node ${id}`;
  }

  isBelow(id: number, above: number): boolean {
    const seen = new Set<number>();
    for (let at: number | undefined = id; at !== undefined && !seen.has(at); at = this.parents.get(at)) {
      if (at === above) return true;
      seen.add(at);
    }
    return false;
  }

  /** Removes a node from its bucket, or from the strays. */
  detach(id: number): void {
    const parent = this.parents.get(id);
    const bucket = parent === undefined ? undefined : this.nodes.get(parent);
    if (parent !== undefined && bucket)
      this.put(parent, { ...bucket, children: (bucket.children ?? []).filter((child) => child !== id) });
    this.parents.delete(id);
    this.strays.delete(id);
  }

  attach(id: number, to: number | undefined): void {
    if (to === undefined) return;
    const bucket = this.nodes.get(to);
    if (!bucket) return;
    this.put(to, { ...bucket, children: [...(bucket.children ?? []), id] });
    this.parents.set(id, to);
  }

  toMap(): CrushMap {
    const all = [...this.nodes];
    const inside = all.filter(([id]) => !this.strays.has(id)).map(([, node]) => node);
    return { nodes: inside, stray: all.filter(([id]) => this.strays.has(id)).map(([, node]) => node) };
  }
}

/** Drops the totals of a bucket, because its content may change. */
function withoutSums(node: CrushNode): CrushNode {
  const { size: _size, used: _used, ...own } = node;
  return own;
}

function whyNotMove(work: WorkingMap, id: number, to: number | undefined): string | undefined {
  const node = work.nodes.get(id);
  if (!node) return `node ${id} is not in the map`;
  const name = work.label(id);
  if (to === undefined) {
    if (!isOsd(node)) return `${name} is a bucket: only OSDs can leave the hierarchy`;
    return work.strays.has(id) ? `${name} is already outside the hierarchy` : undefined;
  }
  const target = work.nodes.get(to);
  if (!target) return `node ${to} is not in the map`;
  if (isOsd(target)) return `${work.label(to)} is an OSD and cannot contain anything`;
  if (work.parents.get(id) === to) return `${name} is already in ${work.label(to)}`;
  if (work.isBelow(to, id)) return `${name} cannot contain itself`;
  return whyNotFit(name, node.type, work.label(to), target.type);
}

/** True if a bucket can contain a node: only smaller types fit, an OSD always; for unknown types everything is allowed. */
export function canHold(outerType: string | undefined, innerType: string | undefined): boolean {
  if (outerType === 'OSD') return false;
  const [inner, outer] = [rank(innerType), rank(outerType)];
  return inner < 0 || outer < 0 || inner < outer;
}

function whyNotFit(
  name: string,
  type: string | undefined,
  parent: string,
  parentType: string | undefined,
): string | undefined {
  return !canHold(parentType, type)
    ? `${name} is a ${type?.toLowerCase()} and cannot be placed in the ${parentType?.toLowerCase()} ${parent}`
    : undefined;
}

function whyNotName(work: WorkingMap, name: string, own?: number): string | undefined {
  if (!NAME.test(name) || DEVICE.test(name))
    return `a bucket cannot be named ${JSON.stringify(name)}: use letters, digits, _, . and -`;
  const other = work.names.get(name);
  return other !== undefined && other !== own ? `a node ${name} already exists` : undefined;
}

function whyNotRemove(work: WorkingMap, id: number): string | undefined {
  const node = work.nodes.get(id);
  if (!node) return `node ${id} is not in the map`;
  if (isOsd(node)) return `${work.label(id)} is an OSD: it can leave the hierarchy, but not the map`;
  const { length } = node.children ?? [];
  return length > 0 ? `${work.label(id)} holds ${length} nodes: move them elsewhere first` : undefined;
}

/** The reason why a step is not possible, in words. */
function whyNot(work: WorkingMap, edit: CrushEdit): string | undefined {
  if (edit.kind === 'move') return whyNotMove(work, edit.id, edit.to);
  if (edit.kind === 'remove') return whyNotRemove(work, edit.id);
  if (edit.kind === 'add') {
    const under = edit.under === undefined ? undefined : work.nodes.get(edit.under);
    if (!BUCKET_TYPES.includes(edit.type)) return `there is no bucket type ${edit.type}`;
    if (work.nodes.has(edit.id))
      return `the id ${edit.id} has been taken by ${work.label(edit.id)} meanwhile`;
    if (edit.under !== undefined && !under) return `node ${edit.under} is not in the map`;
    if (under && isOsd(under)) return `${work.label(edit.under!)} is an OSD and cannot contain anything`;
    return (
      whyNotName(work, edit.name) ??
      (under && whyNotFit(edit.name, edit.type, work.label(edit.under!), under.type))
    );
  }
  const node = work.nodes.get(edit.id);
  if (!node) return `node ${edit.id} is not in the map`;
  const name = work.label(edit.id);
  if (edit.kind === 'rename')
    return isOsd(node) ? `${name} is an OSD and cannot be renamed` : whyNotName(work, edit.name, edit.id);
  if (!isOsd(node)) return `${name} is a bucket: only OSDs have that`;
  if (edit.kind === 'class')
    return NAME.test(edit.deviceClass) ? undefined : 'a device class is one word, such as ssd';
  return edit.reweight >= 0 && edit.reweight <= 1 ? undefined : `the reweight of ${name} must be 0 to 1`;
}

function applyEdit(work: WorkingMap, edit: CrushEdit): void {
  const { id } = edit;
  const node = work.nodes.get(id) ?? {};
  switch (edit.kind) {
    case 'move':
      work.detach(id);
      if (edit.to === undefined) work.strays.add(id);
      else work.attach(id, edit.to);
      break;
    case 'add':
      work.put(id, { id, name: edit.name, type: edit.type, children: [] });
      work.names.set(edit.name, id);
      work.attach(id, edit.under);
      break;
    case 'rename':
      work.names.delete(node.name ?? '');
      work.names.set(edit.name, id);
      work.put(id, { ...node, name: edit.name });
      break;
    case 'remove':
      work.detach(id);
      work.names.delete(node.name ?? '');
      work.nodes.delete(id);
      break;
    case 'reweight':
      work.put(id, { ...node, reweight: edit.reweight });
      break;
    case 'class':
      work.put(id, { ...node, deviceClass: edit.deviceClass });
      break;
  }
}

/** Applies steps to a map in order. Steps that are not possible are left out and reported. */
export function applyEdits(map: CrushMap, edits: readonly CrushEdit[]): CrushDraft {
  const work = new WorkingMap(map);
  const failed: { edit: CrushEdit; why: string }[] = [];
  for (const edit of edits) {
    const why = whyNot(work, edit);
    if (why === undefined) applyEdit(work, edit);
    else failed.push({ edit, why });
  }
  return { map: work.toMap(), failed };
}

/** An unused id for a new bucket: lower than all others. */
export const newBucketId = ({ nodes = [] }: CrushMap): number =>
  nodes.reduce((least, { id = 0 }) => Math.min(least, id), 0) - 1;

/** The fields of a node that belong in a request; totals and unknown fields are left out. */
function toNode({ id = 0, name, type, children, deviceClass, reweight }: CrushNode) {
  return {
    id,
    ...(name === undefined ? {} : { name }),
    ...(type === undefined ? {} : { type }),
    ...(children === undefined ? {} : { children }),
    ...(deviceClass === undefined ? {} : { deviceClass }),
    ...(reweight === undefined ? {} : { reweight }),
  };
}

/** The request body for a map. */
export const requestOf = ({ nodes = [], stray = [] }: CrushMap) => ({
  nodes: nodes.map(toNode),
  stray: stray.map(toNode),
});
