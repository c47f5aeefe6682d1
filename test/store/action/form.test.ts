import { describe, expect, test } from 'vitest';
import type { RawInput } from '../../../src/api/transport.ts';
import type { Field } from '../../../src/store/action/field.ts';
import { checked, finished, openFlow } from '../../../src/store/action/flow.ts';
import {
  backToForm,
  choicesNow,
  choosing,
  edited,
  entered,
  fieldOf,
  hasWayBack,
  lineOf,
  submitted,
  textsOf,
  toField,
  typedProblem,
} from '../../../src/store/action/form.ts';
import { formProblem, inFormWords, labelOf } from '../../../src/store/action/formCheck.ts';
import type { Flow, Plan } from '../../../src/store/action/plan.ts';
import { calling } from '../../screens/deletePool.ts';

const field = (name: string, more: Partial<Field> = {}): Field => ({
  name,
  label: name,
  hint: '',
  initial: '',
  read: (value) => ({ value }),
  ...more,
});
const among = (name: string, ...texts: string[]): Field =>
  field(name, { choices: () => ({ all: texts.map((text) => ({ text })) }) });

const plan = (fields: readonly Field[], more: Partial<Plan> = {}): Plan => ({
  title: 'Create pool',
  target: '',
  execution: { kind: 'local', keep: () => undefined },
  tier: 'reversible',
  fields,
  effect: '',
  undo: '',
  checks: () => [],
  needs: [],
  refreshes: [],
  stillThere: () => true,
  ...more,
});
const open = (fields: readonly Field[], more: Partial<Plan> = {}): Flow =>
  checked(openFlow(plan(fields, more), 0), [], { stale: false });
const typed = (flow: Flow, text: string): Flow => edited(flow, { kind: 'insert', text });
const pickOf = ({ phase }: Flow) => (phase.step === 'form' ? phase.pick : undefined);
const found = (flow: Flow) => choicesNow(flow).map(({ text }) => text);

describe('texts of a form', () => {
  test('typed text replaces the initial text of a field, unless it is the beginning of a path', () => {
    expect(lineOf(open([field('size', { initial: '3' })]))).toEqual({ text: '3', selected: true });
    expect(textsOf(typed(open([field('size', { initial: '3' })]), '5'))).toEqual({ size: '5' });
    expect(lineOf(open([field('path', { initial: '/home/' })]))).toEqual({ text: '/home/' });
    expect(textsOf(typed(open([field('path', { initial: '/home/' })]), 'x'))).toEqual({ path: '/home/x' });
    expect(lineOf(open([field('empty')]))).toEqual({ text: '' });
  });

  test('the texts of a form are kept from field to field, and the fields wrap around in both directions', () => {
    const first = typed(open([field('a'), field('b'), field('c')]), 'one');
    const last = typed(toField(first, -1), 'three');
    expect(fieldOf(last)?.name).toBe('c');
    const again = toField(last, 1);
    expect(fieldOf(again)?.name).toBe('a');
    expect(textsOf(again)).toEqual({ a: 'one', b: '', c: 'three' });
    // Text typed earlier is not selected, so typing continues it.
    expect(textsOf(typed(again, '!'))).toMatchObject({ a: 'one!' });
  });

  test('the texts of a form are dropped once the form is complete', () => {
    const complete = submitted(typed(open([field('a')]), 'x'));
    expect(complete.phase.step).toBe('confirm');
    expect(textsOf(complete)).toEqual({});
    expect(fieldOf(complete)).toBeUndefined();
    expect(toField(complete, 1)).toBe(complete);
    expect(choosing(complete, 1)).toBe(complete);
    expect(submitted(complete)).toBe(complete);
    expect(choicesNow(complete)).toEqual([]);
  });
});

