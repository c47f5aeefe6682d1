import { expect, test } from 'vitest';
import { handlerOf } from '../../service/handlerOf.ts';
import { confirm, fill } from '../dialogSteps.ts';
import { deck, openedPage, openScreen, text } from '../openedDeck.ts';

const moves = (count: number, key = 'down') => deck.press(...Array.from({ length: count }, () => key));

test('a host is marked and moved to another rack, and the tree shows it as pending', async () => {
  await openScreen('crush-edit');
  await moves(2);
  await deck.press('space');
  await moves(7);
  await deck.press('p');
  const shown = await text();
  expect(shown).toMatch(/1 changed, r requests them/);
  expect(shown).toMatch(/rack2[^]*~ [^\n]*stor-01 +from rack1[^]*rack3/);
  await deck.press('u');
  expect(await text()).not.toMatch(/changed, r requests/);
});

test('an impossible edit of the tree is refused with the reason and changes nothing', async () => {
  await openScreen('crush-edit');
  await deck.press('down', 'space');
  await moves(5);
  await deck.press('p');
  await deck.press('D');
  expect(await text()).toMatch(/rack2 holds 4 nodes: move them elsewhere first/);
  await deck.press('space');
  await deck.press('u');
  expect(await text()).not.toMatch(/changed, r requests/);
});

test('buckets are added and renamed, OSDs reweighted, and all changes are submitted at once', async () => {
  await openScreen('crush-edit');
  await deck.press('n');
  await fill(deck, ['rack4', 'rack']);
  expect(await text()).toMatch(/rack4 +new/);
  await deck.press('down', 'e');
  await fill(deck, ['row-a']);
  expect(await text()).toMatch(/row-a +was rack1/);
  await deck.press('down', 'right', 'down', 'w');
  await fill(deck, ['0.5']);
  expect(await text()).toMatch(/osd\.0 +reweight 1 > 0\.5/);
  await deck.press('v');
  const words = await text();
  expect(words).toMatch(/add the rack rack4 to default/);
  expect(words).toMatch(/rename rack1 to row-a/);
  expect(words).toMatch(/change the reweight of osd\.0 from 1 to 0\.5/);
  await deck.press('r');
  await deck.clock.advance(400);
  const dialog = await text();
  expect(dialog).toMatch(/Request 3 changes to the CRUSH map/);
  expect(dialog).toMatch(/up to \S+ TiB on 21 OSDs move|up to \S+ [GT]iB on 1 OSD move/);
  await confirm(deck, 'CRUSH map');
  expect(await text()).toMatch(/state[^]*PENDING[^]*storedeck changes approve 1/);
  await deck.press('esc', 'esc');
  expect(await text()).not.toMatch(/changed, r requests/);
  expect((await deck.cockpit.api.getCrushMap({})).nodes?.some(({ name }) => name === 'rack4')).toBe(false);
});

test('in read-only mode the map is edited all the same; only the request is refused', async () => {
  await openScreen('crush-edit', { readOnly: 'forced' });
  await deck.press('n');
  await fill(deck, ['rack4', 'rack']);
  await deck.press('down', 'e');
  await fill(deck, ['row-a']);
  const shown = await text();
  expect(shown).toMatch(/rack4 +new/);
  expect(shown).toMatch(/row-a +was rack1/);
  await deck.type('r');
  expect(await text()).toMatch(/request: Read-only: the configuration says so/);
});

test('a form shows why the CRUSH map refuses its values', async () => {
  await openScreen('crush-edit');
  await deck.press('n');
  await fill(deck, ['rack2', 'rack']);
  const dialog = await text();
  expect(dialog).toMatch(/Nothing was changed[^]*a node rack2 already exists/);
  expect(dialog).not.toMatch(/sends/);
  await deck.press('esc');
  expect(await text()).not.toMatch(/changed, r requests/);
});

