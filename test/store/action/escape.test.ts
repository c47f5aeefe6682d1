import { describe, expect, test } from 'vitest';
import { checked, finished, openFlow } from '../../../src/store/action/flow.ts';
import { afterEscape, choosing, edited, submitted } from '../../../src/store/action/form.ts';
import type { Flow, Plan } from '../../../src/store/action/plan.ts';

const ready = (fields: Plan['fields']): Flow =>
  checked(
    openFlow(
      {
        title: 'Create a pool',
        target: 'rbd',
        execution: { kind: 'local', keep: () => undefined },
        tier: 'disruptive',
        fields,
        effect: '',
        undo: '',
        checks: () => [],
        needs: [],
        refreshes: [],
        stillThere: () => true,
      },
      0,
    ),
    [],
    { stale: false },
  );
const typed = (flow: Flow, text: string): Flow => edited(flow, { kind: 'insert', text });

describe('Esc in the dialog of an action', () => {
  const field = (initial: string) => ({
    name: 'name',
    label: 'name',
    hint: '',
    initial,
    choices: () => ({ all: [{ text: 'rbd' }] }),
    read: (text: string) => ({ value: text }),
  });
  const form = (initial = '') => ready([field(initial)]);
  const LEAVING = 'Nothing is sent. Esc again leaves the form: what was typed is lost.';

  test('Esc closes a dialog in which nothing was typed', () => {
    for (const flow of [form(), form('old'), ready([]), submitted(form('old'))])
      expect(afterEscape(flow)).toBeUndefined();
  });

  test('Esc takes back a marked choice first, and keeps the text', () => {
    const back = afterEscape(choosing(typed(form(), 'r'), 1));
    expect(back?.phase).toMatchObject({ step: 'form', texts: ['r'] });
    expect(back?.phase).not.toHaveProperty('pick');
  });

  test('Esc leaves a form with typed text only the second time', () => {
    const warned = afterEscape(typed(form(), 'r'));
    expect(warned?.phase).toMatchObject({ step: 'form', texts: ['r'], problem: LEAVING });
    expect(warned && afterEscape(warned)).toBeUndefined();
  });

  test('Esc leads from the confirmation, or a refusal, back to what was typed', () => {
    const asked = submitted(typed(form(), 'r'));
    const failure = { kind: 'refused', message: 'no' } as const;
    for (const flow of [asked, finished(asked, { kind: 'failed', failure })])
      expect(afterEscape(flow)?.phase).toMatchObject({ step: 'form', texts: ['r'], problem: LEAVING });
    expect(afterEscape(finished(asked, { kind: 'unknown', failure }))).toBeUndefined();
  });
});
