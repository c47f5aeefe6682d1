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
    `${listed(daemons, 3) || 'a daemon'} crashed within two weeks, and the report is not archived`,
  next: ['read the crash report (:crashes), fix what it says, archive it'],
});
