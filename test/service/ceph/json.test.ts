import { expect, test } from 'vitest';
import { parseCephJson } from '../../../src/service/ceph/json.ts';

test('JSON from Ceph is read', () => {
  expect(parseCephJson('{"kb":4194304,"name":"nan"}')).toEqual({ kb: 4194304, name: 'nan' });
});

test('ratios without a value in JSON from Ceph are read as null, wherever they are', () => {
  expect(parseCephJson('{"var":-nan,"dev": inf ,"list":[nan,1,-inf]}')).toEqual({
    var: null,
    dev: null,
    list: [null, 1, null],
  });
});

test('text from Ceph that is not JSON is refused', () => {
  expect(() => parseCephJson('Error EINVAL: nan')).toThrow(SyntaxError);
});
