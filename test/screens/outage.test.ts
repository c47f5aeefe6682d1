import { describe, expect, test } from 'vitest';
import { resources } from '../../src/store/cache/resources.ts';
import { switchable } from './failing.ts';
import { deck, openDeck, text } from './openedDeck.ts';

/** Ends an outage of several minutes, up to the first successful read. */
async function comeBack(service: { on: boolean }): Promise<void> {
  await deck.clock.advance(300_000);
  service.on = true;
  await deck.cockpit.cache.refresh(resources.status);
}

const opened = async (on: boolean, size = { columns: 120, rows: 36 }) => {
  const { state, wrap } = switchable(on);
  await openDeck({ ...size, wrap });
  return state;
};

test('after an outage the whole deck is updated soon after the first answer', async () => {
  const service = await opened(true);
  service.on = false;
  await comeBack(service);
  await deck.clock.advance(6000);
  expect(await text()).not.toMatch(/STALE|failing/);
});

test('after an outage the log is updated soon after the first answer', async () => {
  await comeBack(await opened(false));
  await deck.clock.advance(2000);
  expect(await text()).toMatch(/Log {2}following/);
});

test('after an outage a screen that failed is updated soon after the first answer', async () => {
  const service = await opened(true);
  service.on = false;
  await deck.command('buckets');
  await comeBack(service);
  await deck.clock.advance(1000);
  expect(await text()).not.toMatch(/Nothing listens at/);
});

describe.each([
  { columns: 60, rows: 16 },
  { columns: 80, rows: 24 },
  { columns: 100, rows: 30 },
  { columns: 160, rows: 48 },
])('outage at $columns x $rows', (size) => {
  test('during an outage the deck shows the reason and the next retry, and still the worst check and its cause', async () => {
    const service = await opened(true, size);
    service.on = false;
    await deck.clock.advance(17_000);
    const shown = await text();
    expect(shown).toMatch(/1 Health.*STALE/);
    expect(shown).toMatch(/Failing, next try in \d+s: Nothing/);
    for (const kept of ['PG_DEGRADED', 'CAUSE']) expect(shown).toContain(kept);
    // A small screen only counts the other checks.
    if (size.columns > 80) expect(shown).toContain('OSDMAP_FLAGS');
    service.on = true;
    await deck.cockpit.cache.refresh(resources.status);
    await deck.clock.advance(1000);
    expect(await text()).not.toContain('next try');
  });
});

test('during an outage an enlarged pane and a screen show the reason and the next retry', async () => {
  const service = await opened(true, { columns: 80, rows: 24 });
  await deck.command('buckets');
  await deck.clock.advance(1000);
  service.on = false;
  await deck.clock.advance(20_000);
  expect(await text()).toMatch(/Failing, next try in \d+s: Nothing listens at [\s\S]*is the address/);
  await deck.press('q', '3', 'f');
  expect(await text()).toMatch(/Failing, next try in \d+s: Nothing listens at [\s\S]*is the address/);
  await deck.press('=');
  expect(await text()).toMatch(/Failing, polling is paused: /);
});

test('the data becomes stale while the service does not answer', async () => {
  const service = await opened(true);
  expect(await text()).toMatch(/data now .* store now/);
  service.on = false;
  await deck.clock.advance(17_000);
  expect(await text()).toMatch(/data 15s .* store 15s/);
});
