import type { ServerReach } from '../../../api/contract/extensions/servers.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Section } from '../../engine.ts';
import { refuseNicDeletion } from '../../rules/networks.ts';
import { refusal } from '../../rules/refused.ts';
import { noServer } from '../../rules/servers.ts';
import { daemonsInWords } from '../orchestrator/read.ts';
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
  /** The hand on a server, and what an orchestrator tells of it. */
  const reachOf = async (host: string): Promise<ServerReach> => {
    const there = await hands.orchestrated(host);
    const unreached = there ? there.away : hands.unreached(host);
    return {
      hand: there ? 'orchestrator' : (hands.find(host)?.kind ?? 'none'),
      ...(unreached !== undefined && { unreached }),
      ...(there && {
        maintenance: there.inMaintenance,
        labels: [...there.labels],
        daemons: daemonsInWords(there.daemons),
      }),
    };
  };
  return {
    async listServers(): Promise<ServerReach[]> {
      const servers = await node.servers();
      const told = await nicsOn(servers.keys());
      return Promise.all(
        serverNames(servers).map(async ({ hostname = '', ...name }) => {
          const nics = told.get(hostname);
          return {
            hostname,
            ...name,
            ...(await reachOf(hostname)),
            ...(nics && { nics: [...nics.value], nicsAge: nics.age }),
          };
        }),
      );
    },
    /** Servers tell the interfaces that they have, so that there is nothing to delete but what is gone. */
    async deleteServerNic({ params: { id, nicId } }): Promise<never> {
      const host = [...(await node.servers())].find(([, server]) => server === id)?.[0];
      if (host === undefined) throw refusal(noServer(id));
      throw refusal(refuseNicDeletion(host, nicId, await readNics(hands.on(host))));
    },
  } satisfies Section;
}
