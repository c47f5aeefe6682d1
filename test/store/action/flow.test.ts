import { describe, expect, it, test } from 'vitest';
import type { Tier } from '../../../src/api/operation.ts';
import {
  checked,
  confirmationText,
  confirmed,
  countdownCancelled,
  countedDown,
  GUARD_MS,
  openFlow,
  rechecked,
  takesText,
} from '../../../src/store/action/flow.ts';
import { edited, lineOf, submitted, toField } from '../../../src/store/action/form.ts';
import type { Flow, Plan } from '../../../src/store/action/plan.ts';
import { calling } from '../../screens/deletePool.ts';

const plan = (tier: Tier, more: Partial<Plan> = {}): Plan => ({
  title: 'Set flag noout',
  target: 'noout',
  execution: calling('setFlag', { params: { flag: 'noout' } }),
  tier,
  fields: [],
  effect: '',
  undo: '',
  checks: () => [],
  needs: [],
  refreshes: [],
  stillThere: () => true,
  ...more,
});

const START = 1_000_000;
const LATER = START + GUARD_MS;
const ready = (given: Plan, stale = false): Flow => checked(openFlow(given, START), [], { stale });
const typed = (flow: Flow, text: string): Flow =>
  edited(edited(flow, { kind: 'erase' }), { kind: 'insert', text });
const textOf = (flow: Flow) => lineOf(flow).text;
const step = (flow: Flow) => flow.phase.step;

test('a form begins in the first field that must be filled in, or in its first field', () => {
  const field = (name: string, initial: string, required: boolean) => ({
    name,
    label: name,
    hint: '',
    initial,
    required,
    read: (text: string) => ({ value: text }),
  });
  const begins = (...fields: Plan['fields']) => ready(plan('reversible', { fields })).phase;
  expect(begins(field('pool', 'volumes', true), field('name', '', true))).toMatchObject({ field: 1 });
  expect(begins(field('note', '', false), field('size', '1', true))).toMatchObject({ field: 0 });
});

