import { expect, test } from 'vitest';
import {
  checkedExport,
  saveExports,
  nfsToWire,
  noExports,
  loadExports,
} from '../../../../src/service/ceph/nfs/services.ts';
import { refusal } from '../../../support/refusal.ts';

const body = (nfsPath: string, path = '/data') => ({ nfsPath, path, access: [] });
/** Exports with these paths and consecutive ids. */
function exportsAt(...paths: string[]) {
  const all = noExports();
  for (const path of paths) all.exports.add(checkedExport(all, body(path)));
  return all;
}

test('saved exports are loaded again, and shown without the numbers of the gateway', () => {
  const all = exportsAt('/a', '/b');
  const kept = { servers: [9], ...saveExports(all) };
  expect(loadExports(structuredClone(kept)).exports.entries()).toEqual(all.exports.entries());
  expect(nfsToWire(kept)).toEqual({
    servers: [9],
    exports: [
      { id: 1, ...body('/a') },
      { id: 2, ...body('/b') },
    ],
  });
});

test('an export keeps its number in the gateway while it keeps its paths', () => {
  const all = exportsAt('/a', '/b');
  const opened = { ...body('/a'), access: [{ subnet: '10.0.0.0/8', rw: true }] };
  expect(checkedExport(all, opened, 1).number).toBe(1);
  expect(checkedExport(all, body('/a', '/other'), 1).number).toBe(3);
  expect(checkedExport(all, body('/c'), 1).number).toBe(4);
});

test('after the largest number, numbers start again at 1 and skip those in use', () => {
  const all = exportsAt('/a', '/b');
  all.lastNumber = 65_535;
  expect(checkedExport(all, body('/c')).number).toBe(3);
});

test.each<[nfsPath: string, status: number, words: RegExp]>([
  ['/a', 409, /export 1 is already at \/a/],
  ['/a/below', 409, /within export 1 at \/a/],
  ['/deep', 409, /around export 2 at \/deep\/er/],
  ['/', 400, /below it/],
  ['/quo"te', 400, /cannot read/],
  ['/back\\slash', 400, /cannot read/],
  ['relative', 400, /absolute/],
])('an export at %s is refused beside /a and /deep/er', (nfsPath, status, words) => {
  expect(() => checkedExport(exportsAt('/a', '/deep/er'), body(nfsPath))).toThrow(refusal(status, words));
});

test('an export can have a path beside others, and keep its own', () => {
  const all = exportsAt('/a', '/deep/er');
  expect(checkedExport(all, body('/ab')).nfsPath).toBe('/ab');
  expect(checkedExport(all, body('/deep'), 2).nfsPath).toBe('/deep');
});

test.each(['fd00::/100', 'fd00::4/127'])(
  'the subnet %s is refused, because the gateway cannot parse it',
  (subnet) => {
    const wanted = { ...body('/a'), access: [{ subnet, rw: true }] };
    expect(() => checkedExport(noExports(), wanted)).toThrow(refusal(400, /networks up to \/99/));
  },
);
