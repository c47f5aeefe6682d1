import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  OP,
  readBinaryMap,
  withRule,
  type BinaryRuleStep,
} from '../../../../src/service/ceph/changes/binaryMap.ts';
import { ssdPrimarySteps } from '../../../../src/service/ceph/crush/ssdPrimary.ts';
import { refusal } from '../../../support/refusal.ts';

/** A map of Ceph 16.2.15: root default, racks rack1 and rack2, node1 to node4 with osd.0 to osd.3, the last of class ssd. */
const recorded = (): Buffer =>
  Buffer.from(readFileSync(new URL('../samples/16.2/crushMap.base64', import.meta.url), 'utf8'), 'base64');
const STEPS: BinaryRuleStep[] = [
  [OP.take, -1, 0],
  [OP.chooseleafFirstn, 0, 1],
  [OP.emit, 0, 0],
];

describe('a binary CRUSH map', () => {
  test('a binary CRUSH map has the ids of its items, types and rules', () => {
    const map = readBinaryMap(recorded());
    expect(map.items.get('osd.3')).toBe(3);
    expect(map.items.get('default')).toBe(-1);
    expect(map.items.get('default~ssd')).toBeLessThan(-1);
    expect([map.types.get('osd'), map.types.get('host'), map.types.get('root')]).toEqual([0, 1, 11]);
    expect([...map.ruleNames]).toEqual([['replicated_rule', 0]]);
  });

  test('a binary CRUSH map gets a new rule without a change to its buckets, other rules, names and tunables', () => {
    const before = recorded();
    const after = withRule(readBinaryMap(before), 'second', STEPS);
    const [old, map] = [readBinaryMap(before), readBinaryMap(after)];
    expect([...map.ruleNames]).toEqual([
      ['replicated_rule', 0],
      ['second', 1],
    ]);
    expect(map.usedRules).toEqual(new Set([0, 1]));
    const [, ruleEnd = 0] = old.ruleOffsets;
    expect(after.subarray(12, ruleEnd)).toEqual(before.subarray(12, ruleEnd));
    expect(after.subarray(map.ruleOffsets[2], map.ruleNamesRange[0])).toEqual(
      before.subarray(ruleEnd, old.ruleNamesRange[0]),
    );
    expect(after.subarray(map.ruleNamesRange[1])).toEqual(before.subarray(old.ruleNamesRange[1]));
  });

  test('a binary CRUSH map gets a new rule with the same bytes that Ceph writes', () => {
    const { content, ruleOffsets } = readBinaryMap(recorded());
    const map = readBinaryMap(withRule(readBinaryMap(recorded()), 'second', STEPS));
    const made = Buffer.from(map.content.subarray(map.ruleOffsets[1], map.ruleOffsets[2]));
    made[8] = 0; // its own number
    expect(made).toEqual(content.subarray(ruleOffsets[0], ruleOffsets[1]));
  });

  test('a binary CRUSH map gets a new rule in the place of a deleted one first', () => {
    // Rule 0 of two is deleted: an unused slot is four zero bytes.
    const two = readBinaryMap(withRule(readBinaryMap(recorded()), 'second', STEPS));
    const holed = Buffer.concat([
      two.content.subarray(0, two.ruleOffsets[0]),
      Buffer.alloc(4),
      two.content.subarray(two.ruleOffsets[1]),
    ]);
    const map = readBinaryMap(withRule(readBinaryMap(holed), 'third', STEPS));
    expect(map.usedRules).toEqual(new Set([0, 1]));
    expect(map.ruleNames.get('third')).toBe(0);
  });

  test.each([
    ['of another version', Buffer.concat([Buffer.from([9, 9, 9, 9]), recorded().subarray(4)])],
    ['that is cut off', recorded().subarray(0, 300)],
    ['of nothing', Buffer.alloc(0)],
  ])('a binary CRUSH map %s is refused', (_, content) => {
    expect(() => readBinaryMap(content)).toThrow(expect.objectContaining({ status: 501 }));
  });
});

