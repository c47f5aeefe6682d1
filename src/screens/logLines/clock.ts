import type { Shown } from '../../store/cockpit.ts';
import type { LogTimes } from '../../store/log/view.ts';

/** The way in which the log's times are shown. */
export function timesOf(cockpit: Shown): LogTimes {
  const { logs, utc } = cockpit.view.getState();
  return logs.times ?? (utc ? 'utc' : 'local');
}

/** The time zone of the log's times, and whether times of day are hidden. */
export function clockOf(cockpit: Shown): { readonly utc: boolean; readonly untimed: boolean } {
  const times = timesOf(cockpit);
  const untimed = times === 'none' || times === 'relative';
  return { utc: untimed ? cockpit.view.getState().utc : times === 'utc', untimed };
}
