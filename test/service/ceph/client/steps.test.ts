import { expect, test } from 'vitest';
import { runSteps, type Step } from '../../../../src/service/ceph/client/steps.ts';
import { Refusal } from '../../../../src/service/engine.ts';

const step = (what: string, failure?: Error): Step => [
  what,
  async () => {
    if (failure) throw failure;
  },
];

test.each<readonly [string, readonly Step[], string]>([
  ['the first step', [step('one', new Refusal(409, 'no'))], 'no'],
  ['the second step', [step('one'), step('two', new Refusal(409, 'no'))], 'no. Already done: one'],
  [
    'the third step',
    [step('one'), step('two'), step('three', new Refusal(409, 'no')), step('four')],
    'no. Already done: one, two',
  ],
])('the refusal of %s names the steps before it', async (_which, steps, message) => {
  await expect(runSteps(steps)).rejects.toMatchObject({ status: 409, message });
});

test('steps run in their order, and an error that is no refusal is passed on as it is', async () => {
  const done: string[] = [];
  const noted = (what: string): Step => [what, async () => void done.push(what)];
  await runSteps([noted('one'), noted('two')]);
  expect(done).toEqual(['one', 'two']);
  await expect(runSteps([noted('one'), step('two', new Error('bug'))])).rejects.toThrow(/^bug$/);
});
