import type { Api } from '../../api/client.ts';
import type { ServerNic, ServerReach } from '../../api/contract/extensions/servers.ts';
import type { HaGroup } from '../../api/contract/haGroups.ts';
import { answered, type Answered } from '../../store/answers/rowAnswers.ts';

/** A network interface that its server reports or an HA group names. */
export interface Nic extends Answered {
  /** Id of its server. */
  readonly server: number;
  readonly nic: number;
  /** The server's report; undefined if there is none. */
  readonly reported: ServerNic | undefined;
  /** The floating addresses that use it. */
  readonly floating: readonly string[];
}

/** The network interfaces of servers, including those that only HA groups name. */
export function nicsIn(groups: readonly HaGroup[], servers: readonly ServerReach[] = []): readonly Nic[] {
  const found = new Map<string, Nic>();
  const enter = (server: number | undefined, nic: number | undefined, add: (known: Nic) => Nic) => {
    if (server === undefined || nic === undefined) return;
    const key = `${server} ${nic}`;
    found.set(key, add(found.get(key) ?? { server, nic, reported: undefined, floating: [], answers: [] }));
  };
  for (const { id, nics = [] } of servers)
    for (const reported of nics)
      enter(id, reported.id, ({ answers, ...known }) => ({
        ...known,
        reported,
        answers: [...answers, answered('listServers', reported)],
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

/** Reads all known network interfaces, for choosing one; those of servers are optional. */
export async function readNics(api: Api): Promise<readonly Nic[]> {
  const [groups, servers] = await Promise.all([api.listHaGroups(), api.listServers().catch(() => [])]);
  return nicsIn(groups, servers);
}

/** Words that distinguish an interface from the others of its server. */
export const nicWords = ({ reported, floating }: Nic): string =>
  [reported?.name ?? '', ...(reported?.addresses ?? []), ...floating].filter(Boolean).join(' ');