describe('list of a field', () => {
  const pools = () => open([among('pool', 'rbd', 'rbd-ssd', 'archive'), field('note')]);

  test('the list of a field is complete while its initial text is untouched, and narrowed by typed text', () => {
    const selected = open([field('pool', { ...among('pool', 'rbd', 'archive'), initial: 'rbd' })]);
    expect(found(selected)).toEqual(['rbd', 'archive']);
    expect(found(typed(pools(), 'rb'))).toEqual(['rbd', 'rbd-ssd']);
  });

  test('the list of a field is walked to its end and back above its first entry, where none is selected', () => {
    let flow = choosing(pools(), 1);
    expect(pickOf(flow)).toBe(0);
    for (let press = 0; press < 5; press++) flow = choosing(flow, 1);
    expect(pickOf(flow)).toBe(2);
    for (let press = 0; press < 3; press++) flow = choosing(flow, -1);
    expect(pickOf(flow)).toBeUndefined();
    expect(pickOf(choosing(flow, -1))).toBeUndefined();
  });

  test('a field takes the selected entry of its list when it is left, and Enter goes to the next field', () => {
    const chosen = choosing(choosing(pools(), 1), 1);
    expect(textsOf(toField(chosen, 1))).toEqual({ pool: 'rbd-ssd', note: '' });
    const next = entered(chosen);
    expect(fieldOf(next)?.name).toBe('note');
    expect(textsOf(next)).toEqual({ pool: 'rbd-ssd', note: '' });
    // Without a selection Enter completes the form.
    expect(entered(next).phase.step).toBe('confirm');
  });

  test('choosing an entry of the last field completes the form', () => {
    const complete = entered(choosing(open([among('pool', 'rbd', 'archive')]), 1));
    expect(complete).toMatchObject({ phase: { step: 'confirm' }, values: { pool: 'rbd' } });
  });

  test('the list of a field keeps its selection while the cursor moves, and drops it once something is typed', () => {
    const chosen = choosing(typed(pools(), 'r'), 1);
    expect(pickOf(edited(chosen, { kind: 'home' }))).toBe(0);
    expect(pickOf(typed(chosen, 'b'))).toBeUndefined();
  });
});

test('a complete form of a read is sent at once', () => {
  expect(submitted(open([field('a')], { tier: 'read' })).phase).toEqual({ step: 'sending' });
});

test('the cursor of a form goes to the first wrong field, whose text is kept', () => {
  const number = (name: string) =>
    field(name, {
      read: (text) => (/^\d+$/.test(text) ? { value: Number(text) } : { problem: 'Type a number.' }),
    });
  const flow = submitted(toField(typed(open([number('a'), number('b')]), '1'), 1));
  expect(flow.phase).toMatchObject({ step: 'form', field: 1, problem: 'Type a number.', texts: ['1', ''] });
  const back = submitted(typed(toField(open([number('a'), number('b')]), 1), '2'));
  expect(back.phase).toMatchObject({ step: 'form', field: 0, problem: 'Type a number.', texts: ['', '2'] });
});

describe('request of a form', () => {
  const speed = (input: RawInput): Plan =>
    plan([field('body.speed', { label: 'recovery speed' })], {
      execution: calling('setRecoverySpeed', input),
    });

  test('an error in the request of a form is shown at the field, by its label', () => {
    expect(formProblem(speed({ body: { speed: 11 } }), {})).toEqual({
      field: 'body.speed',
      problem: expect.stringMatching(/^recovery speed: must be at most 10/),
    });
    expect(formProblem(speed({ body: { speed: 3 } }), {})).toBeUndefined();
  });

  test('an error in the request of a form is shown for the whole form if it has no content, which differs from no changes', () => {
    const { problem = '' } = formProblem(speed({ body: 7 }), {}) ?? {};
    expect(problem).toMatch(/^body: must be an object/);
  });

  test('an error in the request of a form is shown without a field if the form has none for it', () => {
    const { problem, field: at } = formProblem(speed({ body: { speed: 3, maxSpeed: 1 } }), {})!;
    expect(problem).toMatch(/^max speed: is not known/);
    expect(at).toBeUndefined();
  });

  test('the request of a form is not checked if it contains a file, calls no operation or needs no check', () => {
    const wrong = speed({ body: { speed: 99 } });
    expect(formProblem(wrong, {})).toBeDefined();
    expect(formProblem({ ...wrong, fields: [] }, {})).toBeUndefined();
    expect(formProblem({ ...wrong, fields: [field('form.file', { upload: true })] }, {})).toBeUndefined();
    expect(
      formProblem({ ...wrong, execution: { kind: 'local', keep: () => undefined } }, {}),
    ).toBeUndefined();
  });

  test('the request of an update must change something or contain a value that the form did not ask for', () => {
    const update = (values: Record<string, unknown>, more: Partial<Plan> = {}, extra = {}) =>
      formProblem(
        plan([field('body.description', { initial: 'old' })], {
          execution: calling('updatePool', {
            params: { name: 'rbd' },
            body: { description: values['body.description'], ...extra },
          }),
          ...more,
        }),
        values,
      );
    const unchanged = { problem: expect.stringContaining('Nothing has been changed yet') };
    expect(update({ 'body.description': 'old' })).toEqual(unchanged);
    expect(update({ 'body.description': 'new' })).toBeUndefined();
    expect(update({ 'body.description': 'old' }, {}, { size: 3 })).toBeUndefined();
    // A suggestion is a change if the present value differs.
    expect(
      update({ 'body.description': 'old' }, { state: { 'body.description': 'as it is' } }),
    ).toBeUndefined();
    expect(update({ 'body.description': 'as it is' }, { state: { 'body.description': 'as it is' } })).toEqual(
      unchanged,
    );
    // A plan that undoes a change is offered unchanged.
    const undoes = { undo: '', title: '', at: 0, plan: () => plan([]) };
    expect(update({ 'body.description': 'old' }, { undoes })).toBeUndefined();
  });
});

