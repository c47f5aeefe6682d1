import { afterEach, expect, test, vi } from 'vitest';
import fc from 'fast-check';
import { checkSubject } from '../../src/screens/healthLinks.ts';
import { namesPattern } from '../../src/screens/traces.ts';
import { compilePattern } from '../../src/store/pattern.ts';
import type { HealthCheck } from '../../src/store/select/health.ts';
import { textOf } from './areas/dialogSteps.ts';
import { type DeckOptions, type ShownDeck, showDeck } from './shownDeck.tsx';

vi.setConfig({ testTimeout: 30_000 });

let deck: ShownDeck | undefined;
afterEach(async () => {
  await deck?.[Symbol.asyncDispose]();
  deck = undefined;
});

async function open(options: Partial<DeckOptions> = {}): Promise<ShownDeck> {
  deck = await showDeck({ columns: 120, rows: 36, ...options });
  await deck.clock.advance(2000);
  return deck;
}

test('L on a check shows the lines on its coming, and on what it names', async () => {
  const shown = await open({ scenario: 'host-down' });
  await shown.press('L');
  const text = await textOf(shown);
  expect(text).toMatch(/4 Log[^\n]*\\b\(OSD_HOST_DOWN\|stor-07\)\\b/);
  expect(text).toMatch(/mon +\S* cluster \[INF\] osd\.3\d failed/);
  expect(text).toMatch(/Health check failed: 1 host/);
});

test('o on a check leads to what it names', async () => {
  const shown = await open({ scenario: 'osd-down' });
  const { checks } = shown.cockpit.facts.health();
  const index = checks.findIndex(({ code }) => code === 'OSD_DOWN');
  await shown.press(...Array.from({ length: index }, () => 'down'), 'o');
  const menu = await textOf(shown);
  const name = /(osd\.\d+) in the pane of disks/.exec(menu)?.[1];
  expect(name).toBeDefined();
  await shown.press('enter');
  expect(await textOf(shown)).toMatch(new RegExp(`3 Disks and OSDs[^]*${name}`));
  expect(shown.cockpit.view.getState()).toMatchObject({ focus: 'disks', zoomed: true });
});

test('L on an OSD shows its unit and the kernel of its server; where that is silent, what others say of it', async () => {
  const shown = await open({ scenario: 'osd-down' });
  await shown.press('3', 'L');
  const row = shown.cockpit.facts.osds()[0]!;
  expect(shown.cockpit.view.getState()).toMatchObject({
    focus: 'logs',
    logs: { services: [`osd.${row.osdId}`, 'kernel'], servers: [row.serverId], filter: '' },
  });
  await shown[Symbol.asyncDispose]();
  const silent = await open({ scenario: 'host-down' });
  await silent.press('3', 'L');
  expect(silent.cockpit.view.getState()).toMatchObject({ logs: { services: [], servers: [] } });
  expect(await textOf(silent)).toMatch(/osd\.30 failed/);
});

test('L and T stand in the details of a row too', async () => {
  const shown = await open({ scenario: 'osd-down' });
  await shown.press('3', 'd');
  expect(await textOf(shown)).toMatch(/L log +T tasks +o related/);
  await shown.press('T');
  expect(shown.cockpit.view.getState()).toMatchObject({ focus: 'tasks', overlays: [] });
});

test('what has no traces says so', async () => {
  const shown = await open();
  await shown.press('5');
  await shown.type('L');
  expect(await textOf(shown)).toMatch(/it has no log and no tasks of its own/);
});

test('L on a task shows everything since it began', async () => {
  const shown = await open({ scenario: 'recovery' });
  await shown.cockpit.api.deepScrubOsd({ params: { osdId: 3 } }).catch(() => undefined);
  await shown.clock.advance(10_000);
  await shown.press('6');
  const [task] = shown.cockpit.facts.tasks();
  await shown.press('L');
  if (task?.startedAt === undefined) expect(await textOf(shown)).toMatch(/6 Tasks|it has no log/);
  else expect(shown.cockpit.view.getState().logs.since).toBe(task.startedAt / 1000);
});

test('a check is looked for by its code and by the daemons and hosts that it names', () => {
  const check: HealthCheck = {
    code: 'OSD_DOWN',
    level: 'warn',
    message: '2 osds down',
    count: 2,
    since: undefined,
    sinceExact: false,
    isNew: false,
    muted: false,
    detail: ['osd.3 (root=default,host=stor-01) is down', 'osd.30 (root=default,host=stor-01) is down'],
    meaning: undefined,
    remedy: undefined,
    raw: undefined,
  };
  expect(checkSubject(check).names).toEqual(['OSD_DOWN', 'osd.3', 'osd.30', 'stor-01']);
});

test('a name finds itself and not a longer one', () => {
  const pattern = compilePattern(namesPattern(['osd.3']));
  expect(pattern.matches('osd.3 failed')).toBe(true);
  expect(pattern.matches('osd.30 failed')).toBe(false);
  fc.assert(
    fc.property(fc.stringMatching(/^\w[ -~]{0,20}\w$/), (name) => {
      expect(compilePattern(namesPattern([name])).matches(`a line on ${name}, and more`)).toBe(true);
    }),
  );
});
