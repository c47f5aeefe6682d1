import type { Refused } from './refused.ts';
import { noServer } from './servers.ts';

const conflict = (message: string): Refused => ({ status: 409, message });

/** Refuses servers that are named twice, or that there are not; `known` are the ids of all servers. */
export function refuseServers(ids: readonly number[], known: ReadonlySet<number>): Refused | undefined {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined)
    return { status: 400, message: `server ${twice} is named twice: name each server once` };
  const unknown = ids.find((id) => !known.has(id));
  return unknown === undefined ? undefined : noServer(unknown);
}

/** Refuses a service that no server would run. */
export const refuseNoServers = (ids: readonly number[]): Refused | undefined =>
  ids.length === 0
    ? conflict('the last server of a gateway cannot be taken away: name one that stays')
    : undefined;

/** The server is a gateway of another service of that kind. */
export const serverTaken = (server: string, kind: 'iSCSI' | 'NFS', id: number): Refused =>
  conflict(
    `${server} is a gateway of ${kind} service ${id}, and can be one of a single service: choose another server`,
  );

/** The server would lose the gateway that a floating address leads to. */
export const serverInGroup = (server: string, group: number): Refused =>
  conflict(`${server} is in HA group ${group} for NFS: take it out of the group first`);

/** The server has other addresses than the one that clients are to connect to. */
export const addressNotConfigured = (server: string, ip: string, present: readonly string[]): Refused => ({
  status: 400,
  message: `${ip} is not configured on ${server}, which has ${present.join(', ')}`,
});
