// Holds a Vitest in the copy of the project that it is started in, and runs the test files that it is sent, so that
// only what changed is transformed again. Answers each message with 'passed' or 'failed'.
import { createVitest } from 'vitest/node';

/** @type {import('vitest/node').Vitest} */
const vitest = await createVitest('test', {
  watch: false,
  project: ['unit'],
  // One failure is enough. Vitest's own `bail` also counts the failures of earlier runs.
  reporters: [{ onTestCaseResult: (test) => void (test.ok() || vitest.cancelCurrentRun('test-failure')) }],
  maxWorkers: 1,
});
await vitest.standalone();
// A worker that lives on would keep the modules that were not changed then.
for (const { config } of vitest.projects) config.isolate = true;

let changedBefore = '';

/** @param {{ changed: string, tests: string[] }} request absolute paths; what was changed before is whole again */
async function answer({ changed, tests }) {
  for (const file of [changedBefore, changed]) vitest.invalidateFile(file);
  changedBefore = changed;
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    vitest.projects.flatMap((project) => tests.map((test) => project.createSpecification(test))),
  );
  // The result has the modules of earlier runs as well.
  const passed = testModules.every((module) => module.ok() || !tests.includes(module.moduleId));
  process.send?.(passed && unhandledErrors.length === 0 ? 'passed' : 'failed');
}
process.on('message', (/** @type {{ changed: string, tests: string[] }} */ request) => void answer(request));
process.on('disconnect', () => process.exit());
process.send?.('ready');
