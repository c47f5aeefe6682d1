import type { Section } from '../../engine.ts';
import { refuseNicDeletion } from '../../rules/networks.ts';
import { refusal } from '../../rules/refused.ts';
import type { Model } from '../model/model.ts';
import { hostAnswers } from '../model/topology.ts';
import { nicsOf, serverOrRefuse } from '../networks/servers.ts';

/** Lists servers with their network interfaces. */
export const serverHandlers = ({ model }: { readonly model: Model }) =>
  ({
    listServers: () =>
      model.hosts.map((host) => ({
        id: host.id,
        hostname: host.name,
        ...(hostAnswers(host) && { nics: nicsOf(host), nicsAge: 0 }),
      })),
    /**
     * Always refuses: servers report the interfaces that they have, so only a missing one could be deleted, and the
     * simulation has none.
     */
    deleteServerNic({ params: { id, nicId } }): never {
      const host = serverOrRefuse(model, id);
      throw refusal(refuseNicDeletion(host.name, nicId, nicsOf(host)));
    },
  }) satisfies Section;
