import { expect, test } from 'vitest';
import {
  addPlan,
  askToLeave,
  classPlan,
  renamePlan,
  requestPlan,
  reweightPlan,
} from '../../../src/screens/crush/editForms.ts';
import { editActions, nodeActions } from '../../../src/screens/crush/editKeys.ts';
import { edited, screenNow, takeSteps } from '../../../src/screens/crush/editState.ts';
import type { Plan, PlanValues } from '../../../src/store/action/plan.ts';
import type { TreeNode } from '../../../src/store/answers/tree.ts';
import { deck, openScreen, text } from '../openedDeck.ts';

const map = () => edited(deck.cockpit, screenNow(deck.cockpit));

function nodeNamed(name: string): TreeNode {
  const found = [...map().tree.byId.values()].find((node) => node.name === name);
  if (found === undefined) throw new Error(`there is no node ${name}`);
  return found;
}

function fieldOf({ fields }: Plan, name: string) {
  const found = fields.find((field) => field.name === name);
  if (found === undefined) throw new Error(`there is no field ${name}`);
  return found;
}

/** Completes the form of a step; returns the reason if the step is not possible. */
function keep({ execution }: Plan, values: PlanValues): string | undefined {
  if (execution.kind !== 'local') throw new Error('the plan sends a request');
  return execution.keep(values) ?? undefined;
}

/** Moves the first OSDs out of the hierarchy. */
const takeOut = (count: number) =>
  takeSteps(
    deck.cockpit,
    Array.from({ length: count }, (_, id) => ({ kind: 'move' as const, id, to: undefined })),
  );

test('a form of the CRUSH editor only notes its change, which u undoes, and sends nothing', async () => {
  await openScreen('crush-edit');
  const [rack, osd] = [nodeNamed('rack1'), nodeNamed('osd.0')];
  const plans = [
    [addPlan(deck.cockpit, rack), 'Add a bucket', 'the map'],
    [renamePlan(deck.cockpit, rack), 'Rename rack1', 'rack1'],
    [reweightPlan(deck.cockpit, osd), 'Reweight osd.0', 'osd.0'],
    [classPlan(deck.cockpit, osd), 'Change the device class of osd.0', 'osd.0'],
  ] as const;
  for (const [plan, title, target] of plans) {
    expect(plan).toMatchObject({
      title,
      target,
      tier: 'read',
      effect: 'Noted with the other changes. Nothing is sent until you request them (r).',
      undo: 'u undoes the last change',
      needs: [],
      refreshes: [],
    });
    expect([plan.checks({}), plan.stillThere]).toEqual([[], undefined]);
    expect(plan.fields.every(({ required, name, label }) => required === (label !== 'below') && name)).toBe(
      true,
    );
  }
});

test('a new bucket has a type that is smaller than its parent, which may be any bucket or none', async () => {
  await openScreen('crush-edit');
  const plan = addPlan(deck.cockpit, nodeNamed('rack2'));
  const [type, below] = [fieldOf(plan, 'type'), fieldOf(plan, 'below')];
  expect(type.choices?.({}).all.map((choice) => choice.text)).toEqual(
    expect.arrayContaining(['host', 'rack', 'root']),
  );
  expect(type.read('Rack')).toEqual({ value: 'RACK' });
  expect(type.read('osd')).toEqual({ problem: expect.stringMatching(/^Type one of host, .*rack.*\.$/) });
  expect([below.initial, below.required]).toEqual(['rack2', false]);
  const choices = below.choices?.({}).all ?? [];
  expect(choices).toHaveLength(16);
  expect(choices).toContainEqual({ text: 'stor-05', hint: 'host' });
  expect(below.read('')).toEqual({ value: undefined });
  expect(below.read('rack3')).toEqual({ value: nodeNamed('rack3').id });
  expect(below.read('osd.0')).toEqual({ problem: 'There is no bucket osd.0.' });
  expect(fieldOf(addPlan(deck.cockpit, undefined), 'below').initial).toBe('');
  expect(keep(plan, { name: 'stor-05', type: 'HOST' })).toBe('a node stor-05 already exists');
  expect(keep(plan, { name: 'dc', type: 'ROOT', below: undefined })).toBeUndefined();
  expect(keep(plan, { name: 'row', type: 'ROW', below: nodeNamed('dc').id })).toBeUndefined();
  expect(map().changes.map(({ words }) => words)).toEqual([
    'add the root dc to the top',
    'add the row row to dc',
  ]);
});

