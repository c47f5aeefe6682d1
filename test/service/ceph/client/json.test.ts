import { expect, test } from 'vitest';
import { parseCephJson, withoutEmpty } from '../../../../src/service/ceph/client/json.ts';

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

test('fields that are absent, null or an empty text are left out, and zero and false are kept', () => {
  expect(withoutEmpty({ a: 0, b: false, c: '', d: null, e: undefined, f: 'x' })).toEqual({
    a: 0,
    b: false,
    f: 'x',
  });
});
