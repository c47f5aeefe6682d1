import { expect, test } from 'vitest';
import type { OperationId } from '../../../src/api/contract/index.ts';
import { submitTyped } from '../../../src/app/keys/action.ts';
import type { Plan } from '../../../src/store/action/plan.ts';
import { composed } from '../../../src/store/cache/resource.ts';
import { changeTop, popOverlay, pushOverlay } from '../../../src/store/session/view.ts';
import { calling, deletePool } from '../../screens/deletePool.ts';
import { answering, deck, openDeck, openScreen, see, text } from '../../screens/openedDeck.ts';
import type { DeckOptions } from '../../screens/shownDeck.tsx';
import { rejected } from '../../store/fakeApi.ts';

/** The ids of the requests that were sent. */
const sent: OperationId[] = [];
const count = (id: OperationId) => sent.filter((one) => one === id).length;

async function open(options: Partial<DeckOptions> = {}): Promise<void> {
  sent.length = 0;
  await openDeck({
    columns: 100,
    rows: 30,
    scenario: 'calm',
    wrap: (inner) => ({
      ...inner,
      send(id, input, sending) {
        sent.push(id);
        return inner.send(id, input, sending);
      },
    }),
    ...options,
  });
}

const scrub: Plan = {
  ...deletePool,
  title: 'Deep-scrub osd.1',
  execution: calling('deepScrubOsd', { params: { osdId: 1 } }),
  tier: 'disruptive',
};

/** Opens the dialog of an action and types its word, without the final Enter. */
async function fill(plan: Plan, word: string): Promise<void> {
  deck.cockpit.propose(plan);
  await deck.clock.advance(400);
  await deck.type(word);
}

/** The reply to an earlier request, which covers the dialog. */
const cover = () =>
  pushOverlay(deck.cockpit.view, {
    kind: 'json',
    title: 'A reply',
    value: {},
    toggled: new Set(),
    search: '',
    searching: false,
    cursor: 0,
  });

test('a dialog accepts keys even if the system clock was set back an hour', async () => {
  await open();
  deck.cockpit.propose(scrub);
  deck.clock.set(-3_600_000);
  await deck.clock.advance(400);
  await deck.type('yes\r');
  expect(count('deepScrubOsd')).toBe(1);
});

test('two Enters in one tick send one request', async () => {
  await open();
  await fill(scrub, 'yes');
  submitTyped(deck.cockpit);
  submitTyped(deck.cockpit);
  await deck.frame();
  expect(count('deepScrubOsd')).toBe(1);
});

test('a reversible action needs one y that was typed alone, after a moment, and Enter only says so', async () => {
  await open();
  deck.cockpit.propose({ ...scrub, tier: 'reversible' });
  await deck.clock.advance(100);
  await deck.type('y');
  await deck.clock.advance(400);
  await deck.send('yy');
  expect(count('deepScrubOsd')).toBe(0);
  await deck.type('\r');
  expect(await text()).toContain('Enter confirms nothing here: press y.');
  expect(count('deepScrubOsd')).toBe(0);
  await deck.type('xy');
  expect(count('deepScrubOsd')).toBe(1);
});

test('a dialog stays scrolled while its field is typed, and the next field is read from its beginning', async () => {
  await openScreen('nfs');
  await deck.press('enter', 'n');
  changeTop(deck.cockpit.view, 'action', (dialog) => ({ ...dialog, top: 3, read: true }));
  await deck.type('/a');
  const onTop = () => deck.cockpit.view.getState().overlays.at(-1);
  expect(onTop()).toMatchObject({ top: 3, read: true });
  await deck.press('tab');
  expect(onTop()).not.toHaveProperty('top');
  expect(onTop()).not.toHaveProperty('read');
});

test('a dialog states the age of the checked data once', async () => {
  await openScreen('pools');
  // The flags are not read outside the deck, and a new pool does not depend on them.
  await deck.clock.advance(120_000);
  await deck.press('n');
  await deck.clock.advance(400);
  expect(await text()).not.toMatch(/NO BLOCKER FOUND/);
  await deck.type('new\r');
  expect(await text()).toMatch(/✓ NO BLOCKER FOUND/);
  expect(await text()).toMatch(/checked on data read just now/);
});

test('the age of the checked data grows while the view is paused', async () => {
  let isUp = true;
  const read = () => (isUp ? Promise.resolve({}) : Promise.reject(rejected(503)));
  await open();
  await deck.press('=');
  deck.cockpit.propose({ ...scrub, needs: [composed({ key: ['failing'], read })] });
  expect(await see(/checked on data read/)).toMatch(/read just now/);
  isUp = false;
  await deck.clock.advance(60_000);
  expect(await text()).toMatch(/checked on data read (?:\d\ds|1m\S*) ago/);
});

/** A read that the checks of an action wait for. */
const hanging = (read: Promise<object>) => composed({ key: ['hanging'], read: () => read });

test('a dialog covered by a reply continues with its checks', async () => {
  await open();
  const learned = Promise.withResolvers<object>();
  deck.cockpit.propose({ ...scrub, needs: [hanging(learned.promise)] });
  await deck.frame();
  cover();
  learned.resolve({});
  await deck.frame();
  popOverlay(deck.cockpit.view);
  expect(await text()).toMatch(/Type yes and press Enter/);
});

test('a dialog that was closed during its checks stays closed', async () => {
  await open();
  const learned = Promise.withResolvers<object>();
  deck.cockpit.propose({ ...scrub, tier: 'read', needs: [hanging(learned.promise)] });
  await deck.frame();
  popOverlay(deck.cockpit.view);
  learned.resolve({});
  expect(await text()).not.toMatch(/Deep-scrub osd\.1/);
  expect(count('deepScrubOsd')).toBe(0);
});

test('a countdown covered by a reply pauses until it is visible again', async () => {
  await open();
  await fill(deletePool, 'volumes');
  await deck.type('\r');
  cover();
  await deck.clock.advance(20_000);
  expect(count('deletePool')).toBe(0);
  popOverlay(deck.cockpit.view);
  expect(await text()).toMatch(/Sending in 5 s/);
  await deck.clock.advance(6000);
  expect(count('deletePool')).toBe(1);
});

const measure: Plan = {
  ...scrub,
  title: 'Measure a disk',
  execution: calling('benchmarkDisk', { params: { diskId: 1 } }),
};

test.each([{ state: 'RUNNING' }, { done: false }])('a task named by %j is followed', async (told) => {
  await open(
    answering({ benchmarkDisk: () => ({ id: 77, ...told }), getTask: () => ({ id: 77, done: true }) }),
  );
  await fill(measure, 'yes');
  submitTyped(deck.cockpit);
  await deck.clock.advance(2000);
  expect(await text()).toMatch(/Measure a disk: task 77 finished/);
});

test('a task is not followed after the console has ended', async () => {
  const task = () => ({ id: 77, state: 'RUNNING' });
  await open(answering({ benchmarkDisk: task, getTask: task }));
  await fill(measure, 'yes');
  submitTyped(deck.cockpit);
  await deck.clock.advance(5000);
  expect(count('getTask')).toBeGreaterThan(3);
  await deck[Symbol.asyncDispose]();
  const before = count('getTask');
  await deck.clock.advance(600_000);
  expect(count('getTask')).toBe(before);
});
