import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { isFailedAsAWhole } from './count.mjs';
import { root } from './project.mjs';

/** Lines of an error that are shown beneath a failed test: the assertion and the first frames, which name the line. */
const SHOWN_LINES = 6;

/**
 * Lists the failed tests of a run, each with the beginning of its error, so that the end of a long log says what failed.
 *
 * @param {{
 *   testResults: {
 *     name: string,
 *     status: string,
 *     message: string,
 *     assertionResults: { status: string, fullName: string, failureMessages: string[] }[],
 *   }[],
 * }} report Vitest's JSON report
 * @param {string} [suite] the Debian suite on whose Ceph they ran, where that is not this machine's
 * @returns {string[]} lines; empty if nothing failed
 */
export function failedTests({ testResults }, suite) {
  const on = suite === undefined ? '' : ` (on Debian ${suite})`;
  return testResults.flatMap((result) => {
    const file = relative(root, result.name);
    if (isFailedAsAWhole(result)) return described(`${file} as a whole${on}`, result.message);
    return result.assertionResults
      .filter(({ status }) => status === 'failed')
      .flatMap(({ fullName, failureMessages }) =>
        described(`${file}: ${fullName.trim()}${on}`, failureMessages.join('\n')),
      );
  });
}

/** @param {string} what @param {string} error */
const described = (what, error) => [
  `FAILED ${what}`,
  ...stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, SHOWN_LINES)
    .map((line) => `  ${line}`),
];
