import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkNames } from '../../src/screens/health/checkNames.ts';
import { checkPattern } from '../../src/screens/health/links.ts';
import { namesPattern } from '../../src/screens/namesPattern.ts';
import { buildTree } from '../../src/store/answers/tree.ts';
import { compilePattern } from '../../src/store/filter/pattern.ts';
import { deck, openDeck, text } from './openedDeck.ts';
import type { DeckOptions } from './shownDeck.tsx';

const open = (options: Partial<DeckOptions> = {}) => openDeck({ columns: 120, rows: 36, ...options }, 2000);

test('the key L on a check shows the log lines about its beginning and the objects it names', async () => {
  await open({ scenario: 'host-down' });
  await deck.press('L');
  const found = await text();
  expect(found).toMatch(/4 Log[^\n]*about OSD_HOST_DOWN, /);
  expect(found).toMatch(/mon +\S* cluster \[INF\] osd\.3\d failed/);
  expect(found).toMatch(/Health check failed: 1 host/);
});

test('the key L on a check that names nothing shows the line that explains it, under a title in words', async () => {
  await open({ scenario: 'osd-down' });
  const { checks } = deck.cockpit.facts.health();
  expect(checks[0]).toMatchObject({ code: 'PG_DEGRADED' });
  await deck.press('L');
  const found = await text();
  expect(found).toMatch(/4 Log[^\n]*about PG_DEGRADED, /);
  expect(found).toMatch(/cluster \[INF\] osd\.11 failed/);
});

test('the key o on a check leads to the objects it names', async () => {
  await open({ scenario: 'osd-down' });
  const { checks } = deck.cockpit.facts.health();
  const index = checks.findIndex(({ code }) => code === 'OSD_DOWN');
  await deck.press(...Array.from({ length: index }, () => 'down'), 'o');
  const menu = await text();
  const name = /(osd\.\d+) in the disks pane/.exec(menu)?.[1];
  expect(name).toBeDefined();
  await deck.press('enter');
  expect(await text()).toMatch(new RegExp(`3 Disks and OSDs[^]*${name}`));
  expect(deck.cockpit.view.getState()).toMatchObject({ focus: 'disks', zoomed: true });
});

test('the key L on an OSD shows its unit and the kernel of its server, or what others say about it if it is silent', async () => {
  await open({ scenario: 'osd-down' });
  await deck.press('3', 'L');
  const row = deck.cockpit.facts.osds()[0]!;
  expect(deck.cockpit.view.getState()).toMatchObject({
    focus: 'logs',
    logs: { services: [`osd.${row.osdId}`, 'kernel'], servers: [row.serverId], filter: '' },
  });
  await open({ scenario: 'host-down' });
  await deck.press('3', 'L');
  expect(deck.cockpit.view.getState()).toMatchObject({ logs: { services: [], servers: [] } });
  expect(await text()).toMatch(/osd\.30 failed/);
});

test('the keys L and T work in the details of a row', async () => {
  await open({ scenario: 'osd-down' });
  await deck.press('3', 'd');
  expect(await text()).toMatch(/L log +T tasks +o related/);
  await deck.press('T');
  expect(deck.cockpit.view.getState()).toMatchObject({ focus: 'tasks', overlays: [] });
});

test('a row without related activity says so', async () => {
  await open();
  await deck.press('5');
  await deck.type('L');
  expect(await text()).toMatch(/it has no log and no tasks of its own/);
});

test('the key L on a task shows all log lines since it began', async () => {
  await open({ scenario: 'recovery' });
  await deck.cockpit.api.deepScrubOsd({ params: { osdId: 3 } }).catch(() => undefined);
  await deck.clock.advance(10_000);
  await deck.press('6');
  const [task] = deck.cockpit.facts.tasks();
  await deck.press('L');
  if (task?.startedAt === undefined) expect(await text()).toMatch(/6 Tasks|it has no log/);
  else expect(deck.cockpit.view.getState().logs.since).toBe(task.startedAt / 1000);
});

test('a check is searched by its code and by the daemons and hosts that it names', () => {
  const check = {
    code: 'OSD_DOWN',
    message: '2 osds down',
    detail: ['osd.3 (root=default,host=stor-01) is down', 'osd.30 (root=default,host=stor-01) is down'],
  };
  const names = checkNames(check, { tree: buildTree(undefined), servers: [], checks: [check], causes: [] });
  expect(names).toMatchObject({ daemons: ['osd.3', 'osd.30'], hosts: ['stor-01'] });
  const pattern = compilePattern(checkPattern('OSD_DOWN', names));
  for (const line of [
    'osd.30 failed',
    'ceph-osd@3.service: exited',
    'stor-01 kernel',
    '1 osds down (OSD_DOWN)',
  ])
    expect(pattern.matches(line), line).toBe(true);
  for (const line of ['osd.31 failed', 'osd.300', 'stor-011', 'mon.3'])
    expect(pattern.matches(line), line).toBe(false);
});

test('everything below a bucket that is down belongs to its check: its servers and its OSDs', () => {
  const node = (
    id: number,
    type: 'ROOT' | 'RACK' | 'HOST' | 'OSD',
    name: string,
    children: number[] = [],
  ) => ({
    id,
    type,
    name,
    children,
  });
  const tree = buildTree({
    nodes: [
      node(-1, 'ROOT', 'default', [-2, -3]),
      node(-2, 'RACK', 'rack1', [-4]),
      node(-3, 'RACK', 'rack2', [-5]),
      node(-4, 'HOST', 'stor-01', [0, 1]),
      node(-5, 'HOST', 'stor-02', [2]),
      ...[0, 1, 2].map((id) => node(id, 'OSD', `osd.${id}`)),
    ],
    stray: [],
  });
  const check = {
    code: 'OSD_RACK_DOWN',
    message: '1 rack (2 osds) down',
    detail: ['rack rack1 (root=default) (2 osds) is down'],
  };
  const names = checkNames(check, { tree, servers: [], checks: [check], causes: [] });
  expect(names).toMatchObject({ buckets: ['rack1'], hosts: ['stor-01'], daemons: ['osd.0', 'osd.1'] });
});

test('a check is searched by what is to blame for it, and by the kernel of the server of an OSD that is', () => {
  const check = {
    code: 'PG_DEGRADED',
    message: '6 pgs degraded',
    detail: ['pg 2.7 is degraded'],
  };
  const cause = (code: string, ...objects: string[]) => ({ explains: [code], objects });
  const causes = [
    cause('PG_DEGRADED', 'osd.3', 'stor-01'),
    cause('PG_DEGRADED', 'noout'),
    cause('MON_DOWN', 'mon.a'),
  ];
  const names = checkNames(check, { tree: buildTree(undefined), servers: [], checks: [check], causes });
  expect(names).toMatchObject({ daemons: ['osd.3'], words: ['stor-01', 'noout'], pgs: ['2.7'] });
});

test('a name matches itself and not a longer one', () => {
  const pattern = compilePattern(namesPattern(['osd.3']));
  expect(pattern.matches('osd.3 failed')).toBe(true);
  expect(pattern.matches('osd.30 failed')).toBe(false);
  fc.assert(
    fc.property(fc.stringMatching(/^\w[ -~]{0,20}\w$/), (name) => {
      expect(compilePattern(namesPattern([name])).matches(`a line on ${name}, and more`)).toBe(true);
    }),
  );
});
