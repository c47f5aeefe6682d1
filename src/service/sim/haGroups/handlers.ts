import type { Section } from '../../engine.ts';
import { logManagement } from '../log/write.ts';
import type { Site } from '../networks/site.ts';
import { readGroup, toWire } from './read.ts';

export const haGroupHandlers = (site: Site) => {
  const { haGroups, model } = site;
  /** Saves a change and logs it. */
  const note = (id: number, what: string) => {
    site.save();
    logManagement(model, 'notice', `HA group ${id} ${what}`);
  };
  return {
    listHaGroups: () => haGroups.entries().map(([id, group]) => toWire(id, group)),
    createHaGroup({ body }) {
      const group = readGroup(site, body);
      const id = haGroups.add(group);
      note(id, `created: ${group.virtualIp} for ${group.service}`);
    },
    replaceHaGroup({ params: { id }, body }) {
      haGroups.get(id);
      const group = readGroup(site, body, id);
      haGroups.replace(id, group);
      note(id, `changed: ${group.virtualIp} for ${group.service}`);
    },
    deleteHaGroup({ params: { id } }) {
      const { virtualIp } = haGroups.get(id);
      haGroups.remove(id);
      note(id, `deleted: ${virtualIp} is free`);
    },
  } satisfies Section;
};
