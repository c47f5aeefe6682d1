import { describe, expect, test } from 'vitest';
import type { CrushMap, CrushNode, CrushRule } from '../../../src/api/contract/crush.ts';
import { checkCrushChange, domainsFor } from '../../../src/screens/crush/checks.ts';
import { difference } from '../../../src/screens/crush/difference.ts';
import { buildTree } from '../../../src/store/answers/tree.ts';

const bucket = (id: number, type: string, name: string, children: number[]): CrushNode => ({
  id,
  type,
  name,
  children,
});
const osd = (id: number, more: Partial<CrushNode> = {}): CrushNode => ({
  id,
  type: 'OSD',
  name: `osd.${id}`,
  status: 'UP',
  deviceClass: id === 2 ? 'ssd' : 'hdd',
  reweight: 1,
  used: 1024 ** 3,
  size: 1e12,
  ...more,
});

/** Hosts a, b and c with one OSD each. Those in `out` are outside the hierarchy. */
function map(out: readonly number[] = [], more: Readonly<Record<number, Partial<CrushNode>>> = {}): CrushMap {
  const inside = (id: number) => (out.includes(id) ? [] : [id]);
  const osds = [0, 1, 2].map((id) => osd(id, more[id]));
  return {
    nodes: [
      bucket(-1, 'ROOT', 'default', [-2, -3, -4]),
      bucket(-2, 'HOST', 'a', inside(0)),
      bucket(-3, 'HOST', 'b', inside(1)),
      bucket(-4, 'HOST', 'c', inside(2)),
      ...osds.filter(({ id }) => !out.includes(id!)),
    ],
    stray: osds.filter(({ id }) => out.includes(id!)),
  };
}
const rule: CrushRule = {
  id: 0,
  name: 'by-host',
  steps: [
    { op: 'TAKE', crushMapTextFormat: 'step take default' },
    { op: 'CHOOSELEAF_FIRSTN', crushMapTextFormat: 'step chooseleaf firstn 0 type host' },
  ],
};
const pools = (size: number) => [{ id: 1, name: 'p', crushRule: 0, size }];
const check = (before: CrushMap, after: CrushMap, size = 3, rules = [rule]) =>
  checkCrushChange(before, after, difference(before, after), { pools: pools(size), rules });
const texts = (list: ReturnType<typeof check>, level: string) =>
  list.filter((one) => one.level === level).map(({ text }) => text);

describe('failure domains of a rule', () => {
  const take = { deviceClass: undefined, domain: 'host' };

  test('the failure domains of a rule are those that hold an OSD', () => {
    expect(domainsFor(buildTree(map()), -1, take)).toBe(3);
    expect(domainsFor(buildTree(map([1])), -1, take)).toBe(2);
    expect(domainsFor(buildTree(map()), -2, take)).toBe(1);
    expect(domainsFor(buildTree(map()), undefined, take)).toBe(0);
  });

  test('the failure domains of a rule are those of its device class, without destroyed OSDs', () => {
    expect(domainsFor(buildTree(map()), -1, { ...take, deviceClass: 'hdd' })).toBe(2);
    expect(domainsFor(buildTree(map([], { 0: { status: 'DESTROYED' } })), -1, take)).toBe(2);
  });
});

describe('checks of a new CRUSH map', () => {
  test('an unchanged CRUSH map is not submitted', () =>
    expect(check(map(), map())).toEqual([{ level: 'block', text: 'nothing is changed yet' }]));

  test('a new CRUSH map shows the data that move, and OSDs that hold no data afterwards', () => {
    const list = check(map(), map([1]), 2);
    expect(texts(list, 'warn').slice(1)).toEqual([
      expect.stringMatching(/^up to 1\.0+ GiB on 1 OSD move/),
      expect.stringMatching(/^1 OSD outside the hierarchy/),
    ]);
    expect(texts(list, 'ok')).toContainEqual('2 hosts left of 3 for the rule by-host: enough for p');
  });

  test('a new CRUSH map warns of a rule with fewer failure domains than copies', () => {
    expect(texts(check(map(), map([1]), 3), 'warn')).toContainEqual(
      '2 hosts left of 3 for the rule by-host: p keep 3 copies or chunks, and not all could be placed',
    );
  });

  test('a new CRUSH map is refused if a rule starts from a removed bucket', () => {
    const other = structuredClone(rule) as { steps: { crushMapTextFormat: string }[] } & CrushRule;
    other.steps[0]!.crushMapTextFormat = 'step take c';
    const without = map([2]);
    const after = {
      ...without,
      nodes: without.nodes!.flatMap((node) =>
        node.id === -4 ? [] : node.id === -1 ? [{ ...node, children: [-2, -3] }] : [node],
      ),
    };
    expect(texts(check(map([2]), after, 1, [other]), 'block')).toEqual([
      'the rule by-host starts from c: keep it, or delete the rule first',
    ]);
  });

  test('a rename in the CRUSH map moves no data', () => {
    const renamed = map();
    renamed.nodes![1] = { ...renamed.nodes![1]!, name: 'new' };
    expect(texts(check(map(), renamed), 'ok')).toContainEqual('no OSD is touched: no data moves');
  });
});
