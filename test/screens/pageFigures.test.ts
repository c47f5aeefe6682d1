import { expect, test } from 'vitest';
import { Refusal } from '../../src/service/engine.ts';
import { answering, deck, openScreen, see, text } from './openedDeck.ts';

/** The number of graphs of a pool that were read so far. */
const graphsRead = () =>
  deck.cockpit.requests.list().filter(({ path }) => path.includes('template-pool-name')).length;

test('a page reads its graphs only while it is open, one request each, as often as charts', async () => {
  await openScreen('pools', { columns: 160, rows: 48 });
  await deck.press('down');
  await deck.clock.advance(20_000);
  expect(graphsRead()).toBe(0);
  await deck.press('d');
  await see(/read throughput +\S+ \S+ +▁*[▂-█]+ +last 1h\n/);
  expect(graphsRead()).toBe(4);
  await deck.clock.advance(10_000);
  expect(graphsRead()).toBe(8);
  await deck.press('esc');
  await deck.clock.advance(60_000);
  expect(graphsRead()).toBe(8);
});

test('a page has no figures over time where the service has no graphs', async () => {
  const refuse = () => {
    throw new Refusal(404, 'no such graph');
  };
  await openScreen('pools', { columns: 160, rows: 48, ...answering({ getGraph: refuse }) });
  await deck.press('d');
  await see(/Pool \S+ +✓ whole/);
  await deck.clock.advance(3000);
  expect(graphsRead()).toBe(4);
  expect(await text()).not.toMatch(/throughput|last 1h/);
});

test('figures that were read long ago are not shown when the page is opened again', async () => {
  let isBroken = false;
  await openScreen('pools', {
    wrap: (transport) => ({
      ...transport,
      send: (id, input, options) =>
        isBroken && id === 'getGraph' ? new Promise(() => undefined) : transport.send(id, input, options),
    }),
  });
  await deck.press('d');
  await see(/last 1h/);
  await deck.press('esc');
  isBroken = true;
  await deck.clock.advance(60_000);
  await deck.press('d');
  await see(/Pool \S+ +✓ whole/);
  expect(await text()).not.toMatch(/last 1h/);
});

test('a copied page includes its figures over time', async () => {
  await openScreen('pools');
  await deck.press('d');
  await see(/last 1h/);
  await deck.press('c');
  expect(deck.copied.join('\n')).toMatch(/\nread throughput +\S+ B\/s +\S+ +last 1h\n/);
});

test('on a page that is longer than the screen the figures come last', async () => {
  await openScreen('pools', { columns: 80, rows: 16 });
  await deck.press('d', 'end');
  const page = await see(/last 1h/);
  expect(page).toMatch(/o {2}placement groups[^]+last 1h/);
});
