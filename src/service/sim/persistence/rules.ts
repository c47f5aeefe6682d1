import type { SimCrushRule } from '../crush/rules.ts';
import type { Model } from '../model/model.ts';
import type { Persistence } from './persistence.ts';

const SECTION = 'rules';

export const saveRule = (persistence: Persistence, rule: SimCrushRule): void =>
  persistence.save(SECTION, String(rule.id), rule);

/** Saves a deletion; an initial rule would otherwise be back after a restart. */
export const saveRuleDeletion = (persistence: Persistence, { id }: SimCrushRule): void =>
  persistence.save(SECTION, String(id), null);

/** Applies the saved creations and deletions of rules. */
export function restoreRules({ rules }: Model, persistence: Persistence): void {
  for (const [id, value] of persistence.load(SECTION)) {
    const index = rules.findIndex((rule) => rule.id === Number(id));
    if (index >= 0) rules.splice(index, 1);
    if (value !== null) rules.push(value as SimCrushRule);
  }
  rules.sort((a, b) => a.id - b.id);
}
