import type { Api } from '../../api/client.ts';
import type { ServerNic, ServerReach } from '../../api/contract/extensions/servers.ts';
import type { HaGroup } from '../../api/contract/haGroups.ts';
import { answered, type Answered } from '../../store/answers.ts';

/** A network interface that its server tells of, or that some HA group names. */
export interface Nic extends Answered {
  /** Id of the server that it is in. */
  readonly server: number;
  readonly nic: number;
  /** As the server tells of it; undefined where it does not. */
  readonly told: ServerNic | undefined;
  /** The floating addresses that use it. */
  readonly floating: readonly string[];
}

/** The network interfaces of servers, and those that only HA groups name. */
export function nicsIn(groups: readonly HaGroup[], servers: readonly ServerReach[] = []): readonly Nic[] {
  const found = new Map<string, Nic>();
  const enter = (server: number | undefined, nic: number | undefined, add: (known: Nic) => Nic) => {
    if (server === undefined || nic === undefined) return;
    const key = `${server} ${nic}`;
    found.set(key, add(found.get(key) ?? { server, nic, told: undefined, floating: [], answers: [] }));
  };
  for (const { id, nics = [] } of servers)
    for (const told of nics)
      enter(id, told.id, ({ answers, ...known }) => ({
        ...known,
        told,
        answers: [...answers, answered('listServers', told)],
      }));
  for (const group of groups) {
    const { servers: members = [], virtualIp = '--' } = group;
    for (const { server, nic } of members)
      enter(server, nic, ({ floating, answers, ...known }) => ({
        ...known,
        floating: [...floating, virtualIp],
        answers: [...answers, answered('listHaGroups', group)],
      }));
  }
  return [...found.values()];
}

/** Reads the network interfaces that are known, for choosing one; a service need not tell those of servers. */
export async function readNics(api: Api): Promise<readonly Nic[]> {
  const [groups, servers] = await Promise.all([api.listHaGroups(), api.listServers().catch(() => [])]);
  return nicsIn(groups, servers);
}

/** The words that tell an interface from others of its server. */
export const nicWords = ({ told, floating }: Nic): string =>
  [told?.name ?? '', ...(told?.addresses ?? []), ...floating].filter(Boolean).join(' ');
