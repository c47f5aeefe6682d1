import type { Field } from '../../store/action/field.ts';
import type { Plan } from '../../store/action/plan.ts';

type Values = Readonly<Record<string, unknown>>;

/** The first texts of a form's fields, by their names. */
export type Texts = Readonly<Record<string, string>>;

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The texts of the fields whose values are others now: the state before, where the form began with it. Nothing where
 * nothing differs, or where a field was empty that an empty field would not bring back; `clears` says that it would.
 */
export function textsBefore(fields: readonly Field[], values: Values, clears: boolean): Texts | undefined {
  const before: Record<string, string> = {};
  for (const { name, initial, secret, read } of fields) {
    const was = read(initial);
    const value = 'value' in was ? was.value : undefined;
    if (same(value, values[name])) continue;
    if (secret || 'problem' in was || (value === undefined && !clears)) return undefined;
    before[name] = initial;
  }
  return Object.keys(before).length > 0 ? before : undefined;
}

/** The plan with these texts in its form. */
export const prefilled = (plan: Plan, texts: Texts): Plan => ({
  ...plan,
  // The fields of a form may rest on what is read after the dialog opened.
  get fields() {
    return plan.fields.map((field) => {
      const initial = texts[field.name];
      return initial === undefined ? field : { ...field, initial };
    });
  },
});
