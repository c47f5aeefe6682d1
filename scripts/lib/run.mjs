import { spawn } from 'node:child_process';
import { root, toolEnvironment } from './project.mjs';

/**
 * Runs a command of the project in the same terminal.
 *
 * Ctrl-C reaches every process of the foreground group, so it is ignored here and handled by the command alone. Signals
 * sent only to this process are passed on.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options] `cwd` is the project's folder by default
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null }>}
 */
export function run(file, args, { cwd = root, env = toolEnvironment() } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, stdio: 'inherit' });
    const ignore = () => undefined;
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => child.kill(signal);
    process.on('SIGINT', ignore).on('SIGQUIT', ignore).on('SIGTERM', passOn).on('SIGHUP', passOn);
    const release = () => {
      process.off('SIGINT', ignore).off('SIGQUIT', ignore).off('SIGTERM', passOn).off('SIGHUP', passOn);
    };
    child.once('error', (error) => {
      release();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      release();
      resolve({ code, signal });
    });
  });
}

/**
 * Ends this process like the command ended: by the same signal or with the same exit code.
 *
 * @param {{ code: number | null, signal: NodeJS.Signals | null }} end
 */
export function endLike({ code, signal }) {
  if (signal) process.kill(process.pid, signal);
  else process.exitCode = code ?? 1;
}
