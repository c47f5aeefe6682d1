import { contract, type OperationId, type Output } from '../../api/contract/index.ts';
import { ApiError } from '../../api/failure.ts';
import type { Operation, Tier, Upload } from '../../api/operation.ts';
import type { RawInput } from '../../api/transport.ts';
import { messageOf } from '../../lib/thrown.ts';
import { orEmpty } from '../../lib/untyped.ts';
import type { Field } from '../../store/action/field.ts';
import { labelOf } from '../../store/action/formCheck.ts';
import {
  type CallExecution,
  type Inverse,
  NO_CHANGE,
  type Plan,
  type PlanValues,
} from '../../store/action/plan.ts';
import type { PreflightCheck } from '../../store/answers/preflight.ts';
import type { Resource } from '../../store/cache/resource.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { withChoices } from '../choices/index.ts';
import { fieldsOf, filledIn, inputOf, INPUT_PARTS } from '../fields/fields.ts';
import type { FieldName, FormValues, GivenInput } from './formValues.ts';
import { type Texts, originalTexts } from './inverse.ts';

/** Changes to a form field that was derived from the contract. */
export type FieldChange = Partial<
  Pick<Field, 'label' | 'hint' | 'initial' | 'required' | 'many' | 'choices' | 'words' | 'read'>
>;

/** Changes to form fields, by field name. */
export type FieldChanges<Id extends OperationId> = {
  readonly [Name in FieldName<Id>]?: FieldChange;
};

/** A call of an operation, as a screen proposes it. Fields that `input` lacks are asked for in a form made from the contract. */
export interface Call<Id extends OperationId> {
  readonly operation: Id;
  /** Verb and object: "Delete image disk-1". */
  readonly title: string;
  /** The name of the target; the operator types it to confirm a destructive call. */
  readonly target: string;
  /** The target, if it depends on the values of the form. */
  readonly targetOf?: (values: FormValues<Id>) => string;
  readonly tierOf?: (values: FormValues<Id>) => Tier;
  /** Values that are given and not asked for. */
  readonly input?: GivenInput<Id>;
  /** Names of the fields to ask for (`body.size`), in this order; by default all that `input` lacks. */
  readonly ask?: readonly FieldName<Id>[];
  /** Changes to the fields that were derived from the contract. */
  readonly fields?: FieldChanges<Id>;
  /** Changes that depend on data that is read after the dialog opened, together with the checks. */
  readonly freshFields?: () => FieldChanges<Id>;
  /** The effect on the cluster, in a sentence; by default the contract's summary. */
  readonly effect?: string;
  readonly undo: string;
  /** The original texts of fields whose initial texts are suggestions. */
  readonly state?: Texts;
  /** The plan that undoes the call; `before` has the original texts of the changed fields, if they are known. */
  readonly inverse?: (values: FormValues<Id>, before: Texts | undefined) => Inverse;
  readonly cli?: (values: FormValues<Id>) => string;
  readonly checks?: (values: FormValues<Id>) => readonly PreflightCheck[];
  /** Set if the checks look at the screen's current data rather than at that from when the dialog opened. */
  readonly checksCurrentRow?: boolean;
  /** The deck's resources that the checks need. */
  readonly needs?: readonly Resource[];
  readonly refreshes?: readonly Resource[];
  /** Changes the input before it is sent, if it differs from the values of the form. */
  readonly finish?: (input: RawInput, values: FormValues<Id>) => RawInput;
  readonly show?: (reply: Output<Id>, values: FormValues<Id>) => void;
  readonly stillThere?: () => boolean;
}

/** A call without its operation, which is given separately. */
export type CallOf<Id extends OperationId> = Omit<Call<Id>, 'operation'>;

const CONSENT = 'body.thisWillDeleteData';

const NAMELESS = 'The service does not report the name or number that the request needs.';
/** True if a part of the request's path is given, but missing: the service has not reported it. */
const isNameless = ({ params }: RawInput): boolean =>
  Object.values(orEmpty(params)).some((value) => value === undefined || value === '' || Number.isNaN(value));

/** True if the input has a value for a field. */
function isGiven(input: RawInput, name: string): boolean {
  const [part = '', key] = name.split('.', 2);
  const given = input[part as keyof RawInput];
  return key === undefined ? given !== undefined : Object.hasOwn(orEmpty(given), key);
}

function merged(asked: RawInput, given: RawInput): RawInput {
  const parts = INPUT_PARTS.flatMap((part) => {
    const [own, more] = [asked[part], given[part]];
    if (own === undefined && more === undefined) return [];
    if (Array.isArray(more) || Array.isArray(own)) return [[part, more ?? own] as const];
    return [[part, { ...orEmpty(own), ...orEmpty(more) }] as const];
  });
  return Object.fromEntries(parts);
}

/** Makes a field for a local file check at once that the file exists. */
export function withFile(cockpit: Known, field: Field): Field {
  if (!field.upload) return field;
  return {
    ...field,
    path: 'local',
    read: (text) =>
      cockpit.local.isFile(text)
        ? { value: text }
        : { problem: text === '' ? 'Name a local file.' : `There is no file ${text}.` },
  };
}

