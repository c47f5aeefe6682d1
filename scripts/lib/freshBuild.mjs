import { join } from 'node:path';
import { nodeExecutable } from './install.mjs';
import { newestChange, program, root } from './project.mjs';
import { run } from './run.mjs';

const sources = ['src', 'package-lock.json', join('scripts', 'build')];

/** Builds the program unless it is newer than all its sources. */
export async function ensureBuilt() {
  const built = newestChange(program);
  if (sources.every((source) => newestChange(join(root, source)) < built)) return;
  const { code } = await run(nodeExecutable(), [join(root, 'scripts', 'build.mjs')]);
  if (code !== 0) throw new Error('the program could not be built, see above');
}
