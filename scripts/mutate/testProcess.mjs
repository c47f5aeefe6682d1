// Holds a Vitest in the copy of the project that it is started in, and runs the test files that it is sent, so that
// only what changed is transformed again. Answers each message with 'passed' or 'failed'.
import { createVitest } from 'vitest/node';

const vitest = await createVitest('test', {
  watch: false,
  project: ['unit'],
  reporters: [{}],
  maxWorkers: 1,
});
await vitest.standalone();
// A worker that lives on would keep the modules that were not changed then.
for (const { config } of vitest.projects) config.isolate = true;

let changedBefore = '';

/** Runs one test file. @param {string} test @returns {Promise<boolean>} whether it passed */
async function passes(test) {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    vitest.projects.map((project) => project.createSpecification(test)),
  );
  // The result has the modules of earlier runs as well.
  const own = testModules.filter(({ moduleId }) => moduleId === test);
  return unhandledErrors.length === 0 && own.length > 0 && own.every((module) => module.state() === 'passed');
}

/** @param {{ changed: string, tests: string[] }} request absolute paths; what was changed before is whole again */
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