test('leaving the editor with changes asks for confirmation', async () => {
  await openScreen('crush-edit');
  await deck.press('n');
  await fill(deck, ['rack4', 'rack']);
  await deck.press('esc');
  expect(await text()).toMatch(/1 change not requested yet/);
  await deck.press('enter');
  expect(await text()).toMatch(/Edit the CRUSH map/);
  await deck.press('q', 'down', 'enter');
  expect(await text()).toMatch(/1 Health/);
});

test('removing a bucket that a rule needs is reported before the change is submitted', async () => {
  await openScreen('crush-edit');
  await deck.press('down', 'down', 'space', 'down', 'space', 'down', 'space', 'down', 'space');
  await deck.press('down', 'p');
  await deck.press('home', 'down', 'D', 'r');
  await deck.clock.advance(400);
  expect(await text()).toMatch(/remove rack1 from default/);
});

test('the menu of actions offers the changes of a node beside the request for all of them', async () => {
  await openScreen('crush-edit');
  await deck.press('down', 'a');
  expect(await text()).toMatch(/Request the changed CRUSH map[^]*Add a bucket[^]*Rename the bucket +e/);
});

test('a node that is put into a closed bucket is shown there, and beside a node that cannot hold it', async () => {
  await openScreen('crush-edit');
  await deck.press('down', 'down', 'right', 'down', 'space');
  await moves(10);
  expect(await text()).toMatch(/▌ +│? *[├└]─▸ stor-06/);
  await deck.press('p');
  expect(await text()).toMatch(/stor-06[^]*osd\.0 +from stor-01/);
  await deck.press('u', 'home', 'down', 'down', 'down', 'space');
  await deck.press('/', ...'osd.25'.split(''), 'enter', 'end', 'p', 'v');
  expect(openedPage().text).toEqual(['move osd.0 from stor-01 to stor-06']);
  await deck.press('esc', 'u', 'esc', 'home', 'down', 'down', 'space');
  await deck.press('/', ...'osd.25'.split(''), 'enter', 'end', 'p');
  expect(await text()).toMatch(/stor-01 is a host and cannot be placed in the host stor-06/);
});

test('changes that no longer fit a newer map are counted in the title, and told among the changes in words', async () => {
  let isGone = false;
  await openScreen('crush-edit', {
    engine: (inner) => ({
      ...inner,
      handlers: {
        ...inner.handlers,
        async getCrushMap(...call) {
          const map = await handlerOf(inner.handlers, 'getCrushMap')(...call);
          const nodes = (map.nodes ?? []).map((node) =>
            node.name === 'rack3' && isGone ? { ...node, name: 'row-a' } : node,
          );
          return { ...map, nodes };
        },
      },
    }),
  });
  await deck.press('v');
  expect(openedPage()).toMatchObject({
    title: 'Changes to the CRUSH map',
    facts: [['changes', '0']],
    text: ['None yet.'],
  });
  await deck.press('esc', 'down', 'e');
  await fill(deck, ['row-a']);
  isGone = true;
  await deck.cockpit.screens.refresh();
  await deck.clock.advance(60_000);
  expect(await text()).toMatch(/1 no longer fit, see v/);
  await deck.press('v');
  expect(openedPage().text).toEqual([
    'None yet.',
    { text: 'no longer fits: a node row-a already exists', role: 'warn' },
  ]);
});

test('while a filter is on, Esc clears it and only q leaves the editor, which asks first', async () => {
  await openScreen('crush-edit');
  await deck.press('down', 'e');
  await fill(deck, ['row-a']);
  await deck.press('/', ...'rack'.split(''), 'enter', 'esc');
  expect(await text()).toMatch(/row-a +was rack1/);
  await deck.press('/', ...'rack'.split(''), 'enter', 'q');
  expect(await text()).toMatch(/1 change not requested yet/);
});

test('a filter on the class of the tree to edit shows the OSDs of that class', async () => {
  await openScreen('crush-edit');
  await deck.press('/', ...'class:nvme'.split(''), 'enter');
  const rows = (await text()).split('\n').filter((line) => /\bosd\.\d+/.test(line));
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter((line) => !/\bnvme\b/.test(line))).toEqual([]);
});