test.each([
  ['body.maxObjectSize', 'max object size'],
  ['size', 'size'],
])('the label of the parameter %s without a field of its own is %s', (name, label) => {
  expect(labelOf(name)).toBe(label);
});

test('parts of a request are named by the labels of the form, and parts of a field after its label', () => {
  const fields = [field('body.servers', { label: 'monitors' }), field('query.path', { label: 'path' })];
  expect(
    inFormWords(fields, 'body.servers[0].ip must be an address, query.path too, params.poolName not'),
  ).toBe('monitors[0].ip must be an address, path too, pool name not');
  expect(inFormWords(fields, 'body.serversOther: no')).toBe('servers other: no');
  expect(inFormWords(fields, 'body: must change at least one of name, size; got {}')).toBe(
    'nothing was changed in the form; got {}',
  );
});

describe('the way back to a form', () => {
  const two = [field('name'), field('size', { initial: '3' })];
  const complete = (more: Partial<Plan> = {}) => submitted(toField(typed(open(two, more), 'one'), 1));
  const failing = (kind: 'failed' | 'unknown'): Flow =>
    finished(complete(), {
      kind,
      failure: { kind: 'rejected', status: 409, message: 'it is there already' },
    });

  test('the way back leads from the confirmation to the form with what was typed', () => {
    const again = backToForm(complete());
    expect(fieldOf(again)?.name).toBe('size');
    expect(textsOf(again)).toEqual({ name: 'one', size: '3' });
    expect(submitted(again).values).toEqual({ name: 'one', size: '3' });
  });

  test('the way back leads to the form after a refusal, and makes its checks again', () => {
    const checks = (values: Readonly<Record<string, unknown>>) =>
      values['name'] === undefined ? [] : [{ level: 'warn' as const, text: 'of that name' }];
    expect(backToForm(complete({ checks })).checks).toEqual([]);
    expect(textsOf(backToForm(failing('failed')))).toEqual({ name: 'one', size: '3' });
  });

  test('there is no way back after an unknown outcome, and without a form', () => {
    expect(hasWayBack(failing('unknown'))).toBe(false);
    expect(hasWayBack(open([]))).toBe(false);
    expect(hasWayBack(open(two))).toBe(false);
    const unknown = failing('unknown');
    expect(backToForm(unknown)).toBe(unknown);
  });
});

describe('the problem of a field while it is typed', () => {
  const digits: Field['read'] = (text) => (/^\d*$/.test(text) ? { value: text } : { problem: 'only digits' });

  test('the problem of a field is known as soon as it is typed, and gone once it is mended', () => {
    const flow = open([field('size', { read: digits })]);
    expect(typedProblem(flow, 0)).toBeUndefined();
    expect(typedProblem(typed(flow, '3x'), 0)).toBe('only digits');
    expect(typedProblem(edited(typed(flow, '3x'), { kind: 'backspace' }), 0)).toBeUndefined();
  });

  test('the beginning of a choice is no problem while it is typed, but in a field that was left', () => {
    const colour: Field = {
      ...among('colour', 'red', 'green'),
      read: (text) => (text === 'red' ? { value: text } : { problem: 'no such colour' }),
    };
    const begun = typed(open([colour, field('next')]), 're');
    expect(typedProblem(begun, 0)).toBeUndefined();
    expect(typedProblem(typed(begun, 'x'), 0)).toBe('no such colour');
    expect(typedProblem(toField(begun, 1), 0)).toBe('no such colour');
    expect(typedProblem(typed(open([colour]), 'gree'), 0)).toBeUndefined();
    expect(typedProblem(begun, 7)).toBeUndefined();
  });
});
