import { contract, type OperationId, type Output } from '../../api/contract/index.ts';
import { ApiError } from '../../api/failure.ts';
import type { Operation, Tier, Upload } from '../../api/operation.ts';
import type { RawInput } from '../../api/transport.ts';
import { messageOf } from '../../lib/thrown.ts';
import type { Field } from '../../store/action/field.ts';
import { labelOf } from '../../store/action/formCheck.ts';
import type { CallExecution, Plan } from '../../store/action/plan.ts';
import type { Resource } from '../../store/cache/resource.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import type { PreflightCheck } from '../../store/facts/preflight.ts';
import { withChoices } from '../choices/index.ts';
import { fieldsOf, filledIn, inputOf } from './fields.ts';
import type { FieldName, FormValues, GivenInput } from './formValues.ts';
import { type Texts, textsBefore } from './inverse.ts';

type Values = Readonly<Record<string, unknown>>;

/** The words of a form on a field, in the place of what derives from the contract. */
export type FieldChange = Partial<
  Pick<Field, 'label' | 'hint' | 'initial' | 'required' | 'many' | 'choices' | 'read'>
>;

/** By the fields' names: their labels, hints, what stands in them at first, what there is to choose, how they are read. */
export type FieldChanges<Id extends OperationId> = {
  readonly [Name in FieldName<Id>]?: FieldChange;
};

/** A call of an operation as a screen proposes it. What `input` does not give is asked for in a form made from the contract. */
export interface Call<Id extends OperationId> {
  readonly operation: Id;
  /** Verb and object: "Delete image disk-1". */
  readonly title: string;
  /** The target; its name is typed before it is destroyed. */
  readonly target: string;
  /** The same where it depends on what the form gathered. */
  readonly targetOf?: (values: FormValues<Id>) => string;
  readonly tierOf?: (values: FormValues<Id>) => Tier;
  /** Values that are known already and not asked for. */
  readonly input?: GivenInput<Id>;
  /** Names of the fields to ask for (`body.size`), in this order; all that `input` does not give, unless said. */
  readonly ask?: readonly FieldName<Id>[];
  /** Changes to the contract's own fields. */
  readonly fields?: FieldChanges<Id>;
  /** The same where it rests on data that is read together with the checks, after the dialog opened. */
  readonly freshFields?: () => FieldChanges<Id>;
  /** The effect on the cluster, in a sentence; the contract's summary, unless said. */
  readonly effect?: string;
  readonly undo: string;
  /** The state before, where the texts that the form begins with are a suggestion. */
  readonly state?: Texts;
  /** The plan that takes it back; `before` is what stood in the changed fields, where that is the state before. */
  readonly inverse?: (values: FormValues<Id>, before: Texts | undefined) => (() => Plan) | undefined;
  readonly cli?: (values: FormValues<Id>) => string;
  readonly checks?: (values: FormValues<Id>) => readonly PreflightCheck[];
  /** Its checks look at what the screen shows by then, not at what it showed when the dialog opened. */
  readonly ofRowNow?: boolean;
  /** The resources of the deck that the checks rest on, and that change. */
  readonly needs?: readonly Resource[];
  readonly refreshes?: readonly Resource[];
  /** Last word on what is sent, where the form's values do not travel as they are. */
  readonly finish?: (input: RawInput, values: FormValues<Id>) => RawInput;
  readonly show?: (reply: Output<Id>, values: FormValues<Id>) => void;
  readonly stillThere?: () => boolean;
}

/** A call without its operation, which is named beside it. */
export type CallOf<Id extends OperationId> = Omit<Call<Id>, 'operation'>;

const CONSENT = 'body.thisWillDeleteData';
const PLACES = ['params', 'query', 'body', 'form'] as const;

const asRecord = (part: unknown): Values =>
  typeof part === 'object' && part !== null && !Array.isArray(part) ? (part as Values) : {};

/** Tells whether the call gives a field's value already. */
function isGiven(input: RawInput, name: string): boolean {
  const [place = '', key] = name.split('.', 2);
  const part = input[place as keyof RawInput];
  return key === undefined ? part !== undefined : Object.hasOwn(asRecord(part), key);
}

function merged(asked: RawInput, given: RawInput): RawInput {
  const parts = PLACES.flatMap((place) => {
    const [own, more] = [asked[place], given[place]];
    if (own === undefined && more === undefined) return [];
    if (Array.isArray(more) || Array.isArray(own)) return [[place, more ?? own] as const];
    return [[place, { ...asRecord(own), ...asRecord(more) }] as const];
  });
  return Object.fromEntries(parts);
}

