import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { activeView } from '../../src/screens/activeView.ts';
import { stateOf } from '../../src/screens/crush/editState.ts';
import { screenOf } from '../../src/screens/screens.ts';
import { topScreen } from '../../src/store/session/screenView.ts';
import { confirm, fill } from './dialogSteps.ts';
import { deck, letters, openDeck, openScreen, text } from './openedDeck.ts';

vi.setConfig({ testTimeout: 120_000 });

const GIB = 2 ** 30;
const params = { pool: 'lab' };

async function openImages(names: readonly string[]): Promise<void> {
  await openDeck({ columns: 100, rows: 30, scenario: 'calm' }, 1000);
  const { api } = deck.cockpit;
  await api.createPool({ body: { name: 'lab', application: 'rbd', size: 3, minSize: 2, pgNum: 32 } });
  await deck.clock.advance(10_000);
  for (const name of names) await api.createImage({ params, body: { name, size: GIB } });
  await deck.command('images lab');
  await deck.frame();
}

const filter = (typed: string) => deck.press('/', 'ctrl-u', ...letters(typed), 'enter');
const listNow = () => activeView(deck.cockpit).list()!;
const cursor = () => listNow().handle.get(deck.cockpit).cursor;

/** The object that the delete key would delete. */
function target(): string | undefined {
  const screen = topScreen(deck.cockpit.view.getState())!;
  const action = screenOf(screen)
    .actions?.(deck.cockpit, screen)
    .find(({ id }) => id === 'delete');
  return action && 'plan' in action && action.refused === undefined ? action.plan().target : undefined;
}

test('the cursor stays on its visible row after a filter is cleared', async () => {
  await openImages(['img1', 'img2', 'img3', 'img4']);
  await deck.press('/', ...letters('name:img3'), 'enter');
  expect(target()).toBe('img3');
  await deck.press('esc');
  expect(await text()).toMatch(/\n.img1[^]*▌img3/);
  expect(target()).toBe('img3');
});

test('the row of the cursor is in sight even on a terminal with room for a single row', async () => {
  await openScreen('pools', { rows: 5 });
  for (const name of ['.mgr', 'volumes', 'vm-disks']) {
    expect(await text()).toMatch(`\n▌${name} `);
    await deck.press('down');
  }
});

test.each(['enter', 'right', 'l'])('the key %s opens what the cursor is on', async (key) => {
  await openScreen('nfs');
  await deck.press(key);
  expect(topScreen(deck.cockpit.view.getState())).toMatchObject({
    screen: 'nfs-exports',
    scope: { service: '1' },
  });
});

test('a cancelled filter, or one without matches, leaves the cursor where it was', async () => {
  await openImages(['img1', 'img2', 'img3', 'img4']);
  await deck.press('down', 'down');
  await deck.press('/', ...letters('img1'), 'esc');
  expect(target()).toBe('img3');
  await filter('nosuch');
  expect(target()).toBeUndefined();
  await deck.press('esc');
  expect(target()).toBe('img3');
});

test('a filter that hides the row of the cursor moves it to the first match of the whole filter', async () => {
  await openImages(['img1', 'img2', 'img3', 'img12', 'other']);
  await deck.press('down', 'down');
  expect(target()).toBe('img2');
  await filter('!img2');
  expect(target()).toBe('img1');
  await deck.press('esc', 'end');
  expect(target()).toBe('other');
  await filter('img1');
  expect(target()).toBe('img1');
  await deck.press('esc', 'end');
  await filter('oth');
  await deck.press('backspace');
  expect(target()).toBe('other');
});

test('an image is found by the title of its column', async () => {
  await openImages(['img1', 'img2']);
  await filter('image:img2');
  expect(await text()).toMatch(/\/image:img2, 1\/2/);
});

test('the cursor goes to an object that was created or renamed', async () => {
  await openImages(['img1', 'img2', 'img4']);
  await deck.press('n');
  await fill(deck, ['img3', '1G']);
  await confirm(deck, 'y');
  expect(await text()).toMatch(/▌img3 /);
  expect(target()).toBe('img3');
  await deck.press('e');
  await fill(deck, ['other']);
  await confirm(deck, 'yes');
  expect(await text()).toMatch(/▌other /);
  expect(target()).toBe('other');
});

