import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { toolEnvironment } from '../lib/project.mjs';

/** The time limit of a test without a known duration, in milliseconds. */
const LONGEST = 180_000;

/**
 * Runs test files in a copy of the project repeatedly in one Vitest process. A run that takes far longer than without the
 * change is considered an endless loop: its process is killed, and the next run starts a new one.
 */
export class TestRunner {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;
  #folder;

  /** @param {string} folder the copy */
  constructor(folder) {
    this.#folder = folder;
    // Runs before the listener that removes the folder.
    process.prependListener('exit', () => this.close());
  }

  /**
   * @param {string} changed the file changed since the last run, relative to the project's folder
   * @param {readonly string[]} tests
   * @param {number} [limit] milliseconds
   * @returns {Promise<'passed' | 'failed' | 'too long'>}
   */
  async run(changed, tests, limit = LONGEST) {
    const child = this.#child ?? (await this.#start());
    const absolute = (/** @type {string} */ file) => join(this.#folder, file);
    const { promise, resolve } = Promise.withResolvers();
    const died = () => resolve('failed');
    child.once('message', resolve).once('exit', died);
    const timer = setTimeout(() => resolve('too long'), limit);
    child.send({ changed: absolute(changed), tests: tests.map(absolute) });
    const outcome = await promise;
    clearTimeout(timer);
    child.off('message', resolve).off('exit', died);
    if (outcome === 'too long' || child.exitCode !== null) this.close();
    return outcome;
  }

  async #start() {
    const child = fork(join(this.#folder, 'scripts/mutate/testProcess.mjs'), {
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
