import type { Daemon } from '../../store/facts/report.ts';

/** The state of a daemon in a word; `--` where nothing is said of it. */
export const daemonWord = (daemon: Daemon | undefined): string =>
  daemon === 'unknown' ? 'not known' : (daemon ?? '--');
