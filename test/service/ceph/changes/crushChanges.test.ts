import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Input } from '../../../../src/api/contract/index.ts';
import { commandsFor, conflictOf } from '../../../../src/service/ceph/changes/commands.ts';
import { crushChanges, describeChange, parentNameOf } from '../../../../src/service/ceph/changes/diff.ts';
import { presentHierarchy } from '../../../../src/service/ceph/changes/requests.ts';
import { crushMap } from '../../../../src/service/ceph/crush/read.ts';
import type { OsdTree } from '../../../../src/service/ceph/map/osdTree.ts';
import { wantedHierarchy, type Hierarchy } from '../../../../src/service/crushHierarchy.ts';
import { sample } from '../samples.ts';
import { CrushModel } from './crushModel.ts';

type Body = Input<'changeCrushMap'>['body'];
type Wire = Body['nodes'][number];
type Node = { -readonly [Field in keyof Wire]: Wire[Field] };

const tree = sample('osdTreeRacks') as OsdTree;
const present = presentHierarchy(tree);
/** The answer of `GET /crush` as a request that can be modified, as a console does it. */
const body = (): { nodes: Node[]; stray: Node[] } =>
  structuredClone(crushMap(tree, [], new Map())) as { nodes: Node[]; stray: Node[] };

const find = (map: { nodes: Node[] }, name: string): Node => map.nodes.find((node) => node.name === name)!;
const changesOf = (map: Body) => crushChanges(present, wantedHierarchy(map, present)).map(describeChange);

function changed(edit: (map: ReturnType<typeof body>) => void): Body {
  const map = body();
  edit(map);
  return map;
}
function take(map: ReturnType<typeof body>, id: number): void {
  for (const node of map.nodes)
    if (node.children) node.children = node.children.filter((child) => child !== id);
}
function put(map: ReturnType<typeof body>, id: number, bucket: string): void {
  take(map, id);
  find(map, bucket).children!.push(id);
}

describe('difference of a submitted CRUSH map', () => {
  test('a submitted map that equals the present one gives no changes', () => {
    expect(changesOf(body())).toEqual([]);
  });

  test.each<[string, (map: ReturnType<typeof body>) => void, string[]]>([
    ['with an OSD in another place', (map) => put(map, 3, 'node1'), ['move osd.3 from node4 to node1']],
    [
      'with a new rack for a host',
      (map) => {
        map.nodes.push({ id: -90, name: 'rack3', type: 'RACK', children: [] });
        find(map, 'default').children!.push(-90);
        put(map, find(map, 'node4').id, 'rack3');
      },
      ['add the rack rack3 to default', 'move node4 from rack2 to rack3'],
    ],
    [
      'with a renamed rack that gets a host',
      (map) => {
        put(map, find(map, 'node4').id, 'rack1');
        find(map, 'rack1').name = 'row7';
      },
      ['rename rack1 to row7', 'move node4 from rack2 to row7'],
    ],
    [
      'without a host, whose OSD becomes a stray',
      (map) => {
        const host = find(map, 'node4');
        take(map, host.id);
        map.nodes = map.nodes.filter(({ id }) => id !== host.id && id !== 3);
        map.stray.push({ id: 3 });
      },
      ['move osd.3 from node4 to the strays', 'remove node4 from rack2'],
    ],
    [
      'with other weights and classes',
      (map) => {
        find(map, 'osd.1').reweight = 0.5;
        find(map, 'osd.2').deviceClass = 'ssd';
      },
      ['change the reweight of osd.1 from 1 to 0.5', 'change the device class of osd.2 from hdd to ssd'],
    ],
  ])('a submitted map %s gives exactly that change', (_, edit, expected) => {
    expect(changesOf(changed(edit))).toEqual(expected);
  });
});

/** The relevant part of a hierarchy: the place and the properties of each node. */
const essence = (hierarchy: Hierarchy) =>
  Array.from(hierarchy.nodes.values(), ({ id, name, type, deviceClass, reweight }) => ({
    name,
    type,
    in: parentNameOf(hierarchy, id),
    deviceClass,
    reweight,
  })).sort((a, b) => a.name.localeCompare(b.name));

/** Any map that can be made from the present one. */
const wantedMap = fc
  .record({
    racks: fc.array(fc.constantFrom('rack1', 'rack2', 'new1', 'new2'), { minLength: 4, maxLength: 4 }),
    hosts: fc.array(fc.constantFrom('node1', 'node2', 'node3', 'node4', 'stray'), {
      minLength: 4,
      maxLength: 4,
    }),
    renamed: fc.subarray(['rack1', 'node2', 'default']),
    classes: fc.array(fc.constantFrom('hdd', 'ssd', ''), { minLength: 4, maxLength: 4 }),
    reweights: fc.array(fc.constantFrom(0, 0.25, 1), { minLength: 4, maxLength: 4 }),
    deep: fc.boolean(),
  })
  .map(({ racks, hosts, renamed, classes, reweights, deep }) =>
    changed((map) => {
      for (const [index, name] of ['new1', 'new2'].entries()) {
        map.nodes.push({ id: -90 - index, name, type: 'RACK', children: [] });
        find(map, 'default').children!.push(-90 - index);
      }
      if (deep) {
        map.nodes.push({ id: -95, name: 'hall', type: 'ROOM', children: [] });
        for (const name of ['rack1', 'new2']) put(map, find(map, name).id, 'hall');
        find(map, 'default').children!.push(-95);
      }
      racks.forEach((rack, index) => put(map, find(map, `node${index + 1}`).id, rack));
      hosts.forEach((host, id) => {
        const osd = { ...find(map, `osd.${id}`), deviceClass: classes[id]!, reweight: reweights[id]! };
        map.nodes = map.nodes.filter((node) => node.id !== id);
        if (host === 'stray') {
          take(map, id);
          map.stray.push(osd);
        } else {
          map.nodes.push(osd);
          put(map, id, host);
        }
      });
      for (const node of map.nodes.slice()) {
        if ((node.type === 'RACK' || node.type === 'ROOM') && node.children?.length === 0) {
          take(map, node.id);
          map.nodes = map.nodes.filter((other) => other !== node);
        }
      }
      for (const node of map.nodes) if (renamed.includes(node.name!)) node.name = `${node.name}-renamed`;
    }),
  );

test('the commands change the present map into the requested one, and back', () => {
  fc.assert(
    fc.property(wantedMap, (map) => {
      const wanted = wantedHierarchy(map, present);
      const model = new CrushModel(tree);
      const go = (from: Hierarchy, to: Hierarchy) => {
        for (const change of crushChanges(from, to)) {
          const now = presentHierarchy(model.tree());
          expect(conflictOf(change, now)).toBeUndefined();
          for (const command of commandsFor(change, now, () => 1)) model.run(command);
        }
        expect(essence(presentHierarchy(model.tree()))).toEqual(essence(to));
      };
      go(present, wanted);
      go(presentHierarchy(model.tree()), presentHierarchy(tree));
    }),
  );
});
