import { expect, test } from 'vitest';
import type { CrushMap, CrushNode } from '../../../src/api/contract/crush.ts';
import {
  fillRatios,
  fillStateOf,
  isIn,
  isOsd,
  judgeOsd,
  osdsOf,
  isUpAndIn,
} from '../../../src/store/answers/node.ts';
import { bucket, osd } from './shapes.ts';

const judgement = (node: CrushNode, map?: CrushMap) =>
  judgeOsd(node, fillStateOf(node, fillRatios(map))).map(({ level, text }) => `${level} ${text}`);

test.each<[string, CrushNode, string[]]>([
  ['is up and in', osd(1), []],
  ['is up and out', osd(1, { reweight: 0 }), ['warn out: no data is placed on it']],
  ['is down and in', osd(1, { status: 'DOWN' }), ['error down and in: its copies are not rebuilt yet']],
  ['is down and out', osd(1, { status: 'DOWN', reweight: 0 }), ['warn down and out']],
  ['is destroyed', osd(1, { status: 'DESTROYED' }), ['warn destroyed: its id waits for a new disk']],
  ['has no known state', osd(1, { status: 'UNKNOWN' }), ['unknown state not known']],
  ['is nearly full', osd(1, { used: 85 }), ['warn nearfull']],
  ['is down and full', osd(1, { status: 'DOWN', used: 99, reweight: 0 }), ['warn down and out']],
  ['is out and full', osd(1, { used: 99, reweight: 0 }), ['warn out: no data is placed on it']],
])('for an OSD that %s the CRUSH map shows %j', (_state, node, verdicts) => {
  expect(judgement(node)).toEqual(verdicts);
});

test.each([
  [0.8499, []],
  [0.85, ['warn nearfull']],
  [0.8999, ['warn nearfull']],
  [0.9, ['warn backfillfull: takes no more backfill']],
  [0.9499, ['warn backfillfull: takes no more backfill']],
  [0.95, ['error full: writes to its pools stop']],
])('an OSD that is %d full is rated %j', (used, verdicts) => {
  expect(judgement(osd(1, { used: used * 100 }))).toEqual(verdicts);
});

test('an OSD is rated by the current fill ratios, as after `ceph osd set-full-ratio`', () => {
  const map = { fillRatios: { nearfull: 0.5, backfillfull: 0.95, full: 0.97 } };
  expect(judgement(osd(1, { used: 96 }), map)).toEqual(['warn backfillfull: takes no more backfill']);
  expect(judgement(osd(1, { used: 50 }), map)).toEqual(['warn nearfull']);
});

test('ratios that a service reports in part count as not reported', () => {
  expect(fillRatios({ fillRatios: { full: 0.5 } })).toEqual({
    nearfull: 0.85,
    backfillfull: 0.9,
    full: 0.95,
  });
});

test('an OSD is recognized by its type, or by its id if it has none', () => {
  expect(isOsd({ type: 'OSD', id: -7 })).toBe(true);
  expect(isOsd({ type: 'HOST', id: 7 })).toBe(false);
  expect([isOsd({ id: 0 }), isOsd({ id: -1 }), isOsd({})]).toEqual([true, false, false]);
  const map = { nodes: [bucket(-1, 'ROOT', 'default', [0]), osd(0)], stray: [osd(5)] };
  expect(osdsOf(map).map(({ id }) => id)).toEqual([0, 5]);
  expect(osdsOf(undefined)).toEqual([]);
});

test('only an OSD that is up and in holds data', () => {
  expect([isIn(osd(1)), isIn(osd(1, { reweight: 0 })), isIn(osd(1, { status: 'DESTROYED' }))]).toEqual([
    true,
    false,
    false,
  ]);
  expect([
    isUpAndIn(osd(1)),
    isUpAndIn(osd(1, { status: 'DOWN' })),
    isUpAndIn(osd(1, { reweight: 0 })),
  ]).toEqual([true, false, false]);
});
