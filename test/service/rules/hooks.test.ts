import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  MAX_WAITING,
  refuseHookServers,
  refuseRun,
  refuseScript,
  refuseScriptDeletion,
  scriptNameTaken,
} from '../../../src/service/rules/hooks.ts';

test('a hook is not run while the maximum number is waiting', () => {
  expect(refuseRun(MAX_WAITING - 1)).toBeUndefined();
  expect(refuseRun(MAX_WAITING)).toMatchObject({
    status: 503,
    message: '100 hooks are already waiting to run: cancel some of their tasks',
  });
});

test.each(['#!/bin/sh', '#!/usr/bin/env python3\nprint()', '#! /bin/sh -e\n'])(
  'a script that begins with %j can be started',
  (contents) => {
    expect(refuseScript({ name: 'a.sh', contents })).toBeUndefined();
  },
);

test.each([
  ['', 'such as #!/bin/sh'],
  ['echo hello', 'such as #!/bin/sh'],
  ['\n#!/bin/sh', 'such as #!/bin/sh'],
  ['#!', 'has no absolute path of a program'],
  ['#!sh', 'has no absolute path of a program'],
  ['#!/bin/sh\r\necho', 'end in CR LF'],
  [`#!/bin/${'x'.repeat(300)}`, 'the first line is too long'],
  [`#!/bin/sh\n${'#'.repeat(300 * 1024)}`, 'larger than 256 KiB'],
])('the script %.20j is refused: %s', (contents, reason) => {
  expect(refuseScript({ name: 'a.sh', contents })?.message).toContain(reason);
});

test('a script has at most 256 KiB, a first line of 255 bytes, and a name of 100 characters', () => {
  const fill = (size: number) => `#!/bin/sh\n${'#'.repeat(size - 10)}`;
  expect(refuseScript({ name: 'a'.repeat(100), contents: fill(256 * 1024) })).toBeUndefined();
  expect(refuseScript({ name: 'a.sh', contents: fill(256 * 1024 + 1) })).toEqual({
    status: 413,
    message: 'the script is larger than 256 KiB: start a separate program from it',
  });
  expect(refuseScript({ name: 'a', contents: `#!/${'x'.repeat(252)}` })).toBeUndefined();
  expect(refuseScript({ name: 'a', contents: `#!/${'x'.repeat(253)}` })).toEqual({
    status: 400,
    message: 'the first line is too long: at most 255 bytes of it are read',
  });
  expect(refuseScript({ name: 'a'.repeat(101), contents: fill(20) })?.message).toMatch(
    /^a script cannot be named "a+": use up to 100 letters/,
  );
});

test('a name that is accepted for a script is one file name, without options or hidden files', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constantFrom('..', '-rf', '.profile', 'a/b', 'a\nb', 'ok.sh')),
      (name) => {
        if (refuseScript({ name, contents: '#!/bin/sh' }) === undefined)
          expect(name).toMatch(/^[^./\0-][^/\0\n]*$/);
      },
    ),
  );
});

test('a script that hooks use is not deleted, and the refusal names them', () => {
  expect(refuseScriptDeletion('a.sh', [])).toBeUndefined();
  expect(
    refuseScriptDeletion('a.sh', [
      [1, { event: 'OnHealthDegrade' }],
      [4, { event: 'PreFormatDisk' }],
    ]),
  ).toEqual({
    status: 409,
    message:
      'the script a.sh is in use by hook 1 (OnHealthDegrade), 4 (PreFormatDisk): delete the hook first',
  });
});

test('two scripts cannot have the same name', () => {
  expect(scriptNameTaken(3, 'a.sh')).toEqual({
    status: 409,
    message: 'script 3 is already named a.sh: choose another name',
  });
});

test('a hook on servers names all or some of them, and a hook on the cluster names none', () => {
  expect(refuseHookServers('PreFormatDisk', true, [])).toBeUndefined();
  expect(refuseHookServers('PreFormatDisk', false, [1])).toBeUndefined();
  expect(refuseHookServers('PreFormatDisk', false, [])?.message).toContain('set allServers or list some');
  expect(refuseHookServers('PreFormatDisk', true, [1])?.message).toContain('exclude each other');
  expect(refuseHookServers('OnHealthDegrade', false, [])).toBeUndefined();
  expect(refuseHookServers('OnHealthDegrade', true, [])?.message).toContain('leave allServers');
  expect(refuseHookServers('OnHealthDegrade', false, [1])?.status).toBe(400);
});
