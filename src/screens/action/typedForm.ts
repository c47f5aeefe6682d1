import type { InputOf, Operation } from '../../api/operation.ts';
import type { Field } from '../../store/action/field.ts';
import type { PlanValues } from '../../store/action/plan.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { withChoices } from '../choices/index.ts';
import { fieldsOf } from '../fields/fields.ts';
import type { ValuesOf } from './formValues.ts';

/** The fields of a form, and the values that a dialog gathers with them, by their types. */
export interface TypedForm<Values> {
  readonly fields: readonly Field[];
  /** The values of a completed form. */
  readonly valuesOf: (values: PlanValues) => Values;
}

/** The form that is derived from the schemas of an operation. */
export const formOf = <const O extends Operation>(operation: O): TypedForm<ValuesOf<InputOf<O>>> => ({
  fields: fieldsOf(operation),
  valuesOf: (values) => values as ValuesOf<InputOf<O>>,
});

type OwnFields = Readonly<Record<string, Partial<Field> & Pick<Field, 'read'>>>;
type OwnValues<Fields extends OwnFields> = {
  readonly [Name in keyof Fields]: Extract<ReturnType<Fields[Name]['read']>, { value: unknown }>['value'];
};

/** A form of fields that no schema describes, by name: each value has the type that its field reads. */
export const ownForm = <Fields extends OwnFields>(
  cockpit: Known & Shown,
  fields: Fields,
): TypedForm<OwnValues<Fields>> => ({
  fields: Object.entries(fields).map(([name, field]) =>
    withChoices(cockpit, { name, label: name, hint: '', initial: '', required: true, ...field }),
  ),
  valuesOf: (values) => values as OwnValues<Fields>,
});
