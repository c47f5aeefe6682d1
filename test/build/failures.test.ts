import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failedTests } from '../../scripts/lib/failures.mjs';
import { root } from '../../scripts/lib/project.mjs';

const result = (fullName: string, status: string, ...failureMessages: string[]) => ({
  fullName,
  status,
  failureMessages,
});
const file = (
  name: string,
  status: string,
  message: string,
  ...assertionResults: ReturnType<typeof result>[]
) => ({
  name: join(root, name),
  status,
  message,
  assertionResults,
});

test('a run in which nothing failed lists no failed tests', () => {
  const testResults = [file('test/a.test.ts', 'passed', '', result('a works', 'passed'))];
  expect(failedTests({ testResults })).toEqual([]);
});

test('each failed test is listed with its file and the first lines of its error, without colors', () => {
  const error = [
    '\u001B[31mexpected 1 to be 2\u001B[39m',
    '',
    ...Array.from({ length: 20 }, (_, n) => `frame ${n}`),
  ];
  const testResults = [
    file(
      'test/a.test.ts',
      'failed',
      '',
      result('a works', 'passed'),
      result('b works', 'failed', error.join('\n')),
    ),
  ];
  expect(failedTests({ testResults }, 'sid')).toEqual([
    'FAILED test/a.test.ts: b works (on Debian sid)',
    '  expected 1 to be 2',
    '  frame 0',
    '  frame 1',
    '  frame 2',
    '  frame 3',
    '  frame 4',
  ]);
});

test('a test file that could not be loaded is listed as a whole', () => {
  const testResults = [file('test/a.test.ts', 'failed', 'Cannot find package x')];
  expect(failedTests({ testResults })).toEqual([
    'FAILED test/a.test.ts as a whole',
    '  Cannot find package x',
  ]);
});
