import { expect, test } from 'vitest';
import type { CrushRule } from '../../../src/api/contract/crush.ts';
import { domainWords, takesOf, takeWords } from '../../../src/diagnosis/evidence/ruleTakes.ts';

const rule = (...steps: [op: string, text?: string][]): CrushRule => ({
  steps: steps.map(([op, text]) => ({ op, ...(text !== undefined && { crushMapTextFormat: text }) })),
});

test('a CRUSH rule begins at a bucket and spreads over the type that it chooses', () => {
  const simple = rule(
    ['TAKE', 'step take default class ssd'],
    ['CHOOSELEAF', 'step chooseleaf firstn 0 type host'],
    ['EMIT', 'step emit'],
  );
  expect(takesOf(simple)).toEqual([
    { bucket: 'default', deviceClass: 'ssd', domain: 'host', isDirect: true },
  ]);
  expect([takeWords(simple), domainWords(simple)]).toEqual(['default~ssd', 'host']);
});

test('a CRUSH rule may name a device class in its bucket, or none', () => {
  expect(takeWords(rule(['TAKE', 'step take rack2~nvme']))).toBe('rack2~nvme');
  const any = rule(['TAKE', 'step take rack2']);
  expect(takesOf(any)).toEqual([{ bucket: 'rack2', deviceClass: undefined, domain: '', isDirect: false }]);
  expect([takeWords(any), domainWords(any)]).toEqual(['rack2', '']);
});

test('a CRUSH rule of two parts names both, and a shared failure domain once', () => {
  const parts = (second: string) =>
    rule(
      ['TAKE', 'step take default class ssd'],
      ['CHOOSELEAF', 'step chooseleaf firstn 1 type host'],
      ['EMIT'],
      ['TAKE', 'step take default class hdd'],
      ['CHOOSE_INDEP', `step choose indep -1 type ${second}`],
      ['EMIT'],
    );
  expect(takeWords(parts('rack'))).toBe('default~ssd, default~hdd');
  expect(domainWords(parts('rack'))).toBe('host, rack');
  expect(domainWords(parts('host'))).toBe('host');
});

test('each part of a CRUSH rule that chooses once, as many as the pool has copies, puts each in a failure domain of its own', () => {
  const part: [op: string, text?: string][] = [
    ['TAKE', 'step take default'],
    ['CHOOSELEAF', 'step chooseleaf firstn 0 type host'],
  ];
  const direct = { bucket: 'default', deviceClass: undefined, domain: 'host', isDirect: true };
  expect(takesOf(rule(...part, ['EMIT'], ...part, ['EMIT']))).toEqual([direct, direct]);
});

test('a CRUSH rule that chooses fewer than all copies does not put each in a failure domain of its own', () => {
  const some = rule(['TAKE', 'step take default'], ['CHOOSELEAF', 'step chooseleaf firstn 2 type host']);
  expect(takesOf(some)).toMatchObject([{ domain: 'host', isDirect: false }]);
});

test('the first choice below the start of a CRUSH rule is its failure domain', () => {
  const nested = rule(
    ['TAKE', 'step take default'],
    ['CHOOSE', 'step choose firstn 2 type rack'],
    ['CHOOSELEAF', 'step chooseleaf firstn 2 type host'],
  );
  expect(domainWords(nested)).toBe('rack');
  expect(takesOf(nested)).toMatchObject([{ isDirect: false }]);
});

test('unreadable steps of a CRUSH rule say nothing, and neither does a rule without steps', () => {
  expect(
    takesOf(
      rule(
        ['TAKE', 'something else'],
        ['CHOOSE', 'step choose'],
        ['CHOOSE', 'step choose firstn 0 type host'],
      ),
    ),
  ).toEqual([{ bucket: '', deviceClass: undefined, domain: 'host', isDirect: false }]);
  expect(
    takesOf(rule(['CHOOSE', 'step choose firstn 0 type host'], ['TUNING', 'step take default'])),
  ).toEqual([]);
  expect([takeWords({}), domainWords({})]).toEqual(['', '']);
});
