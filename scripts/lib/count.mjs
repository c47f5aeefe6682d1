/**
 * @param {number} passed
 * @param {number} failed
 */
export function countLine(passed, failed) {
  return `${passed} passed, ${failed} failed`;
}

/** The sum of several counts. @param {readonly { passed: number, failed: number }[]} counts */
export const addCounts = (counts) => ({
  passed: counts.reduce((sum, { passed }) => sum + passed, 0),
  failed: counts.reduce((sum, { failed }) => sum + failed, 0),
});

/**
 * True for a test file that failed though none of its tests did.
 *
 * @param {{ status: string, assertionResults: { status: string }[] }} file
 */
export const isFailedAsAWhole = ({ status, assertionResults }) =>
  status === 'failed' && !assertionResults.some((result) => result.status === 'failed');

/**
 * The counts in Vitest's JSON report. A test file that failed though none of its tests did (it could not be loaded, or its
 * preparation or cleaning up failed), an error outside of any test, and a run without a report each count as a failure.
 *
 * @param {number | null} code Vitest's exit code
 * @param {() => string} readReport
 * @returns {{ passed: number, failed: number }}
 */
export function countTests(code, readReport) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readReport());
    const failed = numFailedTests + testResults.filter(isFailedAsAWhole).length;
    return { passed: numPassedTests, failed: Math.max(failed, code === 0 ? 0 : 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
