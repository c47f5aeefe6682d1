// Keeps a Vitest instance running in the copy of the project, so that only changed files are transformed again, and runs
// the test files of each message. Answers with 'passed' or 'failed'.
import { createVitest } from 'vitest/node';

const vitest = await createVitest('test', {
  watch: false,
  project: ['unit'],
  reporters: [{}],
  maxWorkers: 1,
});
await vitest.standalone();
// A reused worker would keep modules from before the change.
for (const { config } of vitest.projects) config.isolate = true;

let changedBefore = '';

/** Runs one test file. @param {string} test @returns {Promise<boolean>} whether it passed */
async function passes(test) {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    vitest.projects.map((project) => project.createSpecification(test)),
  );
  // The result also contains the modules of earlier runs.
  const own = testModules.filter(({ moduleId }) => moduleId === test);
  return unhandledErrors.length === 0 && own.length > 0 && own.every((module) => module.state() === 'passed');
}

/** @param {{ changed: string, tests: string[] }} request absolute paths; the file changed before has been restored */
async function answer({ changed, tests }) {
  for (const file of [changedBefore, changed]) vitest.invalidateFile(file);
  changedBefore = changed;
  let passed = true;
  for (const test of tests) passed &&= await passes(test);
  process.send?.(passed ? 'passed' : 'failed');
}
process.on('message', (/** @type {{ changed: string, tests: string[] }} */ request) => void answer(request));
process.on('disconnect', () => process.exit());
process.send?.('ready');
