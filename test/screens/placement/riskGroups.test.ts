import { expect, test } from 'vitest';
import type { Cause } from '../../../src/diagnosis/verdict.ts';
import { groupRisks } from '../../../src/screens/placement/riskGroups.ts';
import { partKey } from '../../../src/store/answers/blame.ts';
import { bucket, osd } from '../../store/answers/shapes.ts';
import { risksOf } from './risksOf.ts';

const down = { status: 'DOWN' };
const crush = {
  nodes: [
    bucket(-1, 'RACK', 'r1', [-2, -3]),
    bucket(-2, 'HOST', 'a', [0, 1]),
    bucket(-3, 'HOST', 'b', [2, 3]),
    osd(0, down),
    osd(1, down),
    osd(2, down),
    osd(3),
  ],
};
const cause: Cause = {
  kind: 'host-down',
  objects: ['a'],
  host: 'a',
  since: undefined,
  isOver: false,
  confidence: 'certain',
  explains: [],
  text: 'a does not answer: 2 OSDs',
  proofs: [],
  before: [],
  against: [],
  next: ['check power and network of a'],
};

const texts = (blame: ReadonlyMap<string, Cause>, disks: readonly object[] = []) =>
  groupRisks(risksOf({ crush, disks }), blame).map(({ text }) => text);

test('risks of OSDs with the same cause are one row, before risks without a known cause', () => {
  const grouped = groupRisks(risksOf({ crush }), new Map([[partKey('place', 'a'), cause]]));
  expect(grouped.map(({ text, next, subject }) => [subject, text, next])).toEqual([
    ['cause', 'a does not answer: 2 OSDs: osd.0, osd.1', 'check power and network of a'],
    ['disk', 'osd.2: down and in, copies are missing', 'start it, or let it be marked out'],
  ]);
});

test('identical risks are one row', () => {
  expect(texts(new Map())).toEqual(['3 OSDs: down and in, copies are missing: osd.0, osd.1, osd.2']);
});

test('different risks stay separate rows', () => {
  const worn = (osdId: number, status: string) => ({ id: osdId, osdId, smart: { status } });
  expect(texts(new Map(), [worn(2, 'FAILING_NOW'), worn(3, 'OLD_AGE')])).toEqual([
    '3 OSDs: down and in, copies are missing: osd.0, osd.1, osd.2',
    'osd.2: SMART FAILING_NOW',
    'osd.3: SMART OLD_AGE',
  ]);
});
