import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../src/api/failure.ts';
import { createPlan, importPlan, mainAddressPlan, readMonitors } from '../../../src/screens/setup/plans.ts';
import { Refusal } from '../../../src/service/engine.ts';
import type { Plan, PlanValues } from '../../../src/store/action/plan.ts';
import { fill } from '../dialogSteps.ts';
import { answering, deck, openScreen, text } from '../openedDeck.ts';

describe('setup screen', () => {
  test('the setup screen shows its progress, and Enter opens the dialog of a step', async () => {
    await openScreen('setup');
    expect(await text()).toMatch(/✓ 1 Main address +done +10\.1\.0\.11[^]*✓ 2 Create a cluster +done/);
    await deck.press('enter');
    expect(await text()).toMatch(/Set the main address on demo[^]*eno1[^]*to choose from/);
    await deck.press('tab');
    expect(await text()).toMatch(/10\.1\.0\.11 +\/16 on eno1/);
    await deck.press('esc', 'j', 'enter');
    expect(await text()).toMatch(/this service manages a cluster already/);
    await deck.press('esc', 'G', 'enter');
    expect(await text()).toMatch(/Configuration backups/);
  });

  test('the setup of a node without a cluster offers its servers as monitors', async () => {
    const none = new ApiError({ kind: 'rejected', status: 409, message: 'there is no cluster yet' });
    await openScreen('setup', {
      wrap: (inner) => ({
        ...inner,
        send: (id, ...rest) => (id === 'getClusterStatus' ? Promise.reject(none) : inner.send(id, ...rest)),
      }),
    });
    expect(await text()).toMatch(/▲ 2 Create a cluster +to do +\d+ servers can be monitors/);
    await deck.press('n');
    await fill(deck, ['stor-01, stor-02']);
    const dialog = await text();
    expect(dialog).toMatch(/2 monitors tolerate no more failures than 1/);
    expect(dialog).toMatch(/"hostname":"stor-01","server":1,"ip":"/);
    expect(dialog).toMatch(/Type create the cluster and press Enter/);
  });

  test('an import asks for the key without showing it', async () => {
    await openScreen('setup');
    await deck.press('i');
    await fill(deck, ['10.0.0.1, 10.0.0.2', 'AQBsecret']);
    const dialog = await text();
    expect(dialog).toMatch(/POST \/setup\/import-cluster/);
    expect(dialog).not.toContain('AQBsecret');
  });
});

describe('monitors of a new cluster', () => {
  const candidates = [
    { id: 1, hostname: 'stor-01', ips: ['10.0.0.1'] },
    { id: 2, hostname: 'stor-02', ips: ['10.0.0.2', '10.1.0.2'] },
  ];

  test('the monitors of a new cluster are candidates with their only address or the given one', () => {
    expect(readMonitors(candidates, 'stor-01, stor-02=10.1.0.2')).toEqual({
      value: [
        { hostname: 'stor-01', server: 1, ip: '10.0.0.1' },
        { hostname: 'stor-02', server: 2, ip: '10.1.0.2' },
      ],
    });
  });

  test('monitors of a new cluster are refused if unknown, repeated, or of several addresses', () => {
    for (const wrong of ['', 'stor-03', 'stor-02', 'stor-01, stor-01'])
      expect(readMonitors(candidates, wrong), wrong).toHaveProperty('problem');
  });
});

/** The checks of a dialog with their levels. */
const checks = (plan: Plan, values: PlanValues = {}) =>
  plan.checks(values).map(({ level, text: said }) => `${level} ${said}`);

const THERE = 'warn this service manages a cluster already: it refuses another one';

test.each<[number, readonly string[]]>([
  [1, ['warn with one monitor the cluster stops when that server does']],
  [2, ['warn 2 monitors tolerate no more failures than 1']],
  [3, []],
  [4, ['warn 4 monitors tolerate no more failures than 3']],
])('the number of first monitors is judged: %i', async (count, words) => {
  await openScreen('health');
  const mons = Array.from({ length: count }, () => ({}));
  expect(checks(createPlan(deck.cockpit, [], false), { 'body.mons': mons })).toEqual(words);
  expect(checks(createPlan(deck.cockpit, [], true), { 'body.mons': mons })).toEqual([THERE, ...words]);
});

test('a new cluster begins with the first three candidates, which are chosen with their addresses', async () => {
  await openScreen('health');
  const servers = ['a', 'b', 'c', 'd'].map((hostname, id) => ({ id, hostname, ips: [`10.0.0.${id}`] }));
  const two = { id: 9, hostname: 'e', ips: ['10.0.0.9', '10.1.0.9'] };
  const [field] = createPlan(deck.cockpit, [...servers, two], false).fields;
  expect([field?.initial, field?.hint]).toEqual([
    'a, b, c',
    'names, with =ADDRESS where a server has several',
  ]);
  expect(field?.choices?.({}).all.map(({ text: name, hint }) => [name, hint])).toEqual([
    ['a', '10.0.0.0'],
    ['b', '10.0.0.1'],
    ['c', '10.0.0.2'],
    ['d', '10.0.0.3'],
    ['e=10.0.0.9', undefined],
    ['e=10.1.0.9', undefined],
  ]);
  const [none] = createPlan(deck.cockpit, [], false).fields;
  expect(none?.hint).toMatch(/; no candidates are known$/);
  expect(checks(createPlan(deck.cockpit, [], false))).toEqual([]);
});

test('an import warns of a cluster that exists, and another main address of lost connections', async () => {
  await openScreen('health');
  expect([checks(importPlan(deck.cockpit, true)), checks(importPlan(deck.cockpit, false))]).toEqual([
    [THERE],
    [],
  ]);
  const plan = mainAddressPlan(deck.cockpit, { currentInterface: 'eth0', currentIp: '10.0.0.1' });
  expect(plan.fields.map(({ initial }) => initial)).toEqual(['eth0', '10.0.0.1']);
  expect(plan.undo).toBe('set 10.0.0.1 on eth0 again');
  expect(mainAddressPlan(deck.cockpit, {}).undo).toBe('set the old address');
  expect(checks(plan, { 'body.ip': '10.0.0.1' })).toEqual(['warn it is the address already']);
  expect(checks(plan, { 'body.ip': '10.0.0.2' })).toEqual(['warn this console may lose its connection']);
});

test('the steps of a node without anything are to do, with what is known about each', async () => {
  const empty = { getClusterStatus: () => ({}), listInterfaces: () => ({}), listDeviceClasses: () => [] };
  await openScreen('setup', {
    columns: 160,
    ...answering({
      ...empty,
      listMonitorCandidates: () => [{ id: 1 }],
      getConfigBackups: () => ({ enabled: false }),
    }),
  });
  const shown = await text();
  expect(shown).toMatch(/▲ 1 Main address +to do +not chosen/);
  expect(shown).toMatch(/▲ 2 Create a cluster +to do +1 servers can be monitors/);
  expect(shown).toMatch(/or import one +\S.*a cluster that already runs/);
  expect(shown).toMatch(/▲ 3 Make OSDs +to do +after the cluster/);
  expect(shown).toMatch(/▲ 4 Switch backups on +to do +off/);
});

test('a step that cannot be read tells why, and Enter on the step of OSDs shows the unassigned disks', async () => {
  const refuse = () => {
    throw new Refusal(409, 'not now');
  };
  await openScreen('setup', {
    columns: 160,
    ...answering({ listInterfaces: refuse, getConfigBackups: refuse, listDeviceClasses: () => [] }),
  });
  const shown = await text();
  expect(shown).toMatch(/▲ 1 Main address +to do +not now/);
  expect(shown).toMatch(/✓ 2 Create a cluster +done +cluster \S+/);
  expect(shown).toMatch(/▲ 3 Make OSDs +to do +no OSD yet/);
  expect(shown).toMatch(/▲ 4 Switch backups on +to do +not now/);
  await deck.press('g', 'j', 'j', 'j', 'j', 'enter');
  expect(await text()).toMatch(/Disks and OSDs[^\n]*role:unassigned/);
});