test('an OSD without a reweight is offered its full share, and another reweight or class is noted', async () => {
  await openScreen('crush-edit');
  const bare = { ...nodeNamed('osd.1'), reweight: undefined };
  const { initial, hint, read } = fieldOf(reweightPlan(deck.cockpit, bare), 'reweight');
  expect([initial, hint]).toEqual(['1', '0 (out, no data) to 1 (its full share)']);
  expect(['0', '0.25', '1'].map(read)).toEqual([{ value: 0 }, { value: 0.25 }, { value: 1 }]);
  for (const wrong of ['', '1.01', '-0.1', 'full'])
    expect(read(wrong)).toEqual({ problem: 'Type a number from 0 to 1.' });
  expect(keep(reweightPlan(deck.cockpit, nodeNamed('osd.0')), { reweight: 0.5 })).toBeUndefined();
  const plan = classPlan(deck.cockpit, nodeNamed('osd.0'));
  const field = fieldOf(plan, 'class');
  expect([field.initial, field.names]).toEqual([nodeNamed('osd.0').deviceClass, 'deviceClass']);
  expect(field.choices?.({}).all.map((choice) => choice.text)).toContain('ssd');
  expect([field.read(''), field.read('nvme')]).toEqual([
    { problem: 'It must be filled in.' },
    { value: 'nvme' },
  ]);
  expect(keep(plan, { class: 'two words' })).toBe('a device class is one word, such as ssd');
  expect(keep(plan, { class: 'nvme' })).toBeUndefined();
  expect(map().changes.map(({ words }) => words)).toEqual([
    expect.stringMatching(/reweight of osd\.0 from 1 to 0\.5/),
    expect.stringMatching(/device class of osd\.0 .*nvme/),
  ]);
});

test('a new name of a bucket starts as its present one', async () => {
  await openScreen('crush-edit');
  const plan = renamePlan(deck.cockpit, nodeNamed('rack1'));
  expect(fieldOf(plan, 'name')).toMatchObject({ label: 'new name', initial: 'rack1' });
  expect(fieldOf(plan, 'name').read('a b')).toEqual({ problem: 'Use letters, digits, _, . and -.' });
  expect(keep(plan, { name: 'row-a' })).toBeUndefined();
  expect(map().changes.map(({ words }) => words)).toEqual(['rename rack1 to row-a']);
});

test.each([
  ['1 change', 1, 0, 0],
  ['3 changes', 3, 0, 0],
  ['6 changes', 6, 0, 3],
  ['8 changes', 8, 2, 5],
])(
  'the request for %s names the first six in words, and the first three as commands',
  async (all, count, unnamed, uncommanded) => {
    await openScreen('crush-edit');
    expect(takeOut(count)).toBeUndefined();
    const plan = requestPlan(deck.cockpit);
    const more = (left: number) => (left === 0 ? '' : `; and ${left} more`);
    const { changes } = map();
    const words = changes.slice(0, 6).map((change) => change.words);
    const commands = changes.slice(0, 3).map(({ cli }) => cli);
    expect(plan).toMatchObject({ title: `Request ${all} to the CRUSH map`, target: 'CRUSH map' });
    expect(plan.effect).toBe(
      `${words.join('; ')}${more(unnamed)}. Nothing moves before the request is approved on the management node.`,
    );
    expect(plan.cli?.({})).toBe(`${commands.join('; ')}${more(uncommanded)}`);
  },
);

