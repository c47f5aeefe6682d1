import type { SimCrushRule } from '../crush/rules.ts';
import type { Model } from '../model.ts';
import type { Keep } from './keep.ts';

const SECTION = 'rules';

export const saveRule = (keep: Keep, rule: SimCrushRule): void => keep.save(SECTION, String(rule.id), rule);

/** Saves a deletion; an initial rule would otherwise be back after a restart. */
export const saveRuleDeletion = (keep: Keep, { id }: SimCrushRule): void =>
  keep.save(SECTION, String(id), null);

/** Applies the saved creations and deletions of rules. */
export function restoreRules({ rules }: Model, keep: Keep): void {
  for (const [id, value] of keep.load(SECTION)) {
    const index = rules.findIndex((rule) => rule.id === Number(id));
    if (index >= 0) rules.splice(index, 1);
    if (value !== null) rules.push(value as SimCrushRule);
  }
  rules.sort((a, b) => a.id - b.id);
}