/** A field for a local file says at once when there is none. */
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

/** A local file as it is sent. @throws ApiError where it went away meanwhile */
export function localUpload({ local }: Known, path: string): Required<Upload> {
  try {
    return local.read(path);
  } catch (error) {
    const message = `${path} cannot be read: ${messageOf(error)}`;
    throw new ApiError({ kind: 'refused', message }, { cause: error });
  }
}

/** The input with the content of local files in the place of their names, and their size where it is wanted. */
export function withContent(cockpit: Known, operation: Operation, input: RawInput): RawInput {
  const known = Object.entries<{ 'x-upload'?: boolean }>(operation.form?.properties ?? {});
  const uploads = known.filter(([, schema]) => schema['x-upload']).map(([name]) => name);
  if (uploads.length === 0) return input;
  const form = { ...input.form };
  for (const name of uploads) {
    const file = localUpload(cockpit, String(form[name]));
    form[name] = file;
    // A service that knows the size need not hold the file in memory.
    if (known.some(([other]) => other === 'size')) form['size'] ??= file.size;
  }
  return { ...input, form };
}

/** A field in the words of its form, which can ask for what the contract leaves open. */
const withWords = (field: Field, change: FieldChange = {}): Field => ({
  ...field,
  label: labelOf(field.name),
  ...(change.required && { read: filledIn(field.read) }),
  ...change,
});

/** The fields that a call still asks for. */
function fieldsFor<Id extends OperationId>(
  cockpit: Known & Shown,
  { operation, input = {}, ask, fields, freshFields }: Call<Id>,
): Field[] {
  const changes: Readonly<Record<string, FieldChange | undefined>> = { ...fields, ...freshFields?.() };
  const own = fieldsOf(contract[operation] as Operation)
    .filter(({ name }) => name !== CONSENT && !isGiven(input, name))
    .map((field) => withChoices(cockpit, withFile(cockpit, withWords(field, changes[field.name])), input));
  if (!ask) return own;
  return ask.flatMap((name) => own.filter((field) => field.name === name));
}

/** The plan of one call. */
export type CallPlan = Plan & { readonly execution: CallExecution };

/** Makes the plan of a call: the form for what is missing, the confirmation of the operation's tier, and what to read again. */
export function callPlan<Id extends OperationId>(
  cockpit: Known & Shown,
  call: { readonly operation: Id } & CallOf<NoInfer<Id>>,
): CallPlan {
  const operation: Operation = contract[call.operation];
  const { target, input: given = {}, finish = (input) => input } = call;
  // The dialog made the values of the fields that derive from this operation's contract.
  const typed = (values: Values) => values as FormValues<Id>;
  const consents = fieldsOf(operation).some(({ name }) => name === CONSENT);
  const input = (values: Values): RawInput => {
    const consent = { body: { thisWillDeleteData: cockpit.context.deletePhrase || target } };
    const all = merged(inputOf(operation, values), given);
    return finish(consents ? merged(all, consent) : all, typed(values));
  };
  return {
    title: call.title,
    target,
    ...(call.targetOf && { targetOf: (values: Values) => call.targetOf!(typed(values)) }),
    execution: {
      kind: 'call',
      operation: call.operation,
      input: (values) => withContent(cockpit, operation, input(values)),
      preview: input,
    },
    tier: operation.tier,
    ...(call.tierOf && { tierOf: (values: Values) => call.tierOf!(typed(values)) }),
    get fields() {
      return fieldsFor(cockpit, call);
    },
    ...(call.state && { state: call.state }),
    effect: call.effect ?? operation.summary,
    undo: call.undo,
    ...(call.inverse && {
      inverse: (values: Values) => {
        const before = textsBefore(fieldsFor(cockpit, call), values, operation.method === 'PUT');
        return call.inverse?.(typed(values), before && { ...before, ...call.state });
      },
    }),
    ...(call.cli && { cli: (values: Values) => call.cli!(typed(values)) }),
    checks: (values) => call.checks?.(typed(values)) ?? [],
    ...(call.ofRowNow && { ofRowNow: call.ofRowNow }),
    needs: call.needs ?? [],
    refreshes: call.refreshes ?? [resources.status, resources.tasks],
    ...(call.show && {
      show: (reply: unknown, values: Values) => call.show!(reply as Output<Id>, typed(values)),
    }),
    stillThere: call.stillThere ?? (() => true),
  };
}
