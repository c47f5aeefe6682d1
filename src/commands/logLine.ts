import type { LogEvent } from '../api/contract/logs.ts';
import { dateTime } from '../lib/format.ts';
import { visible } from '../lib/visible.ts';

/** The syslog priorities by their names, from 0 on (RFC 5424, table 2). */
const PRIORITIES = ['emerg', 'alert', 'crit', 'err', 'warning', 'notice', 'info', 'debug'];

/** An event as one line of text: time, host, service, priority and message. */
export function logLine(
  event: LogEvent,
  hosts: ReadonlyMap<number, string>,
  { utc, unicode }: { readonly utc: boolean; readonly unicode: boolean },
): string {
  const { t, h, s = '-', p, m = '' } = event;
  const host = h === undefined ? '-' : (hosts.get(h) ?? `server ${h}`);
  const priority = p === undefined ? '-' : (PRIORITIES[p] ?? String(p));
  const time = dateTime(t === undefined ? undefined : t * 1000, utc);
  const clean = (text: string) => visible(text, unicode);
  return [time, clean(host), clean(s), priority, clean(m)].join(' ');
}
