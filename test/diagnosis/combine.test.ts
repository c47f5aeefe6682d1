import fc from 'fast-check';
import { expect, test } from 'vitest';
import { weigh } from '../../src/diagnosis/combine.ts';
import type { Candidate } from '../../src/diagnosis/rule.ts';

const candidate = (name: string, explains: readonly string[], doubt = 0): Candidate => ({
  kind: 'unknown',
  objects: [name],
  since: undefined,
  explains,
  against: doubt > 0 ? [{ text: 'a doubt', weight: doubt }] : [],
  isProven: false,
  text: name,
  proofs: [],
  next: [],
});
const names = (chosen: readonly { readonly candidate: Candidate }[]) =>
  chosen.map((one) => one.candidate.objects[0]);
const symptoms = (...ids: readonly string[]) => new Map(ids.map((id) => [id, 2]));

test('one cause that explains everything is preferred to several causes that each explain a part', () => {
  const parts = ['a', 'b', 'c'].map((id) => ({ candidate: candidate(id, [id]), cost: 1 }));
  const whole = { candidate: candidate('whole', ['a', 'b', 'c']), cost: 4 };
  expect(names(weigh(symptoms('a', 'b', 'c'), [...parts, whole]).chosen)).toEqual(['whole']);
});

test('a rare cause is not named if a frequent one explains the same symptoms', () => {
  const common = { candidate: candidate('common', ['a', 'b']), cost: 1 };
  const rare = { candidate: candidate('rare', ['a', 'b']), cost: 3 };
  const { chosen, ruledOut } = weigh(symptoms('a', 'b'), [rare, common]);
  expect(names(chosen)).toEqual(['common']);
  expect(ruledOut.map(({ text }) => text)).toEqual(['rare']);
});

test('evidence against a cause counts as much as the symptoms that it explains', () => {
  const doubtful = { candidate: candidate('doubtful', ['a', 'b'], 3), cost: 1 };
  expect(weigh(symptoms('a', 'b'), [doubtful])).toMatchObject({
    chosen: [],
    unexplained: new Set(['a', 'b']),
  });
});

test('two causes that explain different symptoms are both named', () => {
  const one = { candidate: candidate('one', ['a']), cost: 1 };
  const other = { candidate: candidate('other', ['b']), cost: 1 };
  expect(names(weigh(symptoms('a', 'b'), [one, other]).chosen)).toEqual(['one', 'other']);
});

test('of two equally good causes the more frequent one is named, in any order', () => {
  const rare = { candidate: candidate('rare', ['a', 'b', 'c']), cost: 3 };
  const common = { candidate: candidate('common', ['b', 'c']), cost: 1 };
  const all = symptoms('a', 'b', 'c');
  expect(names(weigh(all, [rare, common]).chosen)[0]).toBe('common');
  expect(names(weigh(all, [common, rare]).chosen)[0]).toBe('common');
});

test('a cause that explains no more than it costs is not named', () => {
  const even = { candidate: candidate('even', ['a']), cost: 2 };
  expect(weigh(symptoms('a'), [even])).toMatchObject({ chosen: [], ruledOut: [{ text: 'even' }] });
});

test('a symptom that a cause lists twice is counted once, and an absent symptom has no weight', () => {
  const twice = { candidate: candidate('twice', ['a', 'a', 'x']), cost: 1 };
  const once = { candidate: candidate('once', ['a', 'b']), cost: 2 };
  const { chosen } = weigh(symptoms('a', 'b'), [twice, once]);
  expect(chosen.map(({ candidate: { text }, explained }) => [text, explained])).toEqual([
    ['once', ['a', 'b']],
  ]);
});

test('all doubts about a cause count, and ruled-out causes are listed strongest first', () => {
  const two = candidate('two', ['a', 'b'], 1);
  const doubts = { candidate: { ...two, against: [...two.against, ...two.against] }, cost: 1 };
  const weak = { candidate: candidate('weak', ['a']), cost: 1 };
  const best = { candidate: candidate('best', ['a', 'b', 'c']), cost: 1 };
  const { ruledOut } = weigh(symptoms('a', 'b', 'c'), [weak, doubts, best]);
  expect(ruledOut.map(({ text }) => text)).toEqual(['weak', 'two']);
  const half = { candidate: { ...two, against: two.against }, cost: 1 };
  expect(weigh(symptoms('a', 'b', 'c'), [weak, half, best]).ruledOut.map(({ text }) => text)).toEqual([
    'two',
    'weak',
  ]);
});

const priced = fc.record({
  cost: fc.integer({ min: 0, max: 5 }),
  candidate: fc
    .record({ name: fc.string(), explains: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e')) })
    .map(({ name, explains }) => candidate(name, explains)),
});
const weights = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer({ min: 1, max: 4 }));

test('every symptom is either explained once or listed as unexplained', () => {
  fc.assert(
    fc.property(fc.array(priced), weights, (all, present) => {
      const { chosen, unexplained } = weigh(new Map(Object.entries(present)), all);
      const told = [...chosen.flatMap(({ explained }) => explained), ...unexplained];
      expect(told.toSorted()).toEqual(Object.keys(present).toSorted());
    }),
  );
});

test('no cause is named that explains less than it costs', () => {
  fc.assert(
    fc.property(fc.array(priced), weights, (all, present) => {
      const { chosen } = weigh(new Map(Object.entries(present)), all);
      for (const { candidate: one, explained } of chosen) {
        const { cost } = all.find(({ candidate: other }) => other === one)!;
        expect(explained.reduce((sum, id) => sum + present[id]!, 0)).toBeGreaterThan(cost);
      }
    }),
  );
});
