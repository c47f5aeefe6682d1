import { conflict, type Refused } from './refused.ts';

/** Refuses a gateway service without servers. */
export const refuseNoServers = (ids: readonly number[]): Refused | undefined =>
  ids.length === 0 ? conflict('a gateway needs at least one server: keep one') : undefined;

/** Refusal: the server is a gateway of another service of this kind. */
export const serverTaken = (server: string, kind: 'iSCSI' | 'NFS', id: number): Refused =>
  conflict(`${server} is already a gateway of ${kind} service ${id}: choose another server`);

/** Refusal: the server needs its gateway, because a floating address leads to it. */
export const serverInGroup = (server: string, group: number): Refused =>
  conflict(`${server} is in HA group ${group} for NFS: remove it from the group first`);

/**
 * Refusal: a change was saved, but is not served yet. `problems` say why.
 * @param by who is to serve it, such as `the gateway on node1`
 */
export const notServedYet = (by: string, problems: readonly string[]): Refused => ({
  status: 503,
  message: `saved, but ${by} does not serve it yet, and this service keeps trying: ${problems.join('; ')}`,
});