describe('confirmation of an action', () => {
  it('a wrong word is taken out of the input, so that the right one can be typed at once', () => {
    const refused = confirmed(typed(ready(plan('disruptive')), '30m'), 'enter', LATER);
    expect(textOf(refused)).toBe('');
    expect(refused.phase).toMatchObject({ problem: 'That is not yes.' });
  });

  it('a dialog ignores keys that arrive right after it opened', () => {
    const flow = ready(plan('reversible'));
    expect(step(confirmed(flow, 'y', LATER - 1))).toBe('confirm');
    expect(step(confirmed(flow, 'y', LATER))).toBe('sending');
  });

  it('a reversible action is confirmed with y and not with Enter', () => {
    const refused = confirmed(ready(plan('reversible')), 'enter', LATER);
    expect(refused.phase).toMatchObject({ step: 'confirm', problem: expect.stringContaining('press y') });
  });

  it('a disruptive action is confirmed with the whole word', () => {
    const flow = ready(plan('disruptive'));
    expect(step(confirmed(flow, 'enter', LATER))).toBe('confirm');
    expect(step(confirmed(typed(flow, 'ye'), 'enter', LATER))).toBe('confirm');
    expect(step(confirmed(typed(flow, 'yes'), 'enter', LATER))).toBe('sending');
  });

  it('stale data requires more than yes for a disruptive action and blocks a destructive one', () => {
    expect(step(confirmed(typed(ready(plan('disruptive'), true), 'yes'), 'enter', LATER))).toBe('confirm');
    expect(step(confirmed(typed(ready(plan('disruptive'), true), 'yes stale'), 'enter', LATER))).toBe(
      'sending',
    );
    expect(step(confirmed(typed(ready(plan('destructive'), true), 'noout'), 'enter', LATER))).toBe('confirm');
  });

  it('a destructive action counts down, and only after the exact name', () => {
    const flow = ready(plan('destructive', { target: 'rbd-ssd' }));
    expect(step(confirmed(typed(flow, 'rbd-ss'), 'enter', LATER))).toBe('confirm');
    let counting = confirmed(typed(flow, 'rbd-ssd'), 'enter', LATER);
    for (const seconds of [5, 4, 3, 2, 1]) {
      expect(counting.phase).toEqual({ step: 'countdown', seconds });
      counting = countedDown(counting);
    }
    expect(step(counting)).toBe('sending');
  });

  it('a form keeps the typed text of each field when it switches between fields', () => {
    const field = (name: string) => ({
      name,
      label: name,
      hint: '',
      initial: '',
      read: (text: string) => ({ value: text }),
    });
    const flow = ready(plan('reversible', { fields: [field('a'), field('b')] }));
    const type = (now: Flow, text: string) => edited(now, { kind: 'insert', text });
    const first = type(type(flow, 'x'), 'y');
    expect(textOf(first)).toBe('xy');
    const second = type(toField(first, 1), 'z');
    expect(textOf(second)).toBe('z');
    expect(textOf(toField(second, -1))).toBe('xy');
  });

  it('a blocking check stops the action', () => {
    const blocked = checked(
      openFlow(plan('disruptive'), START),
      [{ level: 'block', text: 'noscrub is set' }],
      { stale: false },
    );
    expect(confirmed(typed(blocked, 'yes'), 'enter', LATER).phase).toMatchObject({
      problem: 'noscrub is set',
    });
  });

  it('the dialog follows changes of its checks while it waits', () => {
    let text = 'heard of 1 s ago';
    const flow = ready(plan('disruptive', { checks: () => [{ level: 'warn', text }] }));
    const first = rechecked(flow, { at: 5, stale: false });
    expect(first).toMatchObject({ checks: [{ text: 'heard of 1 s ago' }], evidenceAt: 5 });
    expect(rechecked(first, { at: 5, stale: false })).toBe(first);
    text = 'heard of 82 s ago';
    const later = rechecked(typed(first, 'ye'), { at: 6, stale: false });
    expect(later).toMatchObject({ checks: [{ text }], evidenceAt: 6, phase: { typed: 'ye' } });
  });

  it('nothing is sent if the selected object is gone', () => {
    const flow = ready(plan('reversible', { stillThere: () => false }));
    expect(confirmed(flow, 'y', LATER).phase).toMatchObject({
      step: 'result',
      result: { kind: 'failed', failure: { kind: 'refused' } },
    });
  });

  it('control characters of a paste are left out of the typed text', () => {
    expect(typed(ready(plan('disruptive')), 'y\res\u001b').phase).toMatchObject({ typed: 'yes' });
  });
});

describe('form of an action', () => {
  const speed = {
    name: 'speed',
    label: 'Recovery speed',
    hint: '',
    initial: '',
    read: (text: string) => (/^\d+$/.test(text) ? { value: Number(text) } : { problem: 'Type a number.' }),
  };

  it('a form reports a wrong field and keeps what was typed', () => {
    const flow = submitted(typed(ready(plan('disruptive', { fields: [speed] })), 'fast'));
    expect(flow.phase).toMatchObject({ step: 'form', texts: ['fast'], problem: 'Type a number.' });
  });

  it('a form leads to the confirmation with the checks of its values', () => {
    const checks = (values: Readonly<Record<string, unknown>>) => [
      { level: 'warn' as const, text: `speed ${String(values['speed'])}` },
    ];
    const flow = submitted(typed(ready(plan('disruptive', { fields: [speed], checks })), '9'));
    expect(flow).toMatchObject({
      phase: { step: 'confirm' },
      values: { speed: 9 },
      checks: [{ text: 'speed 9' }],
    });
  });
});

describe('the word that confirms an action', () => {
  test.each<[string, Flow, string]>([
    ['a disruptive action is confirmed with yes', ready(plan('disruptive')), 'yes'],
    ['one of a single object too', ready(plan('disruptive', { count: 1 })), 'yes'],
    ['one of several objects with their number', ready(plan('disruptive', { count: 2 })), '2'],
    ['with old data it takes two words', ready(plan('disruptive', { count: 2 }), true), 'yes stale'],
    ['a destructive action is confirmed with the name of its target', ready(plan('destructive')), 'noout'],
    [
      'a target that depends on the form has the name given there',
      ready(plan('destructive', { targetOf: () => 'nodown' })),
      'nodown',
    ],
    [
      'values of the form may make an action destructive',
      ready(plan('reversible', { tierOf: () => 'destructive' })),
      'noout',
    ],
  ])('%s', (_, flow, word) => {
    expect(confirmationText(flow)).toBe(word);
  });
});

