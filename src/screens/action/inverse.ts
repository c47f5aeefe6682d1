import type { Field } from '../../store/action/field.ts';
import type { Plan, PlanValues } from '../../store/action/plan.ts';

/** Texts of form fields, by field name. */
export type Texts = Readonly<Record<string, string>>;

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The original texts of all fields that were changed, none if nothing was. Undefined if a changed field was secret or
 * empty and could not be restored; `clears` says that sending an empty field clears it.
 */
export function originalTexts(
  fields: readonly Field[],
  values: PlanValues,
  clears: boolean,
): Texts | undefined {
  const before: Record<string, string> = {};
  for (const { name, initial, secret, read } of fields) {
    const was = read(initial);
    const value = 'value' in was ? was.value : undefined;
    if (same(value, values[name])) continue;
    if (secret || 'problem' in was || (value === undefined && !clears)) return undefined;
    before[name] = initial;
  }
  return before;
}

/** Puts texts into the form of a plan. */
export const prefilled = (plan: Plan, texts: Texts): Plan => ({
  ...plan,
  // Fields may depend on data that is read after the dialog opened.
  get fields() {
    return plan.fields.map((field) => {
      const initial = texts[field.name];
      return initial === undefined ? field : { ...field, initial };
    });
  },
});
