import type { DaemonState } from '../../store/facts/report.ts';

/** The state of a daemon in a word; `--` where nothing is said of it. */
export const daemonWord = (daemon: DaemonState | undefined): string =>
  daemon === 'unknown' ? 'not known' : (daemon ?? '--');
