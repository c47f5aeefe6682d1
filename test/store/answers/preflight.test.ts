import { describe, expect, test } from 'vitest';
import type { CrushRule } from '../../../src/api/contract/crush.ts';
import { FLAGS } from '../../../src/api/contract/maintenance.ts';
import {
  type CheckInput,
  checkCancelTask,
  checkRecoverySpeed,
  checkScrub,
  checkSetFlag,
  checkUnsetFlag,
  type PreflightCheck,
} from '../../../src/store/answers/preflight.ts';
import { poolsOn } from '../../../src/store/answers/reach.ts';
import { buildTree } from '../../../src/store/answers/tree.ts';
import { cluster, osd, withPlacement } from './shapes.ts';

const calm: CheckInput = {
  status: withPlacement(100, 100),
  crush: cluster({ racks: 1, hosts: 2, osds: 2 }),
};
const ailing: CheckInput = {
  ...calm,
  status: withPlacement(90, 100),
  crush: cluster({ racks: 1, hosts: 2, osds: 2, down: [1] }),
};
const set = (...names: string[]) => ({ flags: names.map((name) => ({ name, currentState: true })) });
const texts = (checks: readonly PreflightCheck[], level?: PreflightCheck['level']) =>
  checks.filter((check) => level === undefined || check.level === level).map((check) => check.text);
const NOTHING: readonly PreflightCheck[] = [{ level: 'ok', text: 'NO BLOCKER FOUND' }];

describe('preflight checks', () => {
  const checks: readonly (readonly [string, (input: CheckInput) => readonly PreflightCheck[]])[] = [
    ['setting a flag', (input) => checkSetFlag('noout', input)],
    ['unsetting a flag', (input) => checkUnsetFlag('noout', input)],
    ['a scrub', (input) => checkScrub(0, false, input)],
    ['the recovery speed', (input) => checkRecoverySpeed(3, input)],
    ['cancelling a task', (input) => checkCancelTask(1, { ...input, tasks: [{ id: 1, state: 'WAITING' }] })],
  ];

  test.each(checks)(
    'the checks of %s find no blocker in a calm cluster, and never claim that it is safe',
    (_, check) => {
      expect(check(calm)).toEqual(NOTHING);
      expect(texts(check(ailing)).join()).not.toMatch(/\bsafe\b/i);
    },
  );

  test.each(checks)('the checks of %s report that the state is not known', (_, check) => {
    const { status: _status, ...blind } = calm;
    expect(texts(check(blind), 'warn')).toContain('the state of the cluster is not known');
  });

  test.each(checks)('the checks of %s work without any data', (_, check) => {
    expect(check({}).length).toBeGreaterThan(0);
  });
});

describe('checks of setting a flag', () => {
  test.each([
    ['noout', '1 OSD down: their copies are not rebuilt while noout is set'],
    ['noup', '1 OSD down: they cannot come back while noup is set'],
    ['norecover', '10 placement groups not okay: healing stops or slows down'],
  ])('setting %s warns of its effect on an unhealthy cluster', (flag, warning) => {
    expect(texts(checkSetFlag(flag, ailing), 'warn')).toContain(warning);
  });

  test('setting a flag warns of pools that have lost copies already', () => {
    const pools = [{ poolId: 1, name: 'rbd', size: 3, minSize: 2 }];
    expect(texts(checkSetFlag('noout', { ...ailing, pools }), 'warn')).toContain(
      'already degraded: rbd (min_size 2); one more loss may stop I/O',
    );
    const status = {
      placementGroups: [
        { poolName: 'rbd', total: 10, okay: 8, error: 2 },
        { poolName: 'cold', total: 10, okay: 9, warn: 1 },
        { poolName: 'whole', total: 10, okay: 10 },
      ],
    };
    const warnings = texts(checkSetFlag('noout', { ...calm, status }), 'warn');
    expect(warnings).toContain('2 placement groups in error: I/O to rbd may be blocked');
    expect(warnings).toContain('already degraded: cold; one more loss may stop I/O');
  });

  test('setting a flag names twenty pools of a thousand, and says how many more there are', () => {
    const placementGroups = Array.from({ length: 1000 }, (_, id) => ({
      poolName: `p${id}`,
      total: 2,
      okay: 1,
      warn: 1,
    }));
    expect(texts(checkSetFlag('noout', { ...calm, status: { placementGroups } }), 'warn')).toEqual([
      expect.stringMatching(
        /^already degraded: p0, p1, .*, p19 and 980 more; one more loss may stop I\/O$/,
      ) as string,
    ]);
  });

  test('setting a flag that is already set, or that the service advises against, gives a note', () => {
    const flags = [{ name: 'noout', currentState: true, recommendedState: false }];
    expect(texts(checkSetFlag('noout', { ...calm, flags }))).toEqual([
      'the flag is set already',
      'the service recommends it unset',
    ]);
  });

  test('setting a flag that cannot be set is blocked', () => {
    expect(texts(checkSetFlag('pause', calm), 'block')).toHaveLength(1);
    for (const flag of FLAGS) expect(texts(checkSetFlag(flag, calm), 'block')).toEqual([]);
  });
});

