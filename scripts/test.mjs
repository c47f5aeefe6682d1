// npm test: the checks, then all tests. The last lines say what was left out and why; the very last is the plain count,
// "N passed, N failed".
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countLine, countTests } from './lib/count.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { leftOut } from './lib/needs.mjs';
import { say } from './lib/project.mjs';
import { run } from './lib/run.mjs';

/** @param {string} file Vitest's report, where there is one @returns {string[]} */
function leftOutIn(file) {
  try {
    return leftOut(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return [];
  }
}

/** @param {string[]} chosen the tests to run, all when empty */
async function runTests(chosen) {
  const folder = mkdtempSync(join(tmpdir(), 'storedeck-test-'));
  const report = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  try {
    const { code } = await run('vitest', ['run', ...reporters, ...chosen]);
    const counted = countTests(code, () => readFileSync(report, 'utf8'));
    return { ...counted, left: leftOutIn(report) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  ensureInstalled();
  const chosen = process.argv.slice(2);
  const check = chosen.length === 0 ? await run('npm', ['run', '--silent', 'check']) : { code: 0 };
  if (check.code !== 0) say('npm run check failed, see above; it counts as one failure');
  const { passed, failed, left } = await runTests(chosen);
  const failures = failed + (check.code === 0 ? 0 : 1);
  if (left.length > 0) process.stdout.write(`\n${left.join('\n')}\n`);
  process.stdout.write(`\n${countLine(passed, failures)}\n`);
  process.exitCode = failures === 0 && passed > 0 ? 0 : 1;
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.stdout.write(`\n${countLine(0, 1)}\n`);
  process.exitCode = 1;
}
