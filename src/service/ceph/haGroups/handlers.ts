import { PRIORITY } from '../../../lib/priority.ts';
import type { Section } from '../../engine.ts';
import type { Note } from '../ownLog.ts';
import { readGroup, type HaGroupSources, type SavedGroup } from './read.ts';

interface HaGroupParts extends HaGroupSources {
  readonly note: Note;
}

/** Checks and saves HA groups. It does not move addresses: that needs keepalived, which the operator has to set up. */
export function haGroupHandlers(parts: HaGroupParts) {
  const { groups, note } = parts;
  const noteChange = (id: number, what: string, { virtualIp }: SavedGroup) => {
    note(`HA group ${id} ${what}: ${virtualIp}`, PRIORITY.notice, 'hagroup');
    note(
      `HA group ${id} is only stored: nothing on its servers assigns or moves ${virtualIp} yet; set up keepalived there`,
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
