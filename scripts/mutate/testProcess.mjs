// Keeps a Vitest instance running in the copy of the project, so that only changed files are transformed again, and runs
// the test files of each message, in its order. Answers with those that failed. Its argument is the mode: `apart`, each
// with modules of its own, until one fails; `together`, sharing their modules, which is much faster for many, until one
// fails; `noting`, together and all, noting the places that they reach.
import { join } from 'node:path';
import { BaseSequencer, createVitest } from 'vitest/node';

const mode = process.argv[2];
const isApart = mode === 'apart';

class InOrder extends BaseSequencer {
  /** @override @type {BaseSequencer['sort']} */
  sort = async (files) => files;
}

const vitest = await createVitest('test', {
  watch: false,
  project: ['unit'],
  reporters: [{}],
  sequence: { sequencer: InOrder },
  ...(isApart && { maxWorkers: 1 }),
  ...(mode === 'together' && { bail: 1 }),
});
await vitest.standalone();
for (const { config } of vitest.projects) {
  // A reused worker would keep modules from before the change.
  config.isolate = isApart;
  if (mode === 'noting') config.setupFiles = [join(import.meta.dirname, 'noteReached.mjs')];
}

let changedBefore = '';

/** Runs test files. @param {string[]} tests @returns {Promise<string[]>} those that failed, at least in part */
async function failing(tests) {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    vitest.projects.flatMap((project) => tests.map((test) => project.createSpecification(test))),
  );
  // The result also contains the modules of earlier runs.
  const own = testModules.filter(({ moduleId }) => tests.includes(moduleId));
  const failed = own.filter((module) => module.state() === 'failed').map(({ moduleId }) => moduleId);
  return failed.length === 0 && (unhandledErrors.length > 0 || own.length === 0) ? tests : failed;
}

/** @param {{ changed: string, tests: string[] }} request absolute paths; the file changed before has been restored */
async function answer({ changed, tests }) {
  for (const file of [changedBefore, changed]) vitest.invalidateFile(file);
  changedBefore = changed;
  if (!isApart) return process.send?.(await failing(tests));
  for (const test of tests) {
    const failed = await failing([test]);
    if (failed.length > 0) return process.send?.(failed);
  }
  return process.send?.([]);
}
process.on('message', (/** @type {{ changed: string, tests: string[] }} */ request) => void answer(request));
process.on('disconnect', () => process.exit());
process.send?.('ready');
