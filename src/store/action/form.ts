import { type EditedLine, editLine, type LineEdit } from '../../lib/lineEdit.ts';
import { foundChoices, readAs, taken } from './choices.ts';
import type { Field } from './field.ts';
import { formProblem } from './formCheck.ts';
import type { Flow } from './plan.ts';

type Form = Extract<Flow['phase'], { step: 'form' }>;

/** The line that is being typed: a field of the form, or the word that confirms. */
export function lineOf({ phase }: Flow): EditedLine {
  if (phase.step === 'confirm') return { text: phase.typed, ...at(phase) };
  if (phase.step !== 'form') return { text: '' };
  return { text: phase.texts[phase.field] ?? '', ...at(phase), ...(phase.selected && { selected: true }) };
}

const at = ({ cursor }: { readonly cursor?: number }) => (cursor === undefined ? {} : { cursor });

/** The person typed, erased or moved in the field or in the confirmation. */
export function edited(flow: Flow, edit: LineEdit): Flow {
  const { phase } = flow;
  const now = lineOf(flow);
  const next = editLine(now, edit);
  if (phase.step === 'confirm') return { ...flow, phase: { step: 'confirm', typed: next.text, ...at(next) } };
  if (phase.step !== 'form') return flow;
  const moved = next.text === now.text && phase.pick !== undefined ? { pick: phase.pick } : {};
  const texts = phase.texts.with(phase.field, next.text);
  return { ...flow, phase: { step: 'form', field: phase.field, texts, ...at(next), ...moved } };
}

/** A text that stands in a field already is selected as a whole, but for the beginning of a path, which is typed on. */
const isSelected = ({ initial }: Field, text: string): boolean =>
  text !== '' && text === initial && !text.endsWith('/');

/** The form with the cursor in one of its fields. */
export function inField({ plan }: Flow, texts: readonly string[], field: number): Form {
  const shown = plan.fields[field];
  const selected = shown !== undefined && isSelected(shown, texts[field] ?? '');
  return { step: 'form', field, texts, ...(selected && { selected }) };
}

/** The texts of the form by the names of its fields. */
export const textsOf = ({ plan, phase }: Flow): Readonly<Record<string, string>> =>
  phase.step === 'form'
    ? Object.fromEntries(plan.fields.map(({ name }, index) => [name, phase.texts[index] ?? '']))
    : {};

/** The field that is being typed. */
export const fieldOf = ({ plan, phase }: Flow): Field | undefined =>
  phase.step === 'form' ? plan.fields[phase.field] : undefined;

/** The texts once a field is left: what was chosen in its list stands in it. */
function settled(flow: Flow): readonly string[] {
  const { phase } = flow;
  const field = fieldOf(flow);
  if (phase.step !== 'form' || !field) return [];
  const text = phase.texts[phase.field] ?? '';
  const found = foundChoices(field, textsOf(flow), text);
  const picked = phase.pick === undefined ? undefined : found[phase.pick];
  return picked ? phase.texts.with(phase.field, taken(field, text, picked)) : phase.texts;
}

/** Goes to another field of the form; what was chosen in the list stays in the one that is left. */
export function toField(flow: Flow, by: 1 | -1): Flow {
  const { phase, plan } = flow;
  if (phase.step !== 'form') return flow;
  const field = (phase.field + by + plan.fields.length) % plan.fields.length;
  return { ...flow, phase: inField(flow, settled(flow), field) };
}

/** The values that the field can have, narrowed by what was typed; all of them while that is what stood there. */
export function choicesNow(flow: Flow): ReturnType<typeof foundChoices> {
  const field = fieldOf(flow);
  if (flow.phase.step !== 'form' || !field) return [];
  return foundChoices(field, textsOf(flow), flow.phase.selected ? '' : lineOf(flow).text);
}

/** Moves in the list of values; above the first one none is chosen. */
export function choosing(flow: Flow, by: 1 | -1): Flow {
  const { phase } = flow;
  if (phase.step !== 'form') return flow;
  const last = choicesNow(flow).length - 1;
  const next = Math.min(last, (phase.pick ?? -1) + by);
  const { pick: _, ...rest } = phase;
  return { ...flow, phase: next < 0 ? rest : { ...rest, pick: next } };
}

/** Enter in the form: what is chosen is taken, and the next field asked for; without a choice it is complete. */
export function entered(flow: Flow): Flow {
  const { phase, plan } = flow;
  if (phase.step !== 'form' || phase.pick === undefined) return submitted(flow);
  const next = { ...flow, phase: inField(flow, settled(flow), phase.field) };
  return phase.field === plan.fields.length - 1 ? submitted(next) : toField(next, 1);
}

/** The form in the field that something is wrong with; what is typed next is added there where it was typed. */
function problemIn(flow: Flow, { field, texts }: Form, index: number, problem: string): Flow {
  const there = index === field ? { step: 'form' as const, field, texts } : inField(flow, texts, index);
  return { ...flow, phase: { ...there, problem } };
}

/** On to the confirmation once all fields are right and there is something to send, else to the first one that is not. */
export function submitted(flow: Flow): Flow {
  const { phase, plan } = flow;
  if (phase.step !== 'form') return flow;
  const values: Record<string, unknown> = {};
  const texts = textsOf(flow);
  for (const [index, field] of plan.fields.entries()) {
    const text = phase.texts[index] ?? '';
    const read = field.read(readAs(field, texts, text));
    if ('problem' in read) {
      return problemIn(flow, phase, index, read.problem);
    }
    values[field.name] = read.value;
  }
  const wrong = formProblem(plan, values);
  if (wrong) {
    const at = plan.fields.findIndex(({ name }) => name === wrong.field);
    return problemIn(flow, phase, at < 0 ? phase.field : at, wrong.problem);
  }
  const completed = { field: phase.field, texts: phase.texts };
  const next = { ...flow, values, completed, checks: plan.checks(values) };
  return plan.tier === 'read'
    ? { ...next, phase: { step: 'sending' } }
    : { ...next, phase: { step: 'confirm', typed: '' } };
}

/** Tells whether a form that was completed can be gone back to: nothing was sent, or it was refused. */
export const hasWayBack = ({ phase, completed }: Flow): boolean =>
  completed !== undefined &&
  (phase.step === 'confirm' || (phase.step === 'result' && phase.result.kind === 'failed'));

/** Back to the form with what was typed, to change it. */
export function backToForm(flow: Flow): Flow {
  const { completed, plan } = flow;
  if (!completed || !hasWayBack(flow)) return flow;
  const phase = inField(flow, completed.texts, completed.field);
  return { ...flow, values: {}, checks: plan.checks({}), phase };
}
