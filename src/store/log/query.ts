import type { Input } from '../../api/contract/index.ts';
import type { LogEvent } from '../../api/contract/logs.ts';
import { sameItems } from '../../lib/sameItems.ts';

/** The lines that are requested from the service. */
export interface LogChoice {
  /** Units: `mon`, `osd.12`, `kernel`, ...; all if absent or empty. */
  readonly services?: readonly string[];
  /** Server ids; all if absent or empty. */
  readonly servers?: readonly number[];
  /** The least severe syslog priority to read, from 0 (most severe) to 7. */
  readonly maxPriority?: number;
}

type FollowQuery = NonNullable<Input<'followLogs'>['query']>;

/** The query of GET /logs for a choice. */
export function followQuery({ services = [], servers = [], maxPriority }: LogChoice): FollowQuery {
  const [server] = servers;
  return {
    ...(services.length > 0 ? { service: [...services] } : {}),
    // The interface accepts only one server; for several, the lines of all servers are read and filtered by `isChosen`.
    ...(servers.length === 1 && server !== undefined ? { server } : {}),
    ...(maxPriority === undefined
      ? {}
      : { priority: Array.from({ length: maxPriority + 1 }, (_, level) => level) }),
  };
}

/** The query of GET /logs/logs for a choice; Samba has a different name there. */
export function readQuery(choice: LogChoice): FollowQuery {
  const services = choice.services?.map((service) => (service === 'smb' ? 'samba' : service));
  return followQuery({ ...choice, ...(services === undefined ? {} : { services }) });
}

/** True if a line belongs to the choice, by the conditions that the query cannot express. */
export const isChosen = ({ servers = [] }: LogChoice, { h }: LogEvent): boolean =>
  servers.length < 2 || (h !== undefined && servers.includes(h));

/** True if two choices are equal, including the order of services and servers. */
export const sameChoice = (a: LogChoice, b: LogChoice): boolean =>
  a.maxPriority === b.maxPriority &&
  sameItems(a.services ?? [], b.services ?? []) &&
  sameItems(a.servers ?? [], b.servers ?? []);
