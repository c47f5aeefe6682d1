// npm test: runs the checks, then all tests, then those of a real Ceph cluster again on each release in
// STOREDECK_CEPH_SUITES. The last lines list the failed tests, and the skipped ones with reasons; the very last line is
// the total, "N passed, N failed".
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { addCounts, countLine, countTests } from './lib/count.mjs';
import { failedTests } from './lib/failures.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { clusterLacks, leftOut } from './lib/needs.mjs';
import { root, say } from './lib/project.mjs';
import { inSuite, prepare, suites } from './lib/releases.mjs';
import { run } from './lib/run.mjs';

/**
 * Lines on the tests that were left out and on those that failed.
 *
 * @param {string} file Vitest's report, which may be missing
 * @param {string} [suite] the Debian suite in whose chroot they ran
 * @returns {{ left: string[], broken: string[] }}
 */
function namedIn(file, suite) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    return { left: [...leftOut(report), ...clusterLacks(report, suite)], broken: failedTests(report, suite) };
  } catch {
    return { left: [], broken: [] };
  }
}

/**
 * @param {string[]} chosen the tests to run, all if empty
 * @param {string} [suite] the Debian suite in whose chroot they run; this machine by default
 */
async function runTests(chosen, suite) {
  // Inside the project's folder, which has the same path in a chroot.
  const folder = mkdtempSync(join(root, 'node_modules', '.storedeck-test-'));
  const report = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['run', ...reporters, ...chosen];
  try {
    const { code } = await (suite === undefined
      ? run('vitest', args)
      : run('timeout', inSuite(suite, ['vitest', ...args])));
    const counted = countTests(code, () => readFileSync(report, 'utf8'));
    return { ...counted, ...namedIn(report, suite) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the tests of a real Ceph cluster on the Ceph of a Debian suite. @param {string} suite */
async function runRelease(suite) {
  const prepared = prepare(suite);
  if ('missing' in prepared) return { passed: 0, failed: 0, left: [prepared.missing], broken: [] };
  const result = await runTests(['--project', 'ceph'], suite);
  const summary = `${prepared.version} of Debian ${suite}: ${countLine(result.passed, result.failed)}`;
  return { ...result, left: [...result.left, summary] };
}

try {
  ensureInstalled();
  const chosen = process.argv.slice(2);
  const check = chosen.length === 0 ? await run('npm', ['run', '--silent', 'check']) : { code: 0 };
  if (check.code !== 0) say('npm run check failed, see above; it counts as one failure');
  const results = [await runTests(chosen)];
  for (const suite of suites()) results.push(await runRelease(suite));
  const { passed, failed } = addCounts(results);
  const failures = failed + (check.code === 0 ? 0 : 1);
  const broken = results.flatMap((result) => result.broken);
  if (check.code !== 0) broken.unshift('FAILED npm run check');
  for (const lines of [broken, results.flatMap((result) => result.left)])
    if (lines.length > 0) process.stdout.write(`\n${lines.join('\n')}\n`);
  process.stdout.write(`\n${countLine(passed, failures)}\n`);
  process.exitCode = failures === 0 && passed > 0 ? 0 : 1;
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.stdout.write(`\n${countLine(0, 1)}\n`);
  process.exitCode = 1;
}
