import { parseIp, sameIp } from '../values/ip.ts';
import { firstDuplicate } from './firstDuplicate.ts';
import { badRequest, conflict, notFound, type Refused } from './refused.ts';

/** Refusal: no server has this id or name. */
export const noServer = (id: number | string): Refused =>
  notFound(`there is no server ${id}: list the servers to see which exist`);

/** Refuses servers that are named twice or do not exist. `known` are the ids of all servers. */
export function refuseServers(ids: readonly number[], known: ReadonlySet<number>): Refused | undefined {
  const twice = firstDuplicate(ids);
  if (twice !== undefined) return badRequest(`server ${twice} is listed twice: list each server once`);
  const unknown = ids.find((id) => !known.has(id));
  return unknown === undefined ? undefined : noServer(unknown);
}

/** Refuses an address that `holder`, an interface or a server, does not have. `own` are the addresses that it has. */
export function refuseForeignAddress(
  holder: string,
  text: string,
  own: readonly string[],
): Refused | undefined {
  const wanted = parseIp(text);
  const isOwn = own.some((address) => {
    const ip = parseIp(address);
    return ip !== undefined && wanted !== undefined && sameIp(ip, wanted);
  });
  return isOwn
    ? undefined
    : badRequest(`${text} is not configured on ${holder}, which has ${own.join(', ')}`);
}

/** Refusal: maintenance mode needs an orchestrator that manages the server. */
export const noOrchestrator = (hostname: string): Refused =>
  conflict(
    `no orchestrator manages ${hostname} (\`ceph orch host ls\`), so it has no maintenance mode: set the flag noout and stop its daemons there`,
  );
