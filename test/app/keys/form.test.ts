import { expect, test, vi } from 'vitest';
import { callPlan } from '../../../src/screens/action/call.ts';
import { checked, openFlow } from '../../../src/store/action/flow.ts';
import { submitted } from '../../../src/store/action/form.ts';
import { inFormWords } from '../../../src/store/action/formCheck.ts';
import type { Plan } from '../../../src/store/action/plan.ts';
import { fill } from '../../screens/dialogSteps.ts';
import { deck, guard, openDeck, openScreen, text } from '../../screens/openedDeck.ts';

vi.setConfig({ testTimeout: 60_000 });

/** The reaction of a plan's form to Enter, with these texts in its fields. */
function enter(plan: Plan, texts: readonly string[]) {
  const form = checked(openFlow(plan, 0), [], { stale: false });
  return submitted({ ...form, phase: { step: 'form', field: 0, texts } }).phase;
}

const snapshot = () =>
  callPlan(deck.cockpit, {
    operation: 'updateSnapshot',
    title: 'Change snapshot s',
    target: 's',
    input: { params: { pool: 'p', rbd: 'i', snap: 's' } },
    fields: { 'body.name': { label: 'new name', initial: 's' } },
    undo: '',
  });

test('an update without changes is not offered: the form says so and stays open', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'calm' });
  const problem = /Nothing has been changed yet/;
  expect(enter(snapshot(), ['s', ''])).toMatchObject({
    step: 'form',
    problem: expect.stringMatching(problem),
  });
  expect(enter(snapshot(), ['', ''])).toMatchObject({
    step: 'form',
    problem: expect.stringMatching(problem),
  });
  expect(enter(snapshot(), ['s', 'yes'])).toMatchObject({ step: 'confirm' });
  expect(enter(snapshot(), ['t', ''])).toMatchObject({ step: 'confirm' });
});

test('an undo is offered although nothing in its form is changed', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'calm' });
  const plan = { ...snapshot(), undoes: { undo: '', title: '', at: 0, plan: snapshot } };
  expect(enter(plan, ['s', ''])).toMatchObject({ step: 'confirm' });
});

test('a failed check of a request is shown at its field, by the label of the form', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'calm' });
  const plan = callPlan(deck.cockpit, {
    operation: 'createImage',
    title: 'Create an image',
    target: 'p',
    input: { params: { pool: 'p' } },
    ask: ['body.name', 'body.size'],
    fields: { 'body.size': { label: 'how large', read: () => ({ value: 'much' }) } },
    undo: '',
  });
  expect(enter(plan, ['x', 'much'])).toMatchObject({
    step: 'form',
    field: 1,
    problem: 'how large: must be a whole number; got "much"',
  });
});

test('a rejection by the service is shown in the words of the form', () => {
  const fields = [
    { name: 'body.size', label: 'new size', hint: '', initial: '', read: () => ({ value: '' }) },
  ];
  expect(inFormWords(fields, 'body.size: must be at least 0; got -1')).toBe(
    'new size: must be at least 0; got -1',
  );
  expect(inFormWords(fields, 'body.maxObjectSize: is missing')).toBe('max object size: is missing');
  expect(inFormWords(fields, 'body: must change at least one of name, protect')).toBe(
    'nothing was changed in the form',
  );
  expect(inFormWords(fields, 'The request body. It is too large')).toBe('The request body. It is too large');
});

test('a change of a pool is not offered if its form is untouched', async () => {
  await openScreen('pools');
  await deck.press('e');
  await fill(deck, []);
  expect(await text()).toMatch(/Nothing has been changed yet/);
  expect(await text()).not.toMatch(/PATCH/);
});

test('after a refusal, Shift-Tab leads back to the form as it was filled in, and what it sends then is checked anew', async () => {
  await openScreen('networks');
  await deck.press('n');
  await guard();
  await deck.type('10.1.0.0');
  await deck.press('tab');
  await deck.type('16');
  await deck.press('tab');
  await deck.type('other\r');
  expect(await text()).toMatch(/Type yes and press Enter to go ahead/);
  expect(await text()).toMatch(/Esc back to the form/);
  await deck.type('yes\r');
  expect(await text()).toMatch(/Nothing was changed[^]*Esc back to the form +q close/);
  await deck.press('shift-tab');
  expect(await text()).toMatch(/address +\* 10\.1\.0\.0[^]*prefix length\* 16/);
  await deck.press('esc', 'esc');
  expect(await text()).not.toMatch(/Create a network/);
});

test('Esc goes one step back, and what was typed is lost only by a second one', async () => {
  await openScreen('pools');
  await deck.press('n');
  await guard();
  await deck.press('esc');
  expect(await text()).not.toMatch(/Create a replicated pool/);

  await deck.press('n');
  await guard();
  await deck.type('new');
  await deck.press('tab', 'down', 'esc');
  expect(await text()).toMatch(/▌ application +│[^]*Enter go on +Esc cancel/);
  await deck.press('esc');
  expect(await text()).toMatch(/Nothing is sent\. Esc again leaves the form: what was typed is lost/);
  await deck.type('rbd\r');
  expect(await text()).toMatch(/"name":"new","application":"rbd"/);
  await deck.press('esc');
  expect(await text()).toMatch(/▌ application +rbd[^]*Esc again leaves/);
  await deck.press('esc');
  expect(await text()).not.toMatch(/Create a replicated pool/);
});

test('Tab takes the marked value or completes the typed one, and goes on; Enter takes a marked value', async () => {
  await openScreen('pools');
  await deck.press('n');
  await guard();
  await deck.type('new');
  await deck.press('tab', 'down', 'down');
  expect(await text()).toMatch(/Enter take +Esc unmark +Tab next field/);
  await deck.press('tab');
  expect(await text()).toMatch(/application +storefs +│\n[^]*▌ size/);
  await deck.press('shift-tab', 'ctrl-u');
  await deck.type('rb');
  await deck.press('tab');
  expect(await text()).toMatch(/application +rbd +│\n[^]*▌ size/);
  // Several rules begin with it: it is completed as far as they agree, and the field stays.
  await deck.press('tab', 'tab', 'tab');
  await deck.type('repl');
  await deck.press('tab');
  expect(await text()).toMatch(/▌ CRUSH rule +replicated_/);
});

test('Enter does not complete a form while fields below are out of sight', async () => {
  await openScreen('pools', { columns: 60, rows: 16 });
  await deck.press('N');
  await guard();
  await deck.type('ec');
  expect(await text()).toMatch(/Enter next field/);
  await deck.type('\r');
  expect(await text()).toMatch(/▌ application/);
  for (let field = 0; field < 7; field++) await deck.press('tab');
  expect(await text()).toMatch(/▌ description[^]*Enter go on/);
  await deck.type('\r');
  expect(await text()).toMatch(/"name":"ec"/);
});

test('the dialog of a form does not move while one types', async () => {
  await openScreen('pools', { columns: 160, rows: 48 });
  await deck.press('Q');
  await guard();
  const edge = async () => /^.*┌─ Set the quotas/m.exec(await text())?.[0].indexOf('┌');
  const before = await edge();
  await deck.press('ctrl-u');
  for (let digits = 0; digits < 90; digits++) await deck.type('1');
  expect(await edge()).toBe(before);
});
