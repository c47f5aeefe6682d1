import { conflict, type Refused } from './refused.ts';

/** Refuses a gateway service without servers. */
export const refuseNoServers = (ids: readonly number[]): Refused | undefined =>
  ids.length === 0
    ? conflict('the last server of a gateway cannot be taken away: name one that stays')
    : undefined;

/** Refusal: the server is a gateway of another service of this kind. */
export const serverTaken = (server: string, kind: 'iSCSI' | 'NFS', id: number): Refused =>
  conflict(
    `${server} is a gateway of ${kind} service ${id}, and can be one of a single service: choose another server`,
  );

/** Refusal: the server needs its gateway, because a floating address leads to it. */
export const serverInGroup = (server: string, group: number): Refused =>
  conflict(`${server} is in HA group ${group} for NFS: take it out of the group first`);

/** Refusal: a change was saved, but the gateway does not serve it yet. `problems` say why. */
export const notServedYet = (server: string, problems: readonly string[]): Refused => ({
  status: 503,
  message: `noted, but the gateway on ${server} does not serve it yet and goes on trying: ${problems.join('; ')}`,
});
