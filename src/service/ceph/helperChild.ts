import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { HelperCommand } from './helperProtocol.ts';
import { environmentOf } from './place/place.ts';

/**
 * Starts the helper. The command that leads to a place gets a process group of its own without a terminal: so it cannot
 * prompt for a password on the screen, and Ctrl-C does not interrupt it.
 */
export function spawnHelper({
  argv: [program, ...args],
  place,
}: HelperCommand): ChildProcessWithoutNullStreams {
  const env = place ? environmentOf(place) : { LC_ALL: 'C.UTF-8' };
  return spawn(program, args, { stdio: 'pipe', env, detached: place !== undefined });
}

/**
 * Kills the helper and the commands through which it was started. A process that may not be killed, such as one of sudo,
 * ends when its input is closed.
 * @param place the place at which it was started
 */
export function killHelper(child: ChildProcess, place: HelperCommand['place']): void {
  child.stdin?.destroy();
  if (child.pid !== undefined && place) {
    try {
      process.kill(-child.pid, 'SIGKILL');
      return;
    } catch {
      // The process group no longer exists, or belongs to another user.
    }
  }
  child.kill('SIGKILL');
}
