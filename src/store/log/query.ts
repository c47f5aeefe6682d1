import type { Input } from '../../api/contract/index.ts';
import type { LogEvent } from '../../api/contract/logs.ts';

/** Which lines the service is asked for. */
export interface LogChoice {
  /** Units: `mon`, `osd.12`, `kernel`, ...; all when absent or empty. */
  readonly services?: readonly string[];
  /** Server ids; all when absent or empty. */
  readonly servers?: readonly number[];
  /** Syslog priority 0 (highest) to 7: this and above. */
  readonly maxPriority?: number;
}

type Query = NonNullable<Input<'followLogs'>['query']>;

/** The choice as GET /logs takes it. */
export function followQuery({ services = [], servers = [], maxPriority }: LogChoice): Query {
  const [server] = servers;
  return {
    ...(services.length > 0 ? { service: [...services] } : {}),
    // The interface takes one server; of several, all are asked for and the others left out here.
    ...(servers.length === 1 && server !== undefined ? { server } : {}),
    ...(maxPriority === undefined
      ? {}
      : { priority: Array.from({ length: maxPriority + 1 }, (_, level) => level) }),
  };
}

/** The choice as GET /logs/logs takes it: there Samba goes by another name. */
export function readQuery(choice: LogChoice): Query {
  const services = choice.services?.map((service) => (service === 'smb' ? 'samba' : service));
  return followQuery({ ...choice, ...(services === undefined ? {} : { services }) });
}

/** Tells whether a line belongs to the choice as far as the query could not say so. */
export const isChosen = ({ servers = [] }: LogChoice, { h }: LogEvent): boolean =>
  servers.length < 2 || (h !== undefined && servers.includes(h));

/** Tells whether two choices ask for the same; in another order they count as different. */
export const sameChoice = (a: LogChoice, b: LogChoice): boolean =>
  a.maxPriority === b.maxPriority && sameItems(a.services, b.services) && sameItems(a.servers, b.servers);

const sameItems = <T>(a: readonly T[] = [], b: readonly T[] = []): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);
