import { nodeExecutable, OLDEST_NODE } from './install.mjs';
import { endLike, run } from './run.mjs';

/**
 * Runs a script's work in a Node that is new enough: in this one, or by running the script again with the project's own
 * Node.
 *
 * @param {string} script the script's path
 * @param {() => Promise<void>} work
 */
export async function inOwnNode(script, work) {
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) await work();
  else endLike(await run(nodeExecutable(), [script, ...process.argv.slice(2)]));
}
