import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '../../../src/service/engine.ts';
import { interpreterOf, requireScript } from '../../../src/service/hooks/script.ts';

test.each([
  ['#!/bin/sh', '/bin/sh'],
  ['#!/usr/bin/env python3\nprint()', '/usr/bin/env'],
  ['#! /bin/sh -e\n', '/bin/sh'],
])('%j can be started by %s', (contents, program) => {
  expect(interpreterOf({ contents })).toBe(program);
  expect(() => requireScript({ name: 'a.sh', contents })).not.toThrow();
});

test.each([
  ['', 'put #!/bin/sh or the like first'],
  ['echo hello', 'put #!/bin/sh or the like first'],
  ['\n#!/bin/sh', 'put #!/bin/sh or the like first'],
  ['#!', 'names no program by its absolute path'],
  ['#!sh', 'names no program by its absolute path'],
  ['#!/bin/sh\r\necho', 'end in CR LF'],
  [`#!/bin/${'x'.repeat(300)}`, 'the first line is too long'],
  [`#!/bin/sh\n${'#'.repeat(300 * 1024)}`, 'larger than 256 KiB'],
])('%.20j is refused: %s', (contents, reason) => {
  expect(() => requireScript({ name: 'a.sh', contents })).toThrow(reason);
});

test('a name that is accepted is one file name, without options or hidden files', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constantFrom('..', '-rf', '.profile', 'a/b', 'a\nb', 'ok.sh')),
      (name) => {
        try {
          requireScript({ name, contents: '#!/bin/sh' });
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
          return;
        }
        expect(name).toMatch(/^[^./\0-][^/\0\n]*$/);
      },
    ),
  );
});
