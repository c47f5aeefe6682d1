import type { ServerReach } from '../../../api/contract/extensions/servers.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Section } from '../../engine.ts';
import { refuseNicDeletion } from '../../rules/networks.ts';
import { refusal } from '../../rules/refused.ts';
import { noServer } from '../../rules/servers.ts';
import { serverNames } from '../servers.ts';
import type { Hands } from './hands.ts';
import { lately } from './lately.ts';
import { readNics } from './nics.ts';

interface ServerParts {
  readonly node: { servers(): Promise<ReadonlyMap<string, number>> };
  readonly hands: Hands;
  readonly clock: Clock;
}

/** Facts of the servers by the hands on them. */
export function serverHandlers({ node, hands, clock }: ServerParts) {
  const nicsOn = lately(hands, clock, readNics);
  return {
    async listServers(): Promise<ServerReach[]> {
      const servers = await node.servers();
      const told = await nicsOn(servers.keys());
      return serverNames(servers).map(({ hostname = '', ...name }) => {
        const unreached = hands.unreached(hostname);
        const nics = told.get(hostname);
        return {
          hostname,
          ...name,
          hand: hands.find(hostname)?.kind ?? 'none',
          ...(unreached !== undefined && { unreached }),
          ...(nics && { nics: [...nics.value], nicsAge: nics.age }),
        };
      });
    },
    /** Servers tell the interfaces that they have, so that there is nothing to delete but what is gone. */
    async deleteServerNic({ params: { id, nicId } }): Promise<never> {
      const host = [...(await node.servers())].find(([, server]) => server === id)?.[0];
      if (host === undefined) throw refusal(noServer(id));
      throw refusal(refuseNicDeletion(host, nicId, await readNics(hands.on(host))));
    },
  } satisfies Section;
}
