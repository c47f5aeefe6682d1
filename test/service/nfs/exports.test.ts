import { expect, test } from 'vitest';
import { exportsToWire, readExport, requireFreePath } from '../../../src/service/nfs/exports.ts';
import { Numbered } from '../../../src/service/numbered.ts';

const DATA = { nfsPath: '/data', path: '/srv/data' };

test('a new export keeps its subnets as they are written, and is read-only by default', () => {
  expect(
    readExport({
      ...DATA,
      access: [{ subnet: '10.0.0.0/8' }, { subnet: 'FD00:0::/64', rw: true }],
    }),
  ).toEqual({
    ...DATA,
    access: [
      { subnet: '10.0.0.0/8', rw: false },
      { subnet: 'FD00:0::/64', rw: true },
    ],
  });
  expect(readExport(DATA).access).toEqual([]);
});

test('the same subnet in two spellings is refused as a duplicate', () => {
  const access = [{ subnet: 'fd00::/64' }, { subnet: 'FD00:0:0::/64' }];
  expect(() => readExport({ ...DATA, access })).toThrow('fd00::/64 is listed twice');
});

test('an export may keep its own path, and not take that of another one', () => {
  const exports = new Numbered<ReturnType<typeof readExport>>('export');
  const id = exports.add(readExport(DATA));
  expect(() => requireFreePath({ exports }, readExport(DATA), id)).not.toThrow();
  expect(() => requireFreePath({ exports }, readExport(DATA))).toThrow('export 1 is already at /data');
  expect(exportsToWire({ exports })).toEqual([{ id, ...DATA, access: [] }]);
});