/** Reads a local file for sending. @throws ApiError if it cannot be read */
export function localUpload({ local }: Known, path: string): Required<Upload> {
  try {
    return local.read(path);
  } catch (error) {
    const message = `${path} cannot be read: ${messageOf(error)}`;
    throw new ApiError({ kind: 'refused', message }, { cause: error });
  }
}

/** Replaces the names of local files in an input by their content, and adds the size if the form has a field for it. */
export function withContent(cockpit: Known, operation: Operation, input: RawInput): RawInput {
  const known = Object.entries<{ 'x-upload'?: boolean }>(operation.form?.properties ?? {});
  const uploads = known.filter(([, schema]) => schema['x-upload']).map(([name]) => name);
  if (uploads.length === 0) return input;
  const form = { ...input.form };
  for (const name of uploads) {
    const file = localUpload(cockpit, String(form[name]));
    form[name] = file;
    // A service that knows the size does not have to hold the file in memory.
    if (known.some(([other]) => other === 'size')) form['size'] ??= file.size;
  }
  return { ...input, form };
}

/** Applies a form's changes to a field; they can also make it required. */
const withChange = (field: Field, change: FieldChange = {}): Field => ({
  ...field,
  label: labelOf(field.name),
  ...(change.required && { read: filledIn(field.read) }),
  ...change,
});

/** The form fields of a call. */
function fieldsFor<Id extends OperationId>(
  cockpit: Known & Shown,
  { operation, input = {}, ask, fields, freshFields }: Call<Id>,
): Field[] {
  const changes: Readonly<Record<string, FieldChange | undefined>> = { ...fields, ...freshFields?.() };
  const own = fieldsOf(contract[operation] as Operation)
    .filter(({ name }) => name !== CONSENT && !isGiven(input, name))
    .map((field) => withChoices(cockpit, withFile(cockpit, withChange(field, changes[field.name])), input));
  if (!ask) return own;
  return ask.flatMap((name) => own.filter((field) => field.name === name));
}

/** The plan of a single call. */
export type CallPlan = Plan & { readonly execution: CallExecution };

/** Makes the plan of a call: its form, the confirmation that the operation's tier asks for, and the resources to refresh. */
export function callPlan<Id extends OperationId>(
  cockpit: Known & Shown,
  call: { readonly operation: Id } & CallOf<NoInfer<Id>>,
): CallPlan {
  const operation: Operation = contract[call.operation];
  const { target, input: given = {}, finish = (input) => input } = call;
  // The dialog gathers values for fields that are derived from this operation's contract.
  const typed = (values: PlanValues) => values as FormValues<Id>;
  const consents = fieldsOf(operation).some(({ name }) => name === CONSENT);
  const input = (values: PlanValues): RawInput => {
    const consent = { body: { thisWillDeleteData: cockpit.context.deletePhrase || target } };
    const all = merged(inputOf(operation, values), given);
    return finish(consents ? merged(all, consent) : all, typed(values));
  };
  let fixed: Field[] | undefined;
  return {
    title: call.title,
    ...(isNameless(given) && { nameless: NAMELESS }),
    target,
    ...(call.targetOf && { targetOf: (values: PlanValues) => call.targetOf!(typed(values)) }),
    execution: {
      kind: 'call',
      operation: call.operation,
      input: (values) => withContent(cockpit, operation, input(values)),
      preview: input,
    },
    tier: operation.tier,
    ...(call.tierOf && { tierOf: (values: PlanValues) => call.tierOf!(typed(values)) }),
    get fields() {
      return call.freshFields ? fieldsFor(cockpit, call) : (fixed ??= fieldsFor(cockpit, call));
    },
    ...(call.state && { state: call.state }),
    effect: call.effect ?? operation.summary,
    undo: call.undo,
    ...(call.inverse && {
      inverse: (values: PlanValues) => {
        const asked = fieldsFor(cockpit, call);
        const before = originalTexts(asked, values, operation.method === 'PUT');
        const texts = before && { ...before, ...call.state };
        const updates = operation.method === 'PUT' || operation.method === 'PATCH';
        const isSame = texts !== undefined && Object.keys(texts).length === 0;
        return updates && asked.length > 0 && isSame ? NO_CHANGE : call.inverse?.(typed(values), texts);
      },
    }),
    ...(call.cli && { cli: (values: PlanValues) => call.cli!(typed(values)) }),
    checks: (values) => call.checks?.(typed(values)) ?? [],
    ...(call.checksCurrentRow && { checksCurrentRow: call.checksCurrentRow }),
    needs: call.needs ?? [],
    refreshes: call.refreshes ?? [resources.status, resources.tasks],
    ...(call.show && {
      show: (reply: unknown, values: PlanValues) => call.show!(reply as Output<Id>, typed(values)),
    }),
    ...(call.stillThere && { stillThere: call.stillThere }),
  };
}
