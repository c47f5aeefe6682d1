import type { Clock } from '../../lib/clock.ts';
import { PRIORITY } from '../../lib/priority.ts';
import type { LogBook } from './log/book.ts';

/** The service names under which this service itself writes log lines. */
export type OwnService = 'mgmt' | 'hagroup' | 'iscsi' | 'nfs';

/** Writes a log line of this service itself. */
export type Note = (line: string, priority?: number, service?: OwnService) => void;

/** @param serverId returns the id of the management node, once it is known */
export const ownLog =
  (book: LogBook, clock: Clock, serverId: () => number | undefined): Note =>
  (line, priority = PRIORITY.notice, service = 'mgmt') => {
    const h = serverId();
    const t = clock.now() / 1000;
    book.write([{ t, m: line, s: service, p: priority, ...(h === undefined ? {} : { h }) }]);
  };