test('a created object that a filter hides is reported, and the cursor stays', async () => {
  await openImages(['img1', 'img2']);
  await filter('img');
  await deck.press('down', 'n');
  await fill(deck, ['other', '1G']);
  await deck.type('y');
  expect(await text()).toMatch(/the filter \/img hides other: Esc clears the filter\./);
  expect(target()).toBe('img2');
});

test('after a deletion the cursor is on the neighbouring row, even if rows were added above meanwhile', async () => {
  await openImages(['img2', 'img4', 'img6', 'img8']);
  await deck.press('down');
  const { api } = deck.cockpit;
  await api.createImage({ params, body: { name: 'img1', size: GIB } });
  await api.createImage({ params, body: { name: 'img3', size: GIB } });
  await deck.press('ctrl-r');
  expect(target()).toBe('img4');
  await deck.press('D');
  await confirm(deck, 'img4');
  await deck.clock.advance(60_000);
  await deck.frame();
  expect(target()).toBe('img6');
});

test('in a filtered tree the cursor is on the first match, and Space marks it', async () => {
  await openScreen('crush-edit');
  await filter('stor-04');
  await deck.press('space');
  expect(await text()).toMatch(/1 marked/);
  const { byId } = deck.cockpit.facts.tree();
  const { marked } = stateOf(topScreen(deck.cockpit.view.getState()));
  expect(Array.from(marked, (id) => byId.get(id)?.name)).toEqual(['stor-04']);
});

test('in the filtered pane of the tree the cursor is on the first match, and can be moved up to its parents', async () => {
  await openDeck({ columns: 120, rows: 40, scenario: 'calm' });
  await deck.press('5', 'f');
  await filter('stor-04');
  const node = () => deck.cockpit.facts.tree().byId.get(Number(cursor()))?.name;
  expect(node()).toBe('stor-04');
  await deck.press('up');
  expect(node()).not.toBe('stor-04');
  const above = node();
  await deck.clock.advance(10_000);
  expect(node()).toBe(above);
});

type Step =
  | { readonly kind: 'press'; readonly keys: readonly string[] }
  | { readonly kind: 'filter'; readonly text: string }
  | { readonly kind: 'created' | 'deleted'; readonly number: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('press' as const),
    keys: fc.constantFrom(
      ['down'],
      ['up'],
      ['end'],
      ['home'],
      ['I'],
      ['>'],
      ['ctrl-r'],
      ['pagedown'],
      ['!'],
      ['!'],
    ),
  }),
  fc.record({
    kind: fc.constant('filter' as const),
    text: fc.constantFrom('', 'img1', 'img2', '!img1', 'nosuch', 'image:2'),
  }),
  fc.record({
    kind: fc.constantFrom('created' as const, 'deleted' as const),
    number: fc.integer({ min: 10, max: 29 }),
  }),
);

const MOVES = new Set(['down', 'up', 'end', 'home', 'pagedown']);

async function take(next: Step): Promise<void> {
  const { api } = deck.cockpit;
  if (next.kind === 'press') await deck.press(...next.keys);
  else if (next.kind === 'filter') await (next.text === '' ? filter(' ') : filter(next.text));
  else {
    const name = `img${next.number}`;
    const done =
      next.kind === 'created'
        ? api.createImage({ params, body: { name, size: GIB * next.number } })
        : api.deleteImage({ params: { ...params, rbd: name }, body: { thisWillDeleteData: name } });
    await done.catch(() => undefined);
    await deck.clock.advance(30_000);
  }
  await deck.frame();
}

test('a key acts on the row under the visible cursor, whatever is filtered, sorted, created and deleted', async () => {
  await openImages(['img10', 'img12', 'img15', 'img20', 'img22', 'img27']);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      for (const next of steps) {
        const before = cursor();
        await take(next);
        const { ids } = listNow();
        const now = cursor();
        if (ids.length === 0) {
          expect(target()).toBeUndefined();
          expect(now).toBe(before);
          continue;
        }
        expect(ids).toContain(now);
        expect(target()).toBe(now);
        expect(await text()).toMatch(new RegExp(`▌${now} `));
        const moved = next.kind === 'press' && next.keys.some((key) => MOVES.has(key));
        if (!moved && before !== undefined && ids.includes(before)) expect(now).toBe(before);
      }
    }),
    { numRuns: 12 },
  );
});
