import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { toolEnvironment } from '../lib/project.mjs';

/** Resolves to true if the copy of the project compiles. @param {string} folder */
export async function compiles(folder) {
  const state = ['--incremental', '--tsBuildInfoFile', join(folder, 'tsc.json')];
  const child = spawn('tsc', state, { cwd: folder, env: toolEnvironment(), stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  return code === 0;
}
