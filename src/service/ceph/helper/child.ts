import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { environmentOf } from '../via/via.ts';
import type { HelperCommand } from './protocol.ts';

/**
 * Starts the helper. A `via` command gets a process group of its own without a terminal: so it cannot
 * prompt for a password on the screen, and Ctrl-C does not interrupt it.
 */
export function spawnHelper({
  argv: [program, ...args],
  via,
}: HelperCommand): ChildProcessWithoutNullStreams {
  const env = via ? environmentOf(via) : { LC_ALL: 'C.UTF-8' };
  return spawn(program, args, { stdio: 'pipe', env, detached: via !== undefined });
}

/**
 * Kills the helper and the commands through which it was started. A process that may not be killed, such as one of sudo,
 * ends when its input is closed.
 * @param via the command through which it was started
 */
export function killHelper(child: ChildProcess, via: HelperCommand['via']): void {
  child.stdin?.destroy();
  if (child.pid !== undefined && via) {
    try {
      process.kill(-child.pid, 'SIGKILL');
      return;
    } catch {
      // The process group no longer exists, or belongs to another user.
    }
  }
  child.kill('SIGKILL');
}
