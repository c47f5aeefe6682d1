import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { HelperCommand } from './helperProtocol.ts';
import { environmentOf } from './place/place.ts';

/**
 * Starts the helper. What leads to a place has no terminal, so that it can ask for no password on the screen, and an
 * interrupt there does not reach it: what is under way is ended by this process.
 */
export function spawnHelper({
  argv: [program, ...args],
  place,
}: HelperCommand): ChildProcessWithoutNullStreams {
  const env = place ? environmentOf(place) : { LC_ALL: 'C.UTF-8' };
  return spawn(program, args, { stdio: 'pipe', env, detached: place !== undefined });
}

/**
 * Kills the helper, and what it was started through. One that may not be killed, as sudo's, ends with its input.
 * @param place where it was started
 */
export function killHelper(child: ChildProcess, place: HelperCommand['place']): void {
  child.stdin?.destroy();
  if (child.pid !== undefined && place) {
    try {
      process.kill(-child.pid, 'SIGKILL');
      return;
    } catch {
      // The group is gone, or belongs to somebody else.
    }
  }
  child.kill('SIGKILL');
}
