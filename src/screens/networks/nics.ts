import type { HaGroup } from '../../api/contract/haGroups.ts';
import { answered, type Answered } from '../../store/answers.ts';

/** A network interface that some HA group names: the interface of the service lists no others. */
export interface Nic extends Answered {
  /** Id of the server that it is in. */
  readonly server: number;
  readonly nic: number;
  /** The floating addresses that use it. */
  readonly addresses: readonly string[];
}

/** The network interfaces that HA groups use. */
export function nicsIn(groups: readonly HaGroup[]): readonly Nic[] {
  const found = new Map<string, Nic>();
  for (const group of groups) {
    const { servers = [], virtualIp = '--' } = group;
    for (const { server, nic } of servers) {
      if (server === undefined || nic === undefined) continue;
      const key = `${server} ${nic}`;
      const { addresses = [], answers = [] } = found.get(key) ?? {};
      found.set(key, {
        server,
        nic,
        addresses: [...addresses, virtualIp],
        answers: [...answers, answered('listHaGroups', group)],
      });
    }
  }
  return [...found.values()];
}
