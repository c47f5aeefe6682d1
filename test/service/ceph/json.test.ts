import { expect, test } from 'vitest';
import { parseCephJson } from '../../../src/service/ceph/json.ts';

test('reads JSON', () => {
  expect(parseCephJson('{"kb":4194304,"name":"nan"}')).toEqual({ kb: 4194304, name: 'nan' });
});

test('reads ratios without a value as null, wherever they stand', () => {
  expect(parseCephJson('{"var":-nan,"dev": inf ,"list":[nan,1,-inf]}')).toEqual({
    var: null,
    dev: null,
    list: [null, 1, null],
  });
});

test('refuses what is no JSON', () => {
  expect(() => parseCephJson('Error EINVAL: nan')).toThrow(SyntaxError);
});
