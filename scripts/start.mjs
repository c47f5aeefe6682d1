// npm start -- ARGS: runs storedeck ARGS from a checkout, after installing and building what is missing.
import { ensureBuilt } from './lib/freshBuild.mjs';
import { ensureInstalled, nodeExecutable } from './lib/install.mjs';
import { program, runScript } from './lib/project.mjs';
import { endLike, run } from './lib/run.mjs';

await runScript(async () => {
  ensureInstalled();
  await ensureBuilt();
  const cwd = process.env['INIT_CWD'] ?? process.cwd();
  endLike(await run(nodeExecutable(), [program, ...process.argv.slice(2)], { cwd }));
});
