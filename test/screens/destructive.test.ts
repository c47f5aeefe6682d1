import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Plan } from '../../src/store/action/plan.ts';
import { deletePool } from './deletePool.ts';
import { plainText } from './roleMap.ts';
import { type ShownDeck, showDeck } from './shownDeck.tsx';

let deck: ShownDeck;
let sent: string[];
beforeAll(async () => {
  deck = await showDeck({
    columns: 80,
    rows: 24,
    scenario: 'calm',
    wrap: (inner) => ({
      send(id, input, options) {
        if (id === 'deletePool') sent.push(JSON.stringify(input));
        return inner.send(id, input, options);
      },
      download: (url, options) => inner.download(url, options),
      close: () => inner.close(),
    }),
  });
  await deck.clock.advance(1000);
});
afterAll(() => deck[Symbol.asyncDispose]());
beforeEach(() => {
  sent = [];
  deck.cockpit.view.setState({ overlays: [] });
});

const text = async () => plainText(await deck.frame());

async function open(change: Partial<Plan> = {}): Promise<void> {
  deck.cockpit.propose({ ...deletePool, ...change });
  await deck.clock.advance(400);
}

test('a destructive action needs the exact name and Enter, then counts down, and is sent at the end only', async () => {
  await open();
  await deck.type('volumes\r');
  expect(await text()).toMatch(/Sending in 5 s\. Any key cancels it/);
  await deck.clock.advance(3000);
  expect(await text()).toMatch(/Sending in 2 s/);
  expect(sent).toEqual([]);
  await deck.clock.advance(2500);
  expect(sent).toEqual([
    JSON.stringify({ params: { name: 'volumes' }, body: { thisWillDeleteData: 'volumes' } }),
  ]);
});

test.each(['x', '\r', 'y'])(
  'the key %j cancels the countdown of a destructive action, which can be confirmed again',
  async (key) => {
    await open();
    await deck.type('volumes\r');
    await deck.type(key);
    expect(await text()).toMatch(/Cancelled: nothing was sent/);
    await deck.clock.advance(6000);
    expect(sent).toEqual([]);
    await deck.type('volumes\r');
    await deck.clock.advance(5500);
    expect(sent).toHaveLength(1);
  },
);

test.each([
  ['Ctrl-C', () => deck.type('\u0003')],
  ['Esc', () => deck.press('esc')],
])('%s closes the dialog of a destructive action that counts down', async (_, press) => {
  await open();
  await deck.type('volumes\r');
  await press();
  await deck.clock.advance(6000);
  expect(await text()).not.toMatch(/Delete pool/);
  expect(sent).toEqual([]);
});

test.each(['volume', 'Volumes', 'volumes2', 'yes', ''])(
  'the word %j does not confirm a destructive action',
  async (word) => {
    await open();
    await deck.type(`${word}\r`);
    const shown = await text();
    expect(shown).toMatch(/That is not volumes\./);
    expect(shown.match(/Type volumes and press Enter/g)).toHaveLength(1);
    await deck.clock.advance(6000);
    expect(sent).toEqual([]);
  },
);

test('Ctrl-U erases the typed name and Ctrl-W its last word, as in every other input', async () => {
  await open({ target: 'volumes' });
  await deck.type('my volume');
  await deck.type('\u0017');
  expect(await text()).toMatch(/> my *│/);
  await deck.type('\u0015');
  expect(await text()).toMatch(/> *│/);
  await deck.type('volumes\r');
  expect(await text()).toMatch(/Sending in 5 s/);
});

test('a destructive action is not sent if its object disappeared meanwhile', async () => {
  await open({ stillThere: () => false });
  await deck.type('volumes\r');
  expect(await text()).toMatch(/volumes changed or went away while this was open; nothing was sent/);
  await deck.clock.advance(6000);
  expect(sent).toEqual([]);
});

test('an action that a check blocks is not sent, whatever is typed', async () => {
  await open({ checks: () => [{ level: 'block', text: 'it is still in use' }] });
  await deck.type('volumes\r');
  await deck.clock.advance(6000);
  expect(await text()).toMatch(/it is still in use/);
  expect(sent).toEqual([]);
});

test('keys that arrive just after the dialog opened are ignored', async () => {
  deck.cockpit.propose(deletePool);
  await deck.frame();
  await deck.type('volumes\r');
  await deck.clock.advance(6000);
  expect(await text()).toMatch(/Type volumes and press Enter/);
  expect(sent).toEqual([]);
});