test('a dialog takes text in a form, and for a word that can confirm', () => {
  const field = { name: 'a', label: 'a', hint: '', initial: '', read: (text: string) => ({ value: text }) };
  const blocked: Flow = { ...ready(plan('disruptive')), checks: [{ level: 'block', text: 'no' }] };
  expect(
    [
      ready(plan('reversible', { fields: [field] })),
      ready(plan('disruptive')),
      ready(plan('reversible'), true),
      ready(plan('reversible')),
      blocked,
      openFlow(plan('disruptive'), START),
    ].map(takesText),
  ).toEqual([true, true, true, false, false, false]);
});

test('a read without a form is sent after its checks, and one with a form asks first', () => {
  const field = { name: 'a', label: 'a', hint: '', initial: 'x', read: (text: string) => ({ value: text }) };
  expect(ready(plan('read')).phase).toEqual({ step: 'sending' });
  expect(ready(plan('read', { fields: [field] })).phase).toMatchObject({ step: 'form', texts: ['x'] });
  expect(ready(plan('reversible')).phase).toEqual({ step: 'confirm', typed: '' });
});

test('checks that end late do not take an action back to an earlier step', () => {
  const sending = confirmed(ready(plan('reversible')), 'y', LATER);
  const late = checked(sending, [{ level: 'warn', text: 'late' }], { at: 7, stale: true });
  expect(late).toEqual({ ...sending, checks: [{ level: 'warn', text: 'late' }], stale: true, evidenceAt: 7 });
  expect(confirmed(sending, 'y', LATER)).toBe(sending);
  expect(countedDown(sending)).toBe(sending);
});

test.each<[string, Plan['checks'], { at?: number; stale: boolean }]>([
  ['the level of a check', () => [{ level: 'block', text: 'slow' }], { at: 5, stale: false }],
  ['the text of a check', () => [{ level: 'warn', text: 'slower' }], { at: 5, stale: false }],
  [
    'a further check',
    () => [
      { level: 'warn', text: 'slow' },
      { level: 'warn', text: 'more' },
    ],
    { at: 5, stale: false },
  ],
  ['a check that is gone', () => [], { at: 5, stale: false }],
  ['the age of the data', () => [{ level: 'warn', text: 'slow' }], { at: 6, stale: false }],
  ['data that became old', () => [{ level: 'warn', text: 'slow' }], { at: 5, stale: true }],
])('an open dialog shows %s', (_, checks, evidence) => {
  const before: Flow = {
    ...ready(plan('disruptive', { checks })),
    checks: [{ level: 'warn', text: 'slow' }],
    evidenceAt: 5,
  };
  const after = rechecked(before, evidence);
  expect(after).not.toBe(before);
  expect(after).toMatchObject({ checks: checks({}), stale: evidence.stale, evidenceAt: evidence.at });
});

test('a destructive action is not confirmed with old data, and the dialog says why', () => {
  const flow = typed(ready(plan('destructive'), true), 'noout');
  expect(confirmed(flow, 'enter', LATER).phase).toMatchObject({
    typed: 'noout',
    problem: 'The state could not be read again; try later.',
  });
});

test('a cancelled countdown says that nothing was sent, and asks for the word again', () => {
  const counting = confirmed(typed(ready(plan('destructive')), 'noout'), 'enter', LATER);
  expect(countdownCancelled(counting).phase).toEqual({
    step: 'confirm',
    typed: '',
    problem: 'Cancelled: nothing was sent.',
  });
});

test('an action of which the object is gone says so', () => {
  const gone = confirmed(ready(plan('reversible', { stillThere: () => false })), 'y', LATER).phase;
  expect(gone).toMatchObject({
    result: { failure: { message: 'noout changed or went away while this was open; nothing was sent.' } },
  });
});
