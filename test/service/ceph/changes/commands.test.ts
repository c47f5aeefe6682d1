import { expect, test } from 'vitest';
import { commandsFor, conflictOf } from '../../../../src/service/ceph/changes/commands.ts';
import { STRAY, TOP, type CrushChange } from '../../../../src/service/ceph/changes/diff.ts';
import { presentHierarchy } from '../../../../src/service/ceph/changes/requests.ts';
import { refusal } from '../../../support/refusal.ts';

const present = presentHierarchy({
  nodes: [
    { id: -1, name: 'default', type: 'root', children: [-2, -3] },
    { id: -2, name: 'a', type: 'host', children: [0] },
    { id: -3, name: 'b', type: 'host', children: [] },
    { id: 0, name: 'osd.0', type: 'osd', device_class: 'hdd', reweight: 0.5 },
  ],
  stray: [{ id: 7, name: 'osd.7', type: 'osd', reweight: 1 }],
});
const TIB_AND_A_HALF = 1.5;

test.each<readonly [CrushChange, string | undefined]>([
  [{ type: 'ADD_BUCKET', node: 'c', bucketType: 'host', to: 'default' }, undefined],
  [{ type: 'ADD_BUCKET', node: 'a', bucketType: 'rack', to: 'default' }, 'the host a exists already'],
  [{ type: 'RENAME_BUCKET', node: 'a', from: 'a', to: 'c' }, undefined],
  [{ type: 'RENAME_BUCKET', node: 'a', from: 'a', to: 'b' }, 'b exists already'],
  [{ type: 'RENAME_BUCKET', node: 'x', from: 'x', to: 'c' }, 'x no longer exists'],
  [{ type: 'REMOVE_BUCKET', node: 'b', from: 'default' }, undefined],
  [{ type: 'REMOVE_BUCKET', node: 'a', from: 'default' }, 'a is not empty'],
  [{ type: 'MOVE', node: 'osd.0', from: 'a', to: 'b' }, undefined],
  [{ type: 'MOVE', node: 'osd.0', from: 'b', to: 'a' }, 'osd.0 is now in a'],
  [{ type: 'MOVE', node: 'default', from: 'b', to: 'a' }, 'default is now in the top level'],
  [{ type: 'MOVE', node: 'osd.7', from: STRAY, to: 'a' }, undefined],
  [{ type: 'SET_DEVICE_CLASS', node: 'osd.0', from: 'hdd', to: 'ssd' }, undefined],
  [{ type: 'SET_DEVICE_CLASS', node: 'osd.0', from: 'ssd', to: 'nvme' }, 'osd.0 now has the class hdd'],
  [{ type: 'SET_DEVICE_CLASS', node: 'osd.7', from: 'ssd', to: '' }, 'osd.7 now has the class none'],
  [{ type: 'REWEIGHT', node: 'osd.0', from: 0.5, to: 1 }, undefined],
  [{ type: 'REWEIGHT', node: 'osd.0', from: 1, to: 0.75 }, 'osd.0 now has the reweight 0.5'],
])('a step of a change applies to the present map or says why it no longer does: %o', (change, why) => {
  expect(conflictOf(change, present)).toBe(why);
});

const COMMANDS: readonly (readonly [CrushChange, ...object[]])[] = [
  [
    { type: 'RENAME_BUCKET', node: 'a', from: 'a', to: 'c' },
    { prefix: 'osd crush rename-bucket', srcname: 'a', dstname: 'c' },
  ],
  [
    { type: 'ADD_BUCKET', node: 'c', bucketType: 'host', to: 'default' },
    { prefix: 'osd crush add-bucket', name: 'c', type: 'host', args: ['root=default'] },
  ],
  [
    { type: 'ADD_BUCKET', node: 'other', bucketType: 'root', to: TOP },
    { prefix: 'osd crush add-bucket', name: 'other', type: 'root' },
  ],
  [
    { type: 'MOVE', node: 'osd.0', from: 'a', to: 'b' },
    { prefix: 'osd crush move', name: 'osd.0', args: ['host=b'] },
  ],
  [
    { type: 'MOVE', node: 'osd.0', from: 'a', to: STRAY },
    { prefix: 'osd crush rm', name: 'osd.0' },
  ],
  [
    { type: 'MOVE', node: 'a', from: 'default', to: TOP },
    { prefix: 'osd crush unlink', name: 'a' },
  ],
  [
    { type: 'MOVE', node: 'osd.7', from: STRAY, to: 'a' },
    { prefix: 'osd crush add', id: 7, weight: TIB_AND_A_HALF, args: ['host=a'] },
  ],
  [
    { type: 'REMOVE_BUCKET', node: 'b', from: 'default' },
    { prefix: 'osd crush rm', name: 'b' },
  ],
  [
    { type: 'SET_DEVICE_CLASS', node: 'osd.0', from: 'hdd', to: 'ssd' },
    { prefix: 'osd crush rm-device-class', ids: ['osd.0'] },
    { prefix: 'osd crush set-device-class', class: 'ssd', ids: ['osd.0'] },
  ],
  [
    { type: 'SET_DEVICE_CLASS', node: 'osd.0', from: 'hdd', to: '' },
    { prefix: 'osd crush rm-device-class', ids: ['osd.0'] },
  ],
  [
    { type: 'REWEIGHT', node: 'osd.0', from: 0.5, to: 0.75 },
    { prefix: 'osd reweight', id: 0, weight: 0.75 },
  ],
  [
    // Ceph rejects an integer where it expects a fraction.
    { type: 'REWEIGHT', node: 'osd.0', from: 0.5, to: 1 },
    { prefix: 'osd reweight', id: 0, weight: 1 + 1e-9 },
  ],
];
test.each(COMMANDS.map(([change, ...commands]) => ({ change, commands })))(
  'each step of a change has its commands: $change',
  ({ change, commands }) => {
    expect(commandsFor(change, present, () => TIB_AND_A_HALF)).toEqual(commands);
  },
);

test('an OSD without a size is not put into a bucket, and nothing is put into a bucket that has gone', () => {
  const into = (to: string): CrushChange => ({ type: 'MOVE', node: 'osd.7', from: STRAY, to });
  expect(() => commandsFor(into('a'), present, () => undefined)).toThrow(
    refusal(409, 'osd.7 has not reported its size yet'),
  );
  expect(() => commandsFor(into('x'), present, () => 1)).toThrow(
    refusal(409, 'the bucket x no longer exists'),
  );
});
