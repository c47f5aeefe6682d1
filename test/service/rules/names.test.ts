import { expect, test } from 'vitest';
import { refuseName } from '../../../src/service/rules/names.ts';

test.each(['rbd', 'a.b-c_D9', '.'])('%j can be a name', (name) => {
  expect(refuseName('a pool', name)).toBeUndefined();
});

test.each(['', 'a b', 'a/b', 'ä', 'a\nb', 'default~ssd'])('%j cannot be a name', (name) => {
  expect(refuseName('a pool', name)).toEqual({
    status: 400,
    message: `a pool cannot be named ${JSON.stringify(name)}: use letters, digits or _ . -`,
  });
});
