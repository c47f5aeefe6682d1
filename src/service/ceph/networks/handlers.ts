import type { Section } from '../../engine.ts';
import type { Note } from '../ownLog.ts';
import type { Collection } from '../state/collection.ts';
import { checkedNetwork, requireUnused, type SavedNetwork } from './networks.ts';

interface NetworkParts {
  readonly networks: Collection<SavedNetwork>;
  readonly groups: Parameters<typeof requireUnused>[1];
  readonly note: Note;
}

/** Manages planned networks, against which HA groups are checked; the servers' configuration is not changed. */
export function networkHandlers({ networks, groups, note }: NetworkParts) {
  const name = ({ ip, netmask }: SavedNetwork) => `network ${ip}/${netmask}`;
  return {
    listNetworks: async () => (await networks.entries()).map(([id, network]) => ({ id, ...network })),
    async createNetwork({ body }) {
      const wanted = await checkedNetwork(networks, body);
      const [id, network] = await networks.add(() => wanted);
      note(`${name(network)} created`);
      return { id, ...network };
    },
    async replaceNetwork({ params: { id }, body }) {
      const old = await networks.get(id);
      const wanted = await checkedNetwork(networks, body, id);
      await requireUnused(old, groups, wanted);
      await networks.update(id, () => wanted);
      note(`${name(old)} changed to ${name(wanted)}`);
    },
    async deleteNetwork({ params: { id } }) {
      const old = await networks.get(id);
      await requireUnused(old, groups);
      await networks.remove(id);
      note(`${name(old)} deleted`);
    },
  } satisfies Section;
}
