import { listed } from '../../lib/words.ts';
import { checkRule } from './checkRule.ts';

/** Little space is left for the database of a monitor, which ends when it cannot write. */
export const monDisk = checkRule({
  kind: 'mon-disk',
  codes: ['MON_DISK_CRIT', 'MON_DISK_LOW'],
  object: /^(mon\.\S+) has /,
  text: (monitors) =>
    `${listed(monitors, 3) || 'a monitor'} ${monitors.length > 1 ? 'have' : 'has'} little disk space left; a monitor that cannot write stops`,
  next: (monitors) => [
    `see what fills the file system of ${listed(monitors, 3) || 'the monitor'}: logs, core dumps, or its own store, and free space`,
    `if it is its store, \`ceph tell ${monitors[0] ?? 'mon.NAME'} compact\` may shrink it once all placement groups are okay`,
  ],
});
