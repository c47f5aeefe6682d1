import type { Input } from '../../../api/contract/index.ts';
import type { Section } from '../../engine.ts';
import { refuseRuleDeletion, refuseRuleName, refuseStart } from '../../rules/crush.ts';
import { enforce } from '../../rules/refused.ts';
import type { ChangeRequests } from '../changes/requests.ts';
import type { Ceph } from '../client/ceph.ts';
import { memoizeLast } from '../client/memoizeLast.ts';
import type { Inventory } from '../map/inventory.ts';
import { type OsdMapSummary, readOsdMap } from '../map/osdMap.ts';
import { ERASURE_PLUGIN } from '../pools/commands.ts';
import { crushMap, destroyedOsds } from './read.ts';
import { crushRule, erasureProfiles, readRules, type RuleDump } from './rules.ts';
import { createSsdPrimaryRule } from './ssdPrimary.ts';

/**
 * Ceph creates the rule for an erasure-coded pool from a profile. Before Quincy, the number of chunks in the profile
 * limits the pools that can use the rule, so these values are larger than in any pool.
 */
const WIDEST_PROFILE = [ERASURE_PLUGIN, 'k=24', 'm=8'];

const namesOf = (rules: readonly RuleDump[]): string[] => rules.map(({ rule_name }) => rule_name);

/** A 32-bit float without the digits that it does not have. */
const rounded = (float: number): number => Number(float.toPrecision(6));

/** Reads the map, and creates and deletes the rules for which Ceph has a command. */
export function crushHandlers(ceph: Ceph, inventory: Inventory) {
  const createErasureRule = async (body: Input<'createSimpleCrushRule'>['body']) => {
    const name = `storedeck-rule-${body.name}`;
    const placement = [`crush-root=${body.startBucket}`, `crush-failure-domain=${body.independent}`];
    const deviceClass = body.deviceClass ? [`crush-device-class=${body.deviceClass}`] : [];
    const profile = [...WIDEST_PROFILE, ...placement, ...deviceClass];
    await ceph.write({ prefix: 'osd erasure-code-profile set', name, profile });
    try {
      await ceph.write({ prefix: 'osd crush rule create-erasure', name: body.name, profile: name });
    } finally {
      await ceph.write({ prefix: 'osd erasure-code-profile rm', name });
    }
  };

  const mapOf = memoizeLast((osdMap: OsdMapSummary, ...of: Parameters<typeof crushMap>) => ({
    ...crushMap(...of),
    fillRatios: {
      nearfull: rounded(osdMap.nearfull_ratio),
      backfillfull: rounded(osdMap.backfillfull_ratio),
      full: rounded(osdMap.full_ratio),
    },
  }));
  return {
    async getCrushMap() {
      const parts = [readOsdMap(ceph), inventory.tree(), inventory.usage(), inventory.servers()] as const;
      return mapOf(...(await Promise.all(parts)));
    },
    listDestroyedOsds: async () => destroyedOsds(await inventory.tree()),
    listCrushRules: async () => (await readRules(ceph)).map(crushRule),
    listDeviceClasses: () => ceph.read<string[]>({ prefix: 'osd crush class ls' }),
    getErasureProfiles: async () => erasureProfiles((await readOsdMap(ceph)).erasure_code_profiles),

    async createSimpleCrushRule({ body }) {
      const [tree, rules] = await Promise.all([inventory.tree(), readRules(ceph)]);
      // Ceph reports success for a name that is taken, and changes nothing.
      enforce(refuseRuleName(body.name, namesOf(rules)));
      const bucket = tree.nodes.find(({ name }) => name === body.startBucket);
      // As in Ceph, a class exists once any OSD has it, even if none below this bucket does.
      const classes = tree.nodes.map(({ device_class = '' }) => device_class);
      enforce(refuseStart({ name: body.startBucket, id: bucket?.id, classes }, body.deviceClass));
      if (body.erasureCoding) return createErasureRule(body);
      await ceph.write({
        prefix: 'osd crush rule create-replicated',
        name: body.name,
        root: body.startBucket,
        type: body.independent,
        ...(body.deviceClass ? { class: body.deviceClass } : {}),
      });
    },

    async deleteCrushRule({ params: { name } }) {
      const [rules, pools] = await Promise.all([readRules(ceph), inventory.pools({ fresh: true })]);
      const rule = rules.find(({ rule_name }) => rule_name === name);
      const users = pools.filter(({ crush_rule }) => crush_rule === rule?.rule_id);
      // Ceph reports success for a rule that does not exist.
      const userNames = users.map(({ pool_name }) => pool_name);
      enforce(refuseRuleDeletion(name, namesOf(rules), userNames));
      await ceph.write({ prefix: 'osd crush rule rm', name });
    },
  } satisfies Section;
}

/** Requests changes of the map, which need approval, and creates rules for which Ceph has no command. */
export function crushChangeHandlers(ceph: Ceph, requests: ChangeRequests) {
  return {
    changeCrushMap: ({ body }, { by }) => requests.propose(body, by),
    createSsdPrimaryCrushRule: ({ body }) => createSsdPrimaryRule(ceph, body),
  } satisfies Section;
}