test('the preview of a request counts the nodes of the map in place of showing them, and all are sent', async () => {
  await openScreen('crush-edit');
  takeOut(2);
  const { execution, checks, needs, refreshes } = requestPlan(deck.cockpit);
  if (execution.kind !== 'call') throw new Error('the plan sends no request');
  expect(execution.operation).toBe('changeCrushMap');
  expect(execution.preview({})).toEqual({ body: { nodes: 'all 74', stray: 'all 2' } });
  expect(execution.input({}).body).toMatchObject({ stray: [{ id: 0 }, { id: 1 }] });
  expect(checks({}).map((check) => check.text)).toContainEqual(expect.stringMatching(/on 2 OSDs/));
  expect([needs.length, refreshes.length]).toEqual([4, 3]);
});

test('a created request is shown with the commands that decide about it, and the changes are no longer pending', async () => {
  await openScreen('crush-edit');
  takeOut(1);
  const { show } = requestPlan(deck.cockpit);
  show?.({ id: 7, state: 'PENDING', description: 'rack4', createdBy: { name: 'eva' } }, {});
  expect(await text()).toMatch(
    /Change request 7[^]*state +PENDING[^]*changes +rack4[^]*requested by +eva[^]*changes approve 7[^]*changes reject 7/,
  );
  await deck.press('esc');
  expect(map().changes).toEqual([]);
  show?.({}, {});
  expect(await text()).toMatch(
    /Change request[^]*state +--[^]*changes +--[^]*requested by +--[^]*approve ID[^]*reject ID/,
  );
});

test.each([
  ['1 change', 1],
  ['2 changes', 2],
])('an operator who leaves with %s not requested yet chooses to stay or to discard', async (words, count) => {
  await openScreen('crush-edit');
  let left = 0;
  askToLeave(deck.cockpit, count, () => left++);
  const menu = deck.cockpit.view.getState().overlays.at(-1);
  if (menu?.kind !== 'menu') throw new Error('no menu is open');
  const [stay, discard] = menu.items();
  expect([menu.title, menu.asks, menu.cursor]).toEqual([`${words} not requested yet`, true, 0]);
  expect([stay?.label, discard?.label]).toEqual(['Stay here', `Discard the ${words} and leave`]);
  stay?.run();
  expect(left).toBe(0);
  discard?.run();
  expect(left).toBe(1);
});

test.each([
  ['rack1', [undefined, undefined, 'only OSDs have that', 'only OSDs have that']],
  ['osd.0', [undefined, 'an OSD cannot be renamed', undefined, undefined]],
])('%s is offered only the changes that its kind allows', async (name, refusals) => {
  await openScreen('crush-edit');
  const actions = nodeActions(deck.cockpit, nodeNamed(name));
  expect(actions.map(({ id, tier }) => `${id} ${tier}`)).toEqual([
    'add read',
    'rename read',
    'reweight read',
    'class read',
  ]);
  expect(actions.map(({ refused }) => refused)).toEqual(refusals);
  const [add] = actions;
  const plan = add && 'plan' in add ? add.plan?.() : undefined;
  expect(plan && fieldOf(plan, 'below').initial).toBe(name === 'osd.0' ? '' : name);
});

test('without a row under the cursor only a bucket is added, and nothing is requested without a change', async () => {
  await openScreen('crush-edit');
  const refusals = nodeActions(deck.cockpit, undefined).map(({ refused }) => refused !== undefined);
  expect(refusals).toEqual([false, true, true, true]);
  expect(editActions(deck.cockpit).map(({ refused }) => refused)).toEqual(['nothing is changed yet']);
  takeOut(1);
  expect(editActions(deck.cockpit).map(({ refused, tier }) => [refused, tier])).toEqual([
    [undefined, 'destructive'],
  ]);
});
