import { lowestFree } from '../../lowestFree.ts';
import type { SimCrushRule } from '../crush/rules.ts';
import { logManagement } from '../log/write.ts';
import { newPool } from '../pools/checks.ts';
import { addPool, removePool } from '../pools/write.ts';
import type { InjectFault } from './pick.ts';

/** The coding chunks of the pool: one failure domain more than its rule finds. */
const CODING = 2;

/** An erasure-coded pool needs one server more than there are in the rack to which its rule is limited. */
export const ruleUnsatisfied: InjectFault = ({ model }, dice) => {
  const rack = dice.pick([...model.crush.values()].filter(({ type }) => type === 'rack'));
  const rule: SimCrushRule = {
    id: lowestFree(new Set(model.rules.map(({ id }) => id))),
    name: `archive_${rack.name}`,
    erasure: true,
    takes: [{ root: rack.id, failureDomain: 'host', count: 0 }],
  };
  model.rules.push(rule);
  const dataShards = Math.max(2, rack.buckets.length + 1 - CODING);
  const pool = addPool(model, {
    ...newPool(model, { name: `archive-${dice.hex(4)}`, pgNum: 16 }),
    rule,
    dataShards,
    size: dataShards + CODING,
    minSize: dataShards + 1,
  });
  logManagement(model, 'notice', `pool ${pool.name} created by operator`);
  return {
    objects: [pool.name, rule.name],
    summary: `the rule of ${pool.name} finds fewer hosts than the pool has chunks`,
    heal() {
      removePool(model, pool);
      model.rules.splice(model.rules.indexOf(rule), 1);
    },
  };
};
