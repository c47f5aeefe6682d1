import { fileURLToPath } from 'node:url';
import { ensureInstalled, nodeExecutable, OLDEST_NODE } from './install.mjs';
import { runScript } from './project.mjs';
import { endLike, run } from './run.mjs';

/**
 * Runs a script's work, after installing what is missing, in a Node that is new enough: in this one, or by running the
 * script again with the project's own Node.
 *
 * @param {string} script the script's `import.meta.url`
 * @param {() => Promise<void>} work
 */
export async function inOwnNode(script, work) {
  await runScript(async () => {
    ensureInstalled();
    if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) await work();
    else endLike(await run(nodeExecutable(), [fileURLToPath(script), ...process.argv.slice(2)]));
  });
}
