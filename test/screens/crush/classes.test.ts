import { expect, test } from 'vitest';
import type { CrushRule } from '../../../src/api/contract/crush.ts';
import { actionOf, answering, checkLines, deck, listLines, openedPage, openScreen } from '../openedDeck.ts';

const GIB = 2 ** 30;
const osd = (id: number, more: object) => ({ id, type: 'OSD', name: `osd.${id}`, status: 'UP', ...more });
const NODES = [
  { id: -1, type: 'ROOT', name: 'default', children: [0, 1, 2, 3] },
  osd(0, { deviceClass: 'hdd', size: 8 * GIB, used: 2 * GIB }),
  osd(1, { deviceClass: 'hdd', size: 8 * GIB, used: GIB }),
  osd(2, { deviceClass: 'hdd', size: 8 * GIB, used: GIB, status: 'DOWN' }),
  osd(3, { deviceClass: 'hdd' }),
];
const RULES: CrushRule[] = [
  {
    id: 1,
    name: 'on-hdd',
    type: 'REPLICATED',
    minSize: 1,
    maxSize: 10,
    steps: [
      { op: 'TAKE', crushMapTextFormat: 'step take default class hdd' },
      { op: 'CHOOSELEAF_FIRSTN', crushMapTextFormat: 'step chooseleaf firstn 0 type host' },
      { op: 'EMIT' },
    ],
  },
  { id: 2, steps: [{}] },
];

test('a device class is listed with all its OSDs, the room on those that are up and in, and the rules that use it', async () => {
  await openScreen('classes', {
    ...answering({
      listDeviceClasses: () => ['hdd', 'nvme'],
      getCrushMap: () => ({ nodes: NODES }),
      listCrushRules: () => RULES,
    }),
  });
  expect(await listLines(/^CLASS/)).toEqual([
    'CLASS OSDS SIZE USED RULES',
    'hdd 4 16.0 GiB 3.0 GiB on-hdd',
    'nvme 0 0 B 0 B none uses it',
  ]);
});

test('an erasure code profile is listed with its chunks and the usable share, and a dash for what it does not say', async () => {
  await openScreen('ec-profiles', {
    columns: 150,
    ...answering({
      getErasureProfiles: () => ({
        whole: {
          k: 4,
          m: 2,
          plugin: 'isa',
          technique: 'cauchy',
          'crush-root': 'default',
          'crush-device-class': 'hdd',
          'crush-failure-domain': 'rack',
        },
        'no-parity': { k: 4 },
        odd: { m: 1 },
      }),
    }),
  });
  const [heading, ...rows] = await listLines(/^PROFILE/);
  expect(heading).toMatch(/^PROFILE DATA PARITY USABLE SPREADS OVER FROM/);
  expect(rows).toEqual([
    expect.stringMatching(/^whole 4 2 67% rack default/),
    expect.stringMatching(/^no-parity 4 -- -- --/),
    expect.stringMatching(/^odd -- 1 -- --/),
  ]);
  await deck.press('d');
  expect(openedPage().facts).toEqual([
    ['data chunks', '4'],
    ['parity chunks', '2'],
    ['usable', '67%'],
    ['spreads over', 'rack'],
    ['root', 'default'],
    ['device class', 'hdd'],
    ['plugin', 'isa'],
    ['technique', 'cauchy'],
  ]);
});

test('a CRUSH rule is listed with its pools, and its page has its steps and the sizes for which it is made', async () => {
  await openScreen('rules', {
    columns: 150,
    ...answering({
      getCrushMap: () => ({ nodes: NODES }),
      listCrushRules: () => RULES,
      listPools: () => [{ name: 'vms', crushRule: 1 }, { poolId: 8, crushRule: 1 }, { name: 'other' }],
    }),
  });
  expect(await listLines(/^RULE/)).toEqual([
    'RULE ID TYPE FROM SPREADS OVER POOLS',
    expect.stringMatching(/^on-hdd 1 replicated default~hdd host vms, pool 8$/),
    expect.stringMatching(/^-- 2 -- .*none$/),
  ]);
  expect(checkLines(actionOf('delete').plan())).toEqual([
    'block 2 pools placed by it: vms, pool 8; assign them another rule first',
  ]);
  const pageOf = () => {
    const { title, facts, text } = openedPage();
    return [title, facts, text.filter((line) => typeof line === 'string')];
  };
  await deck.press('d');
  expect(pageOf()).toEqual([
    'CRUSH rule on-hdd',
    [
      ['id', '1'],
      ['type', 'replicated'],
      ['copies', '1 to 10'],
      ['spreads over', 'host'],
    ],
    [
      '  step take default class hdd',
      '  step chooseleaf firstn 0 type host',
      '  EMIT',
      '',
      '  vms',
      '  pool 8',
    ],
  ]);
  await deck.press('esc', 'down', 'd');
  expect(pageOf()).toEqual([
    'CRUSH rule ',
    [
      ['id', '2'],
      ['type', '--'],
      ['copies', '-- to --'],
      ['spreads over', '--'],
    ],
    ['  ', '', '  none'],
  ]);
});

test('a rule with copies on two classes checks the failure domains of each, and its command leaves out what is empty', async () => {
  await openScreen('rules');
  const values = {
    'body.ssdStartBucket': 'default',
    'body.ssdIndependent': 'host',
    'body.ssdDeviceClass': 'ssd',
    'body.hddStartBucket': 'rack1',
    'body.hddIndependent': 'host',
    'body.hddDeviceClass': 'hdd',
  };
  const both = actionOf('create-ssd-primary').plan();
  expect(checkLines(both, values)).toEqual([
    'warn an SSD and an HDD of one host can hold copies of the same object: losing that host costs two copies',
    'ok 12 hosts below default with such OSDs',
    'ok 4 hosts below rack1 with such OSDs',
  ]);
  expect(both.fields.map(({ name, initial }) => [name.replace('body.', ''), initial])).toEqual([
    ['name', ''],
    ['ssdStartBucket', 'default'],
    ['ssdIndependent', 'host'],
    ['ssdDeviceClass', 'ssd'],
    ['hddStartBucket', 'default'],
    ['hddIndependent', 'host'],
    ['hddDeviceClass', 'hdd'],
    ['ssdCopies', '1'],
  ]);
  const one = actionOf('create').plan();
  const typed = { 'body.name': 'r', 'body.startBucket': 'default', 'body.independent': 'host' };
  expect([
    one.cli?.(typed),
    one.cli?.({ ...typed, 'body.deviceClass': 'ssd', 'body.erasureCoding': false }),
  ]).toEqual([
    'ceph osd crush rule create-replicated r default host',
    'ceph osd crush rule create-replicated r default host ssd',
  ]);
});