describe('the algorithm of a bucket', () => {
  const u32 = (...values: number[]) => {
    const bytes = Buffer.alloc(4 * values.length);
    for (const [index, value] of values.entries()) bytes.writeInt32LE(value, 4 * index);
    return bytes;
  };
  const name = (id: number, text: string) => Buffer.concat([u32(id, text.length), Buffer.from(text)]);
  /** A map of an unused slot and a root of three hosts with this algorithm and the bytes that belong to it. */
  const mapWith = (algorithm: number, own: Buffer) =>
    Buffer.concat([
      u32(0x00010000, 2, 1, 3),
      u32(0),
      u32(algorithm, -1),
      Buffer.from([11, 0, algorithm, 0]),
      u32(0x30000, 3, 0, 1, 2),
      own,
      u32(1, 1, 0, OP.emit, 0, 0),
      u32(1),
      name(11, 'root'),
      u32(1),
      name(-1, 'default'),
      u32(1),
      name(0, 'only'),
    ]);

  test.each([
    ['uniform', 1, u32(9)],
    ['list', 2, u32(9, 9, 9, 9, 9, 9)],
    ['tree', 3, Buffer.concat([Buffer.from([8]), u32(9, 9, 9, 9, 9, 9, 9, 9)])],
    ['straw', 4, u32(9, 9, 9, 9, 9, 9)],
    ['straw2', 5, u32(9, 9, 9)],
  ])('what follows a %s bucket is read', (_, algorithm, own) => {
    const map = readBinaryMap(mapWith(algorithm, own));
    expect([[...map.types], [...map.items], [...map.ruleNames], [...map.usedRules]]).toEqual([
      [['root', 11]],
      [['default', -1]],
      [['only', 0]],
      [0],
    ]);
  });

  test('a map with an algorithm that is not known is refused, not changed', () => {
    expect(() => readBinaryMap(mapWith(6, u32(9)))).toThrow(
      refusal(501, 'the CRUSH map has buckets of an unknown algorithm (6)'),
    );
  });
});

describe('a rule with the first copies on SSD', () => {
  const map = readBinaryMap(recorded());
  const body = {
    name: 'fast',
    ssdStartBucket: 'default',
    ssdIndependent: 'host',
    ssdDeviceClass: 'ssd',
    hddStartBucket: 'rack1',
    hddIndependent: 'osd',
    hddDeviceClass: 'hdd',
  };

  test('a rule with the first copies on SSD chooses those first and then as many others as are missing', () => {
    expect(ssdPrimarySteps(map, { ...body, ssdCopies: 2 })).toEqual([
      [OP.take, map.items.get('default~ssd'), 0],
      [OP.chooseleafFirstn, 2, 1],
      [OP.emit, 0, 0],
      [OP.take, map.items.get('rack1~hdd'), 0],
      [OP.chooseFirstn, -2, 0],
      [OP.emit, 0, 0],
    ]);
  });

  test('a rule with the first copies on SSD chooses whole buckets if no device class is given', () => {
    const { ssdDeviceClass: _, ...anyClass } = body;
    expect(ssdPrimarySteps(map, anyClass)[0]).toEqual([OP.take, -1, 0]);
  });

  test.each([
    [{ ssdStartBucket: 'nix' }, 'no bucket "nix"'],
    [{ ssdDeviceClass: 'nvme' }, 'device class "nvme"'],
    [{ hddStartBucket: 'osd.1', hddDeviceClass: '' }, '"osd.1" is an OSD'],
    [{ hddIndependent: 'shelf' }, 'no bucket type "shelf"'],
  ])('a rule with the first copies on SSD is refused for %o', (change, message) => {
    expect(() => ssdPrimarySteps(map, { ...body, ...change })).toThrow(
      expect.objectContaining({ status: 400, message: expect.stringContaining(message) as string }),
    );
  });
});

test('a binary CRUSH map with as many rules as Ceph allows gets no other one', () => {
  const map = readBinaryMap(recorded());
  const full = { ...map, usedRules: new Set(Array.from({ length: 255 }, (_, id) => id)) };
  expect(() => withRule(full, 'next', STEPS)).not.toThrow();
  full.usedRules.add(255);
  expect(() => withRule(full, 'next', STEPS)).toThrow(
    refusal(409, 'the CRUSH map has the maximum of 256 rules: delete one'),
  );
});
