import { expect, test } from 'vitest';
import { partKey } from '../../../src/store/answers/blame.ts';
import { bucket, osd } from '../../store/answers/shapes.ts';
import { risksOf } from './risksOf.ts';

const lines = (answers: Parameters<typeof risksOf>[0]) =>
  risksOf(answers).map(({ level, subject, text, next }) => `${level} ${subject}: ${text}; ${next}`);

/** Hosts with one OSD each, of these usages in percent. */
const hosts = (...used: readonly number[]) => ({
  nodes: [
    bucket(
      -1,
      'ROOT',
      'default',
      used.map((_, index) => -2 - index),
    ),
    ...used.flatMap((share, index) => [
      bucket(-2 - index, 'HOST', `h${index}`, [index]),
      osd(index, { used: share }),
    ]),
  ],
});

test.each<[readonly number[], readonly string[]]>([
  [[84, 10, 10, 10], []],
  [[85, 10, 10, 10], ['warn space: osd.0 is 85% full, and 0 other OSDs nearfull or more']],
  [[10, 91, 10, 10], ['warn space: osd.1 is 91% full, and 0 other OSDs nearfull or more']],
  [[10, 10, 96, 10], ['error space: osd.2 is 96% full, and 0 other OSDs nearfull or more']],
  [[86, 92, 96, 10], ['error space: osd.2 is 96% full, and 2 other OSDs nearfull or more']],
  [[86, 96, 10, 10], ['error space: osd.1 is 96% full, and 1 other OSD nearfull or more']],
])('OSDs of the usages %j are a risk once one is nearfull', (used, words) => {
  const found = lines({ crush: hosts(...used) }).filter((line) => line.includes('nearfull'));
  expect(found).toEqual(words.map((word) => `${word}; add disks, or move or delete data`));
});

test('the risk of the fullest OSD shows the answers about that OSD, and so does that of the loss of a host', () => {
  const found = risksOf({
    crush: hosts(86, 90, 40),
    disks: [0, 1, 2].map((id) => ({ id: id + 10, osdId: id, hostname: `h${id}` })),
  });
  expect(
    found.map(({ id, level, answers }) => [
      id,
      level,
      answers.map(({ operation, value }) => [operation, value]),
    ]),
  ).toEqual(
    ['fullest', 'after-loss'].map((id) => [
      id,
      'warn',
      [
        ['listDisks', expect.objectContaining({ osdId: 1 })],
        ['getCrushMap', expect.objectContaining({ name: 'osd.1' })],
      ],
    ]),
  );
});

test.each<[readonly number[], readonly string[]]>([
  [[56, 56, 56], []],
  [[57, 57, 57], ['the fullest hdd OSD comes to about 86%']],
])(
  'the loss of one of three hosts with the usages %j is a risk if the others become nearfull',
  (used, words) => {
    const found = risksOf({ crush: hosts(...used) });
    expect(found.map(({ id, level, subject, text, next }) => [id, level, subject, text, next])).toEqual(
      words.map((word) => [
        'after-loss',
        'warn',
        'space',
        expect.stringMatching(`^if h\\d is lost, ${word}$`),
        'add disks before it is lost',
      ]),
    );
  },
);

test('the loss of a host is a risk if no place is left for the copies of its pools, of which three are named', () => {
  const rule = {
    id: 0,
    steps: [
      { op: 'TAKE', crushMapTextFormat: 'step take default' },
      { op: 'CHOOSELEAF', crushMapTextFormat: 'step chooseleaf firstn 0 type host' },
    ],
  };
  const pools = ['a', 'b', 'c', 'd', 'e'].map((name, poolId) => ({
    name,
    poolId,
    size: 3,
    minSize: 2,
    crushRule: 0,
  }));
  expect(lines({ crush: hosts(10, 10, 10), pools, rules: [rule] })).toEqual([
    expect.stringMatching(
      /^warn space: if h\d is lost, a, b, c and 2 more cannot restore all copies; add a server$/,
    ),
  ]);
});

test('each problem of an OSD or a disk is a risk with its remedy, its answers and the places that it is in', () => {
  const crush = {
    nodes: [
      bucket(-1, 'ROOT', 'default', [-2]),
      bucket(-2, 'HOST', 'a', [0, 1, 2]),
      osd(0, { status: 'DOWN' }),
      osd(1, { status: 'DESTROYED' }),
      osd(2, { status: 'DOWN', reweight: 0 }),
    ],
    stray: [osd(7)],
  };
  const disks = [
    { id: 20, hostname: 'a', name: 'sdx', role: 'unassigned', missing: true },
    {
      id: 21,
      hostname: 'a',
      name: 'sdy',
      role: 'unassigned',
      smart: { status: 'FAILED: now', details: 'x' },
    },
  ];
  const found = risksOf({ crush, disks });
  const rows = found.map(({ id, level, subject, text, next, parts }) => [
    id,
    level,
    subject,
    text,
    next,
    parts,
  ]);
  const places = ['default', 'a'].map((name) => partKey('place', name));
  expect(rows).toHaveLength(5);
  expect(rows).toEqual(
    expect.arrayContaining([
      [
        expect.stringMatching(/^missing\./),
        'error',
        'disk',
        'a:sdx: missing',
        'look at its server and cables',
        [],
      ],
      [expect.stringMatching(/^smart\./), 'warn', 'disk', 'a:sdy: SMART FAILED', 'replace the disk', []],
      [
        'down.osd.0',
        'error',
        'disk',
        'osd.0: down and in, copies are missing',
        'start it, or let it be marked out',
        [partKey('osd', 0), ...places],
      ],
      [
        'destroyed.osd.1',
        'warn',
        'disk',
        'osd.1: destroyed, waits for a new disk',
        'give its id to a free disk (:destroyed)',
        [partKey('osd', 1), ...places],
      ],
      [
        'stray.osd.7',
        'warn',
        'CRUSH',
        'osd.7: outside the hierarchy, holds no data',
        'put it below its host (:crush-edit)',
        [partKey('osd', 7)],
      ],
    ]),
  );
  expect(new Set(rows.map(([id]) => id)).size).toBe(5);
});
