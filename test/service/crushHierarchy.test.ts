import { expect, test } from 'vitest';
import { hierarchyOf, wantedHierarchy } from '../../src/service/crushHierarchy.ts';

const osd = (id: number) => ({
  id,
  name: `osd.${id}`,
  type: 'osd',
  children: [],
  deviceClass: 'hdd',
  reweight: 1,
});
const host = { id: -1, name: 'a', type: 'host', children: [0], deviceClass: '', reweight: 1 };
const present = hierarchyOf([host, osd(0), osd(1)], [{ id: 1 }]);

test('nodes that a requested CRUSH map leaves out stay unchanged', () => {
  const { nodes, strays, parents } = wantedHierarchy(
    { nodes: [{ id: -1 }, { id: 0, reweight: 0.5 }] },
    present,
  );
  expect([...nodes.values()]).toEqual([host, { ...osd(0), reweight: 0.5 }, osd(1)]);
  expect([...strays]).toEqual([1]);
  expect([...parents]).toEqual([[0, -1]]);
});

test('a stray that a requested CRUSH map puts into a bucket is no longer a stray', () => {
  const map = { nodes: [{ id: -1, name: 'b', children: [0, 1], reweight: 7 }, { id: 0 }, { id: 1 }] };
  const { nodes, strays } = wantedHierarchy(map, present);
  expect(nodes.get(-1)).toEqual({ ...host, name: 'b', children: [0, 1] });
  expect([...strays]).toEqual([]);
});

test('a new bucket has the requested type, in lower case', () => {
  const { nodes } = wantedHierarchy({ nodes: [{ id: -9, name: 'x', type: 'RACK' }] }, present);
  expect(nodes.get(-9)).toMatchObject({ name: 'x', type: 'rack', children: [] });
});