describe('checks of unsetting a flag', () => {
  test('unsetting a flag warns of the data that begins to move', () => {
    const warnings = texts(checkUnsetFlag('nobackfill', { ...ailing, speed: 9 }), 'warn');
    expect(warnings).toContain('10 placement groups not okay: data begins to move');
    expect(warnings).toContain('recovery speed is 9: clients will feel it');
  });

  test('unsetting a flag warns of OSDs that will be marked out, but not of those that are out', () => {
    expect(texts(checkUnsetFlag('noout', ailing), 'warn')[0]).toContain('1 OSD down and in');
    const crush = { nodes: [osd(0, { status: 'DOWN', reweight: 0 })] };
    expect(checkUnsetFlag('noout', { ...calm, crush })).toEqual(NOTHING);
  });

  test('unsetting a flag warns if data would move to an OSD that is too full', () => {
    const crush = { nodes: [osd(0, { used: 91 })] };
    expect(texts(checkUnsetFlag('norebalance', { ...calm, crush }), 'warn')).toContain(
      'an OSD is backfillfull: data cannot move there',
    );
  });

  test('unsetting a scrub flag warns while recovery runs', () => {
    expect(texts(checkUnsetFlag('nodeep-scrub', ailing), 'warn')).toEqual(['scrubs compete with recovery']);
  });
});

describe('checks of a scrub', () => {
  test('a scrub gives a warning if its flag is set, which holds only scheduled scrubs', () => {
    expect(texts(checkScrub(0, false, { ...calm, ...set('noscrub') }), 'warn')).toHaveLength(1);
    expect(texts(checkScrub(0, true, { ...calm, ...set('nodeep-scrub') }), 'warn')).toHaveLength(1);
    expect(texts(checkScrub(0, true, { ...calm, ...set('noscrub') }), 'warn')).toEqual([]);
    expect(texts(checkScrub(0, true, { ...calm, ...set('nodeep-scrub') }), 'block')).toEqual([]);
  });

  test('a scrub of an OSD that is down or gone is blocked', () => {
    expect(texts(checkScrub(1, false, ailing), 'block')).toEqual(['osd.1 is DOWN: it cannot be scrubbed']);
    expect(texts(checkScrub(99, false, calm), 'block')).toEqual(['osd.99 is not in the CRUSH map']);
  });

  test('a scrub warns of recovery and of tasks on the same OSD', () => {
    const tasks = [
      { id: 8, name: 'deep-scrub', object: 'osd.0', state: 'RUNNING' },
      { id: 9, object: 'osd.0', done: true },
    ];
    expect(texts(checkScrub(0, false, { ...ailing, tasks }), 'warn')).toEqual([
      '10 placement groups not okay: scrubs wait for recovery by default',
      'task 8 (deep-scrub) is working on osd.0',
    ]);
  });

  test('a scrub shows the current load by clients of its pools', () => {
    const pools = [{ name: 'a', stats: { readIops: 400.4, writeIops: 12 } }];
    expect(texts(checkScrub(0, false, { ...calm, pools }))).toEqual([
      'its pools serve 412 client operations per second now',
      'NO BLOCKER FOUND',
    ]);
  });
});

