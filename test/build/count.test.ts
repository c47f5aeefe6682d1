import { expect, test } from 'vitest';
import { addCounts, countLine, countTests } from '../../scripts/lib/count.mjs';

const report = (passed: number, failed: number, testResults: object[] = []) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults });

test('the numbers of passed and failed tests are those of the report', () => {
  expect(countTests(0, () => report(12, 0))).toEqual({ passed: 12, failed: 0 });
  expect(countTests(1, () => report(10, 2))).toEqual({ passed: 10, failed: 2 });
});

test('a test file that failed though none of its tests did is a failure', () => {
  const files = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
    { status: 'failed', assertionResults: [{ status: 'passed' }] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ];
  expect(countTests(1, () => report(5, 1, files))).toEqual({ passed: 5, failed: 3 });
});

test('an error outside of any test counts as a failure', () => {
  expect(countTests(1, () => report(5, 0))).toEqual({ passed: 5, failed: 1 });
});

test('a run without a report counts as a failure', () => {
  const missing = () => {
    throw new Error('no such file');
  };
  expect(countTests(0, missing)).toEqual({ passed: 0, failed: 1 });
});

test('the test count is one plain line', () => {
  expect(countLine(412, 0)).toBe('412 passed, 0 failed');
});

test('counts of several runs are added up', () => {
  expect(addCounts([])).toEqual({ passed: 0, failed: 0 });
  const counts = [
    { passed: 3, failed: 0 },
    { passed: 4, failed: 2 },
  ];
  expect(addCounts(counts)).toEqual({ passed: 7, failed: 2 });
});
