import { DEVICE_CLASSES } from '../../../api/contract/disks.ts';
import type { Section } from '../../engine.ts';
import type { Sim } from '../handlers/section.ts';
import { logManagement } from '../log/write.ts';
import { saveRule, saveRuleDeletion } from '../persistence/rules.ts';
import { erasureProfiles, toCrushMap, toRule } from './read.ts';
import type { SimCrushRule } from './rules.ts';
import { simpleRule, ssdPrimaryRule, unusedRule } from './write.ts';

export const crushHandlers = ({ model, persistence, changes }: Sim) => {
  const addRule = (rule: SimCrushRule) => {
    model.rules.push(rule);
    model.rules.sort((a, b) => a.id - b.id);
    model.epoch++;
    saveRule(persistence, rule);
    logManagement(model, 'notice', `CRUSH rule ${rule.name} created`);
  };
  return {
    listDeviceClasses: () =>
      DEVICE_CLASSES.filter((name) => model.osds.some((osd) => osd.deviceClass === name)),
    getErasureProfiles: () => erasureProfiles(model),
    listDestroyedOsds: () => ({
      destroyedOsds: model.osds
        .filter(({ destroyed }) => destroyed)
        .map(({ id, host }) => ({ id, host: host.name })),
    }),
    getCrushMap: () => toCrushMap(model),
    listCrushRules: () => model.rules.map((rule) => toRule(rule, model.crush)),
    createSimpleCrushRule: ({ body }) => addRule(simpleRule(model, body)),
    createSsdPrimaryCrushRule: ({ body }) => addRule(ssdPrimaryRule(model, body)),
    deleteCrushRule({ params: { name } }) {
      const rule = unusedRule(model, name);
      model.rules.splice(model.rules.indexOf(rule), 1);
      model.epoch++;
      saveRuleDeletion(persistence, rule);
      logManagement(model, 'notice', `CRUSH rule ${name} deleted`);
    },
    changeCrushMap: ({ body }, { by }) => changes.propose(body, by),
  } satisfies Section;
};
