import { nodeExecutable, OLDEST_NODE } from './install.mjs';
import { endLike, run } from './run.mjs';

/**
 * Does a script's work in a Node that is new enough for it: in this one, or by running the script once more in the
 * project's own.
 *
 * @param {string} script the script's path
 * @param {() => Promise<void>} work
 */
export async function inOwnNode(script, work) {
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) await work();
  else endLike(await run(nodeExecutable(), [script, ...process.argv.slice(2)]));
}
