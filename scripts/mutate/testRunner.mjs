import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { toolEnvironment } from '../lib/project.mjs';

/** The time limits of a test without a known duration, and of hundreds, in milliseconds. */
const LONGEST = 180_000;
const ALL = 1_800_000;

/**
 * Runs test files in a copy of the project repeatedly in one Vitest process. A run that takes far longer than without the
 * change is considered an endless loop: its process is killed, and the next run starts a new one.
 */
export class TestRunner {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;
  #folder;
  #mode;

  /** @param {string} folder the copy @param {'apart' | 'together' | 'noting'} mode see testProcess.mjs */
  constructor(folder, mode) {
    this.#folder = folder;
    this.#mode = mode;
    // Runs before the listener that removes the folder.
    process.prependListener('exit', () => this.close());
  }

  /**
   * @param {string} changed the file changed since the last run, relative to the project's folder
   * @param {readonly string[]} tests
   * @param {number} [limit] milliseconds
   * @returns {Promise<string[]>} the tests that failed, of which the first ended the run; all, if they took too long
   */
  async run(changed, tests, limit = this.#mode === 'apart' ? LONGEST : ALL) {
    const child = this.#child ?? (await this.#start());
    const absolute = (/** @type {string} */ file) => join(this.#folder, file);
    const { promise, resolve } = Promise.withResolvers();
    const ended = () => resolve(undefined);
    child.once('message', resolve).once('exit', ended);
    const timer = setTimeout(ended, limit);
    child.send({ changed: absolute(changed), tests: tests.map(absolute) });
    const failed = await promise;
    clearTimeout(timer);
    child.off('message', resolve).off('exit', ended);
    if (failed === undefined || this.#mode !== 'apart') this.close();
    return tests.filter((test) => failed?.includes(absolute(test)) ?? true);
  }

  async #start() {
    const child = fork(join(this.#folder, 'scripts/mutate/testProcess.mjs'), [this.#mode], {
      cwd: this.#folder,
      env: toolEnvironment(),
      // Its own process group, so that its workers are killed with it.
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child = child;
    await once(child, 'message');
    return child;
  }

  close() {
    const pid = this.#child?.pid;
    this.#child = undefined;
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  }
}
