import type { CephCommand } from '../../../../src/service/ceph/client/ceph.ts';
import type { OsdTree, OsdTreeNode } from '../../../../src/service/ceph/map/osdTree.ts';

type Node = { -readonly [Field in keyof OsdTreeNode]: OsdTreeNode[Field] } & { children: number[] };

/** A CRUSH map that accepts the commands that change one, as strictly as Ceph does. */
export class CrushModel {
  readonly #nodes = new Map<number, Node>();
  #lowest = -1;

  constructor(tree: OsdTree) {
    for (const node of [...tree.nodes, ...tree.stray])
      this.#nodes.set(node.id, { ...node, children: [...(node.children ?? [])] });
    this.#lowest = Math.min(-1, ...this.#nodes.keys());
  }

  tree(): OsdTree {
    const all = [...this.#nodes.values()];
    const isStray = ({ id }: Node) => id >= 0 && this.#parent(id) === undefined;
    return { nodes: all.filter((node) => !isStray(node)), stray: all.filter(isStray) };
  }

  run(command: CephCommand): void {
    const { prefix, name, args, ids, id } = command as unknown as {
      prefix: string;
      name: string;
      args?: string[];
      ids: string[];
      id: number;
    };
    switch (prefix) {
      case 'osd crush rename-bucket':
        return this.#rename(String(command['srcname']), String(command['dstname']));
      case 'osd crush add-bucket':
        return this.#add(name, String(command['type']), args);
      case 'osd crush move':
        return this.#move(this.#find(name), args);
      case 'osd crush add':
        return this.#move(this.#find(`osd.${id}`), args);
      case 'osd crush unlink':
        return this.#unlink(this.#find(name));
      case 'osd crush rm':
        return this.#remove(this.#find(name));
      case 'osd crush rm-device-class':
        return void delete this.#find(ids[0]!).device_class;
      case 'osd crush set-device-class':
        return this.#classify(this.#find(ids[0]!), String(command['class']));
      case 'osd reweight':
        this.#find(`osd.${id}`).reweight = Math.floor(Number(command['weight']) * 65536) / 65536;
        return;
      default:
        throw new Error(`unknown: ${prefix}`);
    }
  }

  #find(name: string): Node {
    const node = this.#nodes.values().find((other) => other.name === name);
    if (!node) throw new Error(`ENOENT ${name}`);
    return node;
  }
  #parent(id: number): Node | undefined {
    return this.#nodes.values().find(({ children }) => children.includes(id));
  }
  #bucket(args: string[] = []): Node | undefined {
    const [type, name = ''] = args[0]?.split('=') ?? [];
    if (type === undefined) return undefined;
    const bucket = this.#find(name);
    if (bucket.type !== type) throw new Error(`EINVAL ${name} is a ${bucket.type}`);
    return bucket;
  }
  #rename(from: string, to: string): void {
    if (this.#nodes.values().some(({ name }) => name === to)) throw new Error(`EEXIST ${to}`);
    this.#find(from).name = to;
  }
  #add(name: string, type: string, args?: string[]): void {
    if (this.#nodes.values().some((node) => node.name === name)) throw new Error(`EEXIST ${name}`);
    const id = --this.#lowest;
    this.#nodes.set(id, { id, name, type, children: [] });
    this.#bucket(args)?.children.push(id);
  }
  #move(node: Node, args?: string[]): void {
    const bucket = this.#bucket(args);
    for (let at = bucket; at; at = this.#parent(at.id)) if (at === node) throw new Error('EINVAL a loop');
    this.#unlink(node);
    bucket?.children.push(node.id);
  }
  #unlink({ id }: Node): void {
    const parent = this.#parent(id);
    if (parent) parent.children = parent.children.filter((child) => child !== id);
  }
  #remove(node: Node): void {
    if (node.children.length > 0) throw new Error(`ENOTEMPTY ${node.name}`);
    this.#unlink(node);
    // An OSD stays as a stray.
    if (node.id < 0) this.#nodes.delete(node.id);
  }
  #classify(node: Node, deviceClass: string): void {
    if (node.device_class !== undefined) throw new Error(`EBUSY ${node.name}`);
    node.device_class = deviceClass;
  }
}
