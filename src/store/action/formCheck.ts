import { inputFindings } from '../../api/check.ts';
import { contract } from '../../api/contract/index.ts';
import type { Operation } from '../../api/operation.ts';
import type { RawInput } from '../../api/transport.ts';
import type { Field } from './field.ts';
import type { Plan } from './plan.ts';

type Values = Readonly<Record<string, unknown>>;

/** Why what a form gathered cannot be sent, in words of the form, and the field that it is about, where it is one. */
export interface FormProblem {
  readonly problem: string;
  readonly field?: string;
}

const UNCHANGED = 'Nothing has been changed yet: change a field, or leave with Esc.';

/** "body.maxObjectSize" as a person reads it: "max object size". */
export const labelOf = (name: string): string =>
  (name.split('.').at(-1) ?? name).replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

/** The field whose value a place such as `body.servers[0].ip` is, or is in. */
const fieldAt = (fields: readonly Field[], place: string): Field | undefined =>
  fields.find(({ name }) => place === name || place.startsWith(`${name}.`) || place.startsWith(`${name}[`));

/** A place of the request as the form calls it; what the form does not ask for by its own name. */
function placeWords(fields: readonly Field[], place: string): string {
  const field = fieldAt(fields, place);
  if (!field) return labelOf(place);
  return `${field.label}${place.slice(field.name.length)}`;
}

/** Places of a request, as the checks of this program and those of a service name them. */
const PLACE = /\b(?:params|query|body|form)\.[\w-]+(?:\[\d+\]|\.[\w-]+)*/g;
const MUST_CHANGE = /\bbody: must change at least one of [^;]+/g;

/** Words on a request in those of the form that it was made of. */
export const inFormWords = (fields: readonly Field[], message: string): string =>
  message
    .replaceAll(MUST_CHANGE, 'nothing was changed in the form')
    .replaceAll(PLACE, (place) => placeWords(fields, place));

/** The value that a field would send as the form began, or as things are where it began with a suggestion. */
function valueBefore({ name, initial, read }: Field, state: Plan['state'] = {}): unknown {
  const was = read(state[name] ?? initial);
  return 'value' in was ? was.value : undefined;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Tells whether an update would leave everything as it is. */
function changesNothing(
  { fields, state, undoes }: Plan,
  operation: Operation,
  values: Values,
  input: RawInput,
) {
  const { minProperties }: { minProperties?: number } = operation.body ?? {};
  // What takes a change back begins with what it sends.
  if (undoes || (operation.method !== 'PATCH' && minProperties === undefined)) return false;
  const given = Object.keys(input.body ?? {}).some(
    (key) => !fields.some(({ name }) => name === `body.${key}`),
  );
  return !given && fields.every((field) => same(values[field.name], valueBefore(field, state)));
}

const carriesFile = (fields: readonly Field[]): boolean => fields.some(({ upload }) => upload === true);

/** Looks at what a form gathered before it is offered to be sent: nothing is that a check would refuse afterwards. */
export function formProblem(plan: Plan, values: Values): FormProblem | undefined {
  const { fields } = plan;
  const { execution } = plan;
  if (execution.kind !== 'call' || fields.length === 0) return undefined;
  const operation: Operation = contract[execution.operation];
  // A file is read when it is sent, and with it what is known of it.
  if (carriesFile(fields)) return undefined;
  const input = execution.preview(values);
  if (changesNothing(plan, operation, values, input)) return { problem: UNCHANGED };
  const [finding] = inputFindings(operation, input);
  if (finding === undefined) return undefined;
  const { place, problem } = finding;
  if (place === 'body' && problem.startsWith('must change')) return { problem: UNCHANGED };
  const field = fieldAt(fields, place);
  const words = inFormWords(fields, `${placeWords(fields, place)}: ${problem}`);
  return { problem: words, ...(field && { field: field.name }) };
}
