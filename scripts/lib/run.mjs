import { spawn } from 'node:child_process';
import { root, toolEnvironment } from './project.mjs';

/**
 * Runs a command of the project in the same terminal.
 *
 * The terminal belongs to the command: Ctrl-C reaches every process of the foreground group, so it is ignored
 * here and the command alone decides what it means. Signals sent to this process only are passed on.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options] cwd: where it runs, the project's folder when not given
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
 * Ends this process the way the command ended.
 *
 * @param {{ code: number | null, signal: NodeJS.Signals | null }} end
 */
export function endLike({ code, signal }) {
  if (signal) process.kill(process.pid, signal);
  else process.exitCode = code ?? 1;
}