describe('checks of the recovery speed', () => {
  test('a recovery speed warns if clients will notice it, and ten is its maximum', () => {
    expect(texts(checkRecoverySpeed(7, calm), 'warn')).toEqual([]);
    expect(texts(checkRecoverySpeed(8, calm), 'warn')).toEqual(['clients will feel it']);
    expect(texts(checkRecoverySpeed(11, calm), 'block')).toHaveLength(1);
  });

  test('a recovery speed warns if it leaves copies missing for longer', () => {
    expect(texts(checkRecoverySpeed(2, { ...ailing, speed: 5 }), 'warn')).toEqual([
      '10 placement groups not okay: copies stay missing for longer',
    ]);
    expect(texts(checkRecoverySpeed(0, { ...ailing, speed: 5 }), 'warn')).toEqual([]);
  });

  test('a recovery speed warns if it changes nothing', () => {
    expect(texts(checkRecoverySpeed(5, { ...calm, speed: 5 }), 'warn')).toEqual(['the speed is 5 already']);
    expect(texts(checkRecoverySpeed(5, { ...calm, ...set('norecover', 'noout') }), 'warn')).toEqual([
      'flag norecover is set: it holds recovery whatever the speed',
    ]);
  });
});

describe('checks of cancelling a task', () => {
  const tasks = [{ id: 1, state: 'RUNNING', startedBy: 'alice', output: 'step 1\nstep 2\n' }];

  test('cancelling a task shows whose it is, its last output, and that its work so far stays done', () => {
    expect(checkCancelTask(1, { ...calm, tasks })).toEqual([
      { level: 'warn', text: 'what it has done so far is not undone' },
      { level: 'ok', text: 'started by alice' },
      { level: 'ok', text: 'its last line: step 2' },
    ]);
  });

  test('cancelling a task that has ended or is unknown is blocked', () => {
    expect(texts(checkCancelTask(1, { ...calm, tasks: [{ id: 1, state: 'FAILED' }] }), 'block')).toEqual([
      'task 1 has ended already: FAILED',
    ]);
    expect(texts(checkCancelTask(2, { ...calm, tasks }), 'block')).toEqual(['task 2 is not known']);
  });
});

describe('pools on an OSD', () => {
  const rule = (id: number, take: string): CrushRule => ({
    id,
    steps: [
      { op: 'TAKE', crushMapTextFormat: take },
      { op: 'EMIT', crushMapTextFormat: 'step emit' },
    ],
  });
  const tree = buildTree(
    cluster({ racks: 2, hosts: 1, osds: 2, deviceClass: (id) => (id === 0 ? 'ssd' : 'hdd') }),
  );
  const rules = [
    rule(0, 'step take default'),
    rule(1, 'step take default class ssd'),
    rule(2, 'step take r2'),
    rule(3, 'step take default~hdd'),
    { id: 4 },
  ];
  const pools = [0, 1, 2, 3, 4, 9].map((crushRule) => ({ name: `rule ${crushRule}`, crushRule }));

  test.each([
    [0, [0, 1, 4, 9]],
    [1, [0, 3, 4, 9]],
    [3, [0, 2, 3, 4, 9]],
  ])(
    'the pools on osd.%i are those whose rule includes it by place and device class, or cannot be read',
    (osdId, expected) => {
      expect(poolsOn(osdId, { tree, pools, rules }).map((pool) => pool.crushRule)).toEqual(expected);
    },
  );
});

describe('flags that keep OSDs out or down', () => {
  const crush = {
    nodes: [
      osd(0),
      osd(1, { reweight: 0 }),
      osd(2, { status: 'DOWN' }),
      osd(3, { status: 'DESTROYED', reweight: 0 }),
    ],
  };

  test('noin keeps OSDs without data that are out, but not those that are destroyed', () => {
    expect(texts(checkSetFlag('noin', { ...calm, crush }), 'warn')).toEqual([
      '1 OSD out: they stay without data while noin is set',
    ]);
  });

  test('noup keeps OSDs down, and unsetting it brings them back', () => {
    expect(texts(checkSetFlag('noup', { ...calm, crush }), 'warn')).toEqual([
      '1 OSD down: they cannot come back while noup is set',
    ]);
    expect(texts(checkUnsetFlag('noup', { ...calm, crush }), 'warn')).toEqual([
      '1 OSD down: those that run come back and peer',
    ]);
  });
});
