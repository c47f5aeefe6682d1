import { expect, test } from 'vitest';
import { interpreterOf } from '../../../src/service/values/script.ts';

test.each([
  ['#!/bin/sh', '/bin/sh'],
  ['#!/usr/bin/env python3\nprint()', '/usr/bin/env'],
  ['#! /bin/sh -e\n', '/bin/sh'],
  ['#!sh', undefined],
  ['echo #!/bin/sh', undefined],
])('the interpreter of %j is %s', (contents, program) => {
  expect(interpreterOf({ contents })).toBe(program);
});
