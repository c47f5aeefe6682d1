import { inputFindings } from '../../api/check.ts';
import { contract } from '../../api/contract/index.ts';
import type { Operation } from '../../api/operation.ts';
import type { RawInput } from '../../api/transport.ts';
import type { Field } from './field.ts';
import type { PlanValues, Plan } from './plan.ts';

/**
 * The reason why the values of a form cannot be sent, in the form's own words, and the field concerned, if it is a
 * single one.
 */
export interface FormProblem {
  readonly problem: string;
  readonly field?: string;
}

const UNCHANGED = 'Nothing has been changed yet: change a field, or leave with Esc.';

/** A readable label for a field of a request: "max object size" for "body.maxObjectSize". */
export const labelOf = (name: string): string =>
  (name.split('.').at(-1) ?? name).replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

/** The form field that contains a path of the request such as `body.servers[0].ip`. */
const fieldAt = (fields: readonly Field[], path: string): Field | undefined =>
  fields.find(({ name }) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`));

/** A path of the request in the form's words; one that no form field covers by its own name. */
function pathWords(fields: readonly Field[], path: string): string {
  const field = fieldAt(fields, path);
  if (!field) return labelOf(path);
  return `${field.label}${path.slice(field.name.length)}`;
}

/** Matches paths of a request as our own checks and those of a service name them. */
const PATH = /\b(?:params|query|body|form)\.[\w-]+(?:\[\d+\]|\.[\w-]+)*/g;
const MUST_CHANGE = /\bbody: must change at least one of [^;]+/g;

/** Rewrites a message about a request in the words of the form from which the request was made. */
export const inFormWords = (fields: readonly Field[], message: string): string =>
  message
    .replaceAll(MUST_CHANGE, 'nothing was changed in the form')
    .replaceAll(PATH, (path) => pathWords(fields, path));

/** The value that the untouched field would send, or the current state if its initial text is a suggestion. */
function valueBefore({ name, initial, read }: Field, state: Plan['state'] = {}): unknown {
  const was = read(state[name] ?? initial);
  return 'value' in was ? was.value : undefined;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** True if an update would change nothing. */
function changesNothing(
  { fields, state, undoes }: Plan,
  operation: Operation,
  values: PlanValues,
  input: RawInput,
) {
  const { minProperties }: { minProperties?: number } = operation.body ?? {};
  // The form of an undo is prefilled with the values that it sends, so unchanged fields are not a sign of a no-op.
  if (undoes || (operation.method !== 'PATCH' && minProperties === undefined)) return false;
  const given = Object.keys(input.body ?? {}).some(
    (key) => !fields.some(({ name }) => name === `body.${key}`),
  );
  return !given && fields.every((field) => same(values[field.name], valueBefore(field, state)));
}

const carriesFile = (fields: readonly Field[]): boolean => fields.some(({ upload }) => upload === true);

/** Validates the values of a form before its confirmation, with the same checks that the request must pass later. */
export function formProblem(plan: Plan, values: PlanValues): FormProblem | undefined {
  const { fields, execution } = plan;
  if (execution.kind !== 'call' || fields.length === 0) return undefined;
  const operation: Operation = contract[execution.operation];
  // The file to upload is opened only when it is sent, so its part of the input cannot be checked yet.
  if (carriesFile(fields)) return undefined;
  const input = execution.preview(values);
  if (changesNothing(plan, operation, values, input)) return { problem: UNCHANGED };
  const [finding] = inputFindings(operation, input);
  if (finding === undefined) return undefined;
  const { path, problem } = finding;
  if (path === 'body' && problem.startsWith('must change')) return { problem: UNCHANGED };
  const field = fieldAt(fields, path);
  const words = inFormWords(fields, `${pathWords(fields, path)}: ${problem}`);
  return { problem: words, ...(field && { field: field.name }) };
}
