import { expect, test } from 'vitest';
import type { ClusterStatus } from '../../../src/api/contract/cluster.ts';
import { answering, deck, openDeck, openedPage, text } from '../openedDeck.ts';

/** A cluster with a number of checks. */
const amiss = (count: number) =>
  answering({
    getClusterStatus: (): Promise<ClusterStatus> => {
      const checks = Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `AMISS_${String(at).padStart(2, '0')}`,
          { severity: 'HEALTH_WARN' as const, summary: { message: 'something', count: 1 }, detail: [] },
        ]),
      );
      return Promise.resolve({ storeStatus: { health: { status: 'HEALTH_WARN', checks } } });
    },
  });

const seen = async () => (await text()).match(/AMISS_\d\d/g) ?? [];
const chosen = async () => (await text()).split('\n').findIndex((line) => line.startsWith('▌'));

test.each([
  [80, 24],
  [200, 50],
])('paging shows all of many health checks at %ix%i', async (columns, rows) => {
  await openDeck({ columns, rows, scenario: 'calm', ...amiss(60) });
  const all = new Set(await seen());
  for (let page = 0; page < 60; page++) {
    await deck.press('pagedown');
    for (const code of await seen()) all.add(code);
  }
  expect(all.size).toBe(60);
});

test('the list of health checks scrolls by half a page when the cursor leaves it', async () => {
  await openDeck({ columns: 200, rows: 50, scenario: 'calm', ...amiss(60) });
  let before = await chosen();
  let jumps = 0;
  for (let press = 0; press < 40; press++) {
    await deck.press('down');
    const now = await chosen();
    if (now !== before + 1) jumps++;
    before = now;
  }
  expect(jumps).toBeGreaterThan(1);
  expect(jumps).toBeLessThan(9);
});

test('the verdict, the other causes included, stands above the checks, which have the cursor', async () => {
  const rows = async (...parts: readonly RegExp[]) => {
    const lines = (await text()).split('\n');
    return parts.map((part) => lines.findIndex((line) => part.test(line)));
  };
  const expectOrder = (found: readonly number[]) => {
    expect(found.every((row) => row > 0)).toBe(true);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
  };
  await openDeck({ columns: 100, rows: 30, scenario: 'rack-partition' });
  expectOrder(await rows(/HEALTH_WARN for/, /^ BLOCK /, /^ CAUSE /, /^ DO /, /^ HEAL /, /^▌. OSD_RACK_DOWN/));
  await openDeck({ columns: 160, rows: 48, scenario: 'pg-unfound' });
  await deck.clock.advance(30_000);
  expectOrder(await rows(/^ CAUSE /, /^ HEAL /, /^ AND /, /^▌/));
});

test('several causes are counted where they have no line of their own, and a single one is not', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'pg-unfound' });
  await deck.clock.advance(30_000);
  expect(await text()).toMatch(/HEALTH_\w+ for \S+ {2}3 causes, \d checks/);
  await openDeck({ columns: 80, rows: 24, scenario: 'host-down' });
  await deck.clock.advance(30_000);
  expect(await text()).toMatch(/HEALTH_WARN for \S+ {2}3 checks/);
});

test('the page of a check has a dash for what it does not say, and shows a check of an unknown format as it is', async () => {
  const checks = {
    BARE: { severity: 'HEALTH_WARN' as const },
    ODD: 'something else',
    OSD_DOWN: {
      severity: 'HEALTH_ERR' as const,
      summary: { message: '3 osds down', count: 3 },
      muted: true,
      detail: [{ message: 'osd.1 is down' }],
    },
  };
  const status: unknown = { storeStatus: { health: { status: 'HEALTH_ERR', checks } } };
  await openDeck({
    columns: 140,
    rows: 48,
    scenario: 'calm',
    ...answering({ getClusterStatus: () => Promise.resolve(status as ClusterStatus) }),
  });
  const codes = deck.cockpit.facts.health().checks.map(({ code }) => code);
  const pages: Record<string, ReturnType<typeof openedPage>> = {};
  for (const code of codes) {
    await deck.press('d');
    pages[code] = openedPage();
    await deck.press('esc', 'down');
  }
  const factsOf = (code: string) => Object.fromEntries(pages[code]?.facts ?? []);
  expect(factsOf('OSD_DOWN')).toMatchObject({ severity: 'error', count: '3', muted: 'yes' });
  expect(factsOf('BARE')).toMatchObject({ severity: 'warn', count: '--', muted: 'no' });
  const texts = (code: string) =>
    (pages[code]?.text ?? []).map((line) => (typeof line === 'string' ? line : line.text));
  const down = texts('OSD_DOWN');
  expect(down[0]).toBe('3 osds down');
  expect(down).toEqual(
    expect.arrayContaining(['What it means', 'First remedy', 'Detail (1)', 'osd.1 is down']),
  );
  expect(down).not.toContain('Raw data');
  expect(texts('BARE')).toContain('Detail (0)');
  expect(texts('ODD').slice(-3)).toEqual(['', 'Raw data', expect.stringContaining('something else')]);
});
