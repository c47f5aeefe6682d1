import type { SimCrushRule } from '../crush/rules.ts';
import type { Model } from '../model.ts';
import type { Keep } from './keep.ts';

const SECTION = 'rules';

export const saveRule = (keep: Keep, rule: SimCrushRule): void => keep.save(SECTION, String(rule.id), rule);

/** Without it, a rule that was there from the beginning would be there again. */
export const saveRuleDeletion = (keep: Keep, { id }: SimCrushRule): void =>
  keep.save(SECTION, String(id), null);

/** Brings back the rules of earlier runs, and takes away those that were deleted. */
export function restoreRules({ rules }: Model, keep: Keep): void {
  for (const [id, value] of keep.load(SECTION)) {
    const index = rules.findIndex((rule) => rule.id === Number(id));
    if (index >= 0) rules.splice(index, 1);
    if (value !== null) rules.push(value as SimCrushRule);
  }
  rules.sort((a, b) => a.id - b.id);
}
