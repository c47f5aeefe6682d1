import type { Section } from '../../engine.ts';
import type { ManagementNode } from '../management.ts';
import { checkedGroup, type KeptGroup } from './read.ts';
import type { KeptNetwork } from '../networks/networks.ts';
import { PRIORITY, type Note } from '../ownLog.ts';
import type { Collection } from '../state/collection.ts';

interface Surroundings {
  readonly groups: Collection<KeptGroup>;
  readonly networks: Collection<KeptNetwork>;
  readonly node: ManagementNode;
  readonly note: Note;
}

/** HA groups are kept and checked here. That an address moves takes keepalived on the servers, which no agent sets up. */
export function haGroupHandlers(surroundings: Surroundings) {
  const { groups, note } = surroundings;
  const noteChange = (id: number, what: string, { virtualIp }: KeptGroup) => {
    note(`HA group ${id} ${what}: ${virtualIp}`, PRIORITY.notice, 'hagroup');
    note(
      `HA group ${id} is a plan only: no agent on its servers brings ${virtualIp} up or moves it; set keepalived up there`,
      PRIORITY.warning,
      'hagroup',
    );
  };
  return {
    listHaGroups: async () => (await groups.entries()).map(([id, group]) => ({ id, ...group })),
    async createHaGroup({ body }) {
      const wanted = await checkedGroup(surroundings, body);
      const [id] = await groups.add(() => wanted);
      noteChange(id, 'created', wanted);
    },
    async replaceHaGroup({ params: { id }, body }) {
      await groups.get(id);
      const wanted = await checkedGroup(surroundings, body, id);
      await groups.update(id, () => wanted);
      noteChange(id, 'changed', wanted);
    },
    async deleteHaGroup({ params: { id } }) {
      const { virtualIp } = await groups.get(id);
      await groups.remove(id);
      note(`HA group ${id} deleted: ${virtualIp} is free`, PRIORITY.notice, 'hagroup');
    },
  } satisfies Section;
}
