import { type EditedLine, editLine, type LineEdit } from '../../lib/lineEdit.ts';
import { foundChoices, resolvedText, withChoice } from './choices.ts';
import type { Field, FormTexts } from './field.ts';
import { formProblem } from './formCheck.ts';
import type { Flow, FormPhase } from './plan.ts';

/** The line being edited: a field of the form, or the word that confirms. */
export function lineOf({ phase }: Flow): EditedLine {
  if (phase.step === 'confirm') return { text: phase.typed, ...at(phase) };
  if (phase.step !== 'form') return { text: '' };
  return { text: phase.texts[phase.field] ?? '', ...at(phase), ...(phase.selected && { selected: true }) };
}

const at = ({ cursor }: { readonly cursor?: number }) => (cursor === undefined ? {} : { cursor });

/** The flow after an edit of the current field or of the confirmation. */
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

/**
 * True if the text of a field is selected on entry: an unchanged initial text, except a directory, to which a name is
 * appended.
 */
const isSelected = ({ initial }: Field, text: string): boolean =>
  text !== '' && text === initial && !text.endsWith('/');

/** The form with the cursor in one of its fields. */
export function inField({ plan }: Flow, texts: readonly string[], field: number): FormPhase {
  const shown = plan.fields[field];
  const selected = shown !== undefined && isSelected(shown, texts[field] ?? '');
  return { step: 'form', field, texts, ...(selected && { selected }) };
}

/** The texts of the form by field name. */
export const textsOf = ({ plan, phase }: Flow): FormTexts =>
  phase.step === 'form'
    ? Object.fromEntries(plan.fields.map(({ name }, index) => [name, phase.texts[index] ?? '']))
    : {};

/** The field that has the cursor. */
export const fieldOf = ({ plan, phase }: Flow): Field | undefined =>
  phase.step === 'form' ? plan.fields[phase.field] : undefined;

/** The problem with the text in a field of the form; undefined while it is empty or the beginning of one of the field's choices. */
export function typedProblem(flow: Flow, index: number): string | undefined {
  const { phase, plan } = flow;
  const field = plan.fields[index];
  if (phase.step !== 'form' || field === undefined) return undefined;
  const text = phase.texts[index] ?? '';
  const texts = textsOf(flow);
  const read = field.read(resolvedText(field, texts, text));
  if (text === '' || !('problem' in read)) return undefined;
  const mayBecomeChoice = index === phase.field && foundChoices(field, texts, text).length > 0;
  return mayBecomeChoice ? undefined : read.problem;
}

/** The texts with the choice picked in the current field's list applied. */
function textsWithPick(flow: Flow): readonly string[] {
  const { phase } = flow;
  const field = fieldOf(flow);
  if (phase.step !== 'form' || !field) return [];
  const text = phase.texts[phase.field] ?? '';
  const found = foundChoices(field, textsOf(flow), text);
  const picked = phase.pick === undefined ? undefined : found[phase.pick];
  return picked ? phase.texts.with(phase.field, withChoice(field, text, picked)) : phase.texts;
}

/** The flow after moving to the next or previous field; the picked choice stays in the field that is left. */
export function toField(flow: Flow, by: 1 | -1): Flow {
  const { phase, plan } = flow;
  if (phase.step !== 'form') return flow;
  const field = (phase.field + by + plan.fields.length) % plan.fields.length;
  return { ...flow, phase: inField(flow, textsWithPick(flow), field) };
}

/**
 * The choices of the current field, narrowed by the typed text; all choices while the initial text is still selected.
 */
export function choicesNow(flow: Flow): ReturnType<typeof foundChoices> {
  const field = fieldOf(flow);
  if (flow.phase.step !== 'form' || !field) return [];
  return foundChoices(field, textsOf(flow), flow.phase.selected ? '' : lineOf(flow).text);
}

/** The flow after moving in the list of choices; above the first one, none is picked. */
export function choosing(flow: Flow, by: 1 | -1): Flow {
  const { phase } = flow;
  if (phase.step !== 'form') return flow;
  const last = choicesNow(flow).length - 1;
  const next = Math.min(last, (phase.pick ?? -1) + by);
  const { pick: _, ...rest } = phase;
  return { ...flow, phase: next < 0 ? rest : { ...rest, pick: next } };
}

/**
 * The flow after Enter in the form: a picked choice is applied and the next field follows; without one the form is
 * submitted.
 */
export function entered(flow: Flow): Flow {
  const { phase, plan } = flow;
  if (phase.step !== 'form' || phase.pick === undefined) return submitted(flow);
  const next = { ...flow, phase: inField(flow, textsWithPick(flow), phase.field) };
  return phase.field === plan.fields.length - 1 ? submitted(next) : toField(next, 1);
}

/** The form with the cursor in the field that has a problem; if that is the current field, its text is not selected. */
function problemIn(flow: Flow, { field, texts }: FormPhase, index: number, problem: string): Flow {
  const form = index === field ? { step: 'form' as const, field, texts } : inField(flow, texts, index);
  return { ...flow, phase: { ...form, problem } };
}

/**
 * The flow after submitting the form: the confirmation if all fields are valid and there is something to send, else the
 * first invalid field.
 */
export function submitted(flow: Flow): Flow {
  const { phase, plan } = flow;
  if (phase.step !== 'form') return flow;
  const values: Record<string, unknown> = {};
  const texts = textsOf(flow);
  for (const [index, field] of plan.fields.entries()) {
    const text = phase.texts[index] ?? '';
    const read = field.read(resolvedText(field, texts, text));
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

/** True if the operator can return to the completed form: nothing was sent, or the request was refused. */
export const hasWayBack = ({ phase, completed }: Flow): boolean =>
  completed !== undefined &&
  (phase.step === 'confirm' || (phase.step === 'result' && phase.result.kind === 'failed'));

/** The flow back in its form, with the texts that were typed. */
export function backToForm(flow: Flow): Flow {
  const { completed, plan } = flow;
  if (!completed || !hasWayBack(flow)) return flow;
  const phase = inField(flow, completed.texts, completed.field);
  return { ...flow, values: {}, checks: plan.checks({}), phase };
}

const LEAVING = 'Nothing is sent. Esc again leaves the form: what was typed is lost.';

/** True if something was typed in the form that closing it would lose. */
function holdsText({ plan, phase, completed }: Flow): boolean {
  const texts = phase.step === 'form' ? phase.texts : completed?.texts;
  return texts?.some((text, index) => text !== plan.fields[index]?.initial) ?? false;
}

/**
 * The flow after Esc, which goes one step back: from a picked choice to the field, from the confirmation to the form.
 * Undefined if it closes the dialog; if that loses what was typed, only a second Esc does.
 */
export function afterEscape(flow: Flow): Flow | undefined {
  const { phase } = flow;
  if (phase.step === 'form' && phase.pick !== undefined) {
    const { pick: _, ...rest } = phase;
    return { ...flow, phase: rest };
  }
  if (!holdsText(flow)) return undefined;
  const form = hasWayBack(flow) ? backToForm(flow) : flow;
  if (form.phase.step !== 'form' || form.phase.problem === LEAVING) return undefined;
  return { ...form, phase: { ...form.phase, problem: LEAVING } };
}
