import type { ServerReach } from '../../../api/contract/extensions/servers.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Section } from '../../engine.ts';
import { refuseNicDeletion } from '../../rules/networks.ts';
import { refusal } from '../../rules/refused.ts';
import { latestAnswers } from '../access/latestAnswers.ts';
import { readNics } from '../access/nics.ts';
import type { ServerAccess } from '../access/serverAccess.ts';
import { serverNamed, serverNames } from '../map/servers.ts';
import { daemonsInWords } from '../orchestrator/read.ts';
import { hasMaintenanceMode } from '../orchestrator/rook.ts';

interface ServerParts {
  readonly node: { servers(): Promise<ReadonlyMap<string, number>> };
  readonly access: ServerAccess;
  readonly clock: Clock;
}

/** Lists servers, with their network interfaces and the ways in which this service can act on them. */
export function serverHandlers({ node, access, clock }: ServerParts) {
  const nicsOn = latestAnswers(access, clock, readNics);
  /** The way to act on a server, and the orchestrator's facts about it. */
  const reachOf = async (host: string): Promise<ServerReach> => {
    const managed = await access.orchestrated(host);
    const unreached = managed ? managed.unavailable : access.unreached(host);
    return {
      access: managed ? 'orchestrator' : (access.find(host)?.kind ?? 'none'),
      ...(unreached !== undefined && { unreached }),
      ...(managed && {
        ...(hasMaintenanceMode(managed) &&
          managed.inMaintenance !== undefined && { maintenance: managed.inMaintenance }),
        labels: [...managed.labels],
        daemons: daemonsInWords(managed),
      }),
    };
  };
  return {
    async listServers(): Promise<ServerReach[]> {
      const servers = await node.servers();
      const nicsByHost = await nicsOn(servers.keys());
      return Promise.all(
        serverNames(servers).map(async ({ hostname = '', ...name }) => {
          const nics = nicsByHost.get(hostname);
          return {
            hostname,
            ...name,
            ...(await reachOf(hostname)),
            ...(nics && { nics: [...nics.value], nicsAge: nics.age }),
          };
        }),
      );
    },
    /** Always refuses: the list is read from the servers, so an interface disappears once its server lacks it. */
    async deleteServerNic({ params: { id, nicId } }): Promise<never> {
      const host = serverNamed(await node.servers(), id);
      throw refusal(refuseNicDeletion(host, nicId, await readNics(access.on(host))));
    },
  } satisfies Section;
}
