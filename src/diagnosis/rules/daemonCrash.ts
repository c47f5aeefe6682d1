import { listed } from '../../lib/words.ts';
import { checkRule } from './checkRule.ts';

/**
 * A daemon crashed within the last two weeks (mgr/crash/warn_recent_interval), and the report has not been archived;
 * the daemon may be running again.
 */
export const daemonCrash = checkRule({
  kind: 'daemon-crash',
  codes: ['RECENT_CRASH', 'RECENT_MGR_MODULE_CRASH'],
  object: /^(?:mgr module )?(\S+) crashed/,
  text: (daemons) =>
    `${listed(daemons, 3) || 'a daemon'} crashed within the last two weeks, and the report is not archived`,
  next: ['read the crash report (:crashes), fix what it says, archive it'],
});

/** A module of the manager has ended with an error, and its function is not available until the manager restarts. */
export const moduleFailed = checkRule({
  kind: 'daemon-crash',
  codes: ['MGR_MODULE_ERROR'],
  follows: ['RECENT_MGR_MODULE_CRASH'],
  object: /^Module '(.+?)' has failed/,
  text: (modules) =>
    `the manager's module${modules.length > 0 ? ` ${listed(modules, 3)}` : ''} has failed; its function is not available`,
  next: ['fail over the manager (`ceph mgr fail`), which restarts its modules', 'read its log for the error'],
});
