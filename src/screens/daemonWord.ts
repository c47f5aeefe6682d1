import type { DaemonState } from '../store/answers/daemonState.ts';

/** The state of a daemon in a word; `--` if there is none. */
export const daemonWord = (daemon: DaemonState | undefined): string =>
  daemon === 'unknown' ? 'not known' : (daemon ?? '--');
