import type { Section } from '../../engine.ts';
import type { ManagementNode } from '../management.ts';
import type { KeptNetwork } from '../networks/networks.ts';
import { PRIORITY, type Note } from '../ownLog.ts';
import type { Collection } from '../state/collection.ts';
import { readGroup, type SavedGroup } from './read.ts';

interface HaGroupParts {
  readonly groups: Collection<SavedGroup>;
  readonly networks: Collection<KeptNetwork>;
  readonly node: ManagementNode;
  readonly note: Note;
}

/** HA groups are only checked and saved: moving an address takes keepalived on the servers, which this service does not set up. */
export function haGroupHandlers(parts: HaGroupParts) {
  const { groups, note } = parts;
  const noteChange = (id: number, what: string, { virtualIp }: SavedGroup) => {
    note(`HA group ${id} ${what}: ${virtualIp}`, PRIORITY.notice, 'hagroup');
    note(
      `HA group ${id} is a plan only: nothing on its servers brings ${virtualIp} up or moves it; set keepalived up there`,
      PRIORITY.warning,
      'hagroup',
    );
  };
  return {
    listHaGroups: async () => (await groups.entries()).map(([id, group]) => ({ id, ...group })),
    async createHaGroup({ body }) {
      const wanted = await readGroup(parts, body);
      const [id] = await groups.add(() => wanted);
      noteChange(id, 'created', wanted);
    },
    async replaceHaGroup({ params: { id }, body }) {
      await groups.get(id);
      const wanted = await readGroup(parts, body, id);
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
