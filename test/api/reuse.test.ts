import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reuse, reusing } from '../../src/api/reuse.ts';
import { type Chunked, finishNow } from '../../src/lib/chunked.ts';

const copy = <T>(value: T): T => structuredClone(value);

describe('reuse of equal data', () => {
  test('a small age that stays small counts as unchanged, and any other change of an age as a change', () => {
    const before = [{ id: 1, lastSeen: 4, serverLastSeen: 4 }];
    expect(reuse(before, [{ id: 1, lastSeen: 9, serverLastSeen: 0 }])).toBe(before);
    expect(reuse(before, [{ id: 1, lastSeen: 61, serverLastSeen: 9 }])[0]).toMatchObject({ lastSeen: 61 });
    const old = [{ id: 1, lastSeen: 61 }];
    expect(reuse(old, [{ id: 1, lastSeen: 4 }])).toEqual([{ id: 1, lastSeen: 4 }]);
    expect(reuse([{ used: 4 }], [{ used: 9 }])).toEqual([{ used: 9 }]);
  });

  test('a used size counts as unchanged until it has moved by 1/2000', () => {
    const before = [{ id: 1, used: 8_000_000_000_000 }];
    expect(reuse(before, [{ id: 1, used: 8_003_900_000_000 }])).toBe(before);
    // The change is measured from the kept value, so that small steps cannot add up unnoticed.
    expect(reuse(before, [{ id: 1, used: 8_004_100_000_000 }])).toEqual([{ id: 1, used: 8_004_100_000_000 }]);
    expect(reuse([{ size: 8_000_000_000_000 }], [{ size: 8_000_000_000_001 }])).toEqual([
      { size: 8_000_000_000_001 },
    ]);
  });

  test('reuse keeps the reference of equal data', () => {
    const before = { a: [1, { b: null }], c: 'x' };
    expect(reuse(before, copy(before))).toBe(before);
  });

  test('reuse keeps the rows that did not change if one did', () => {
    const before = [
      { id: 1, used: 5 },
      { id: 2, used: 7 },
    ];
    const after = reuse(before, [
      { id: 1, used: 5 },
      { id: 2, used: 8 },
    ]);
    expect(after).not.toBe(before);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).toEqual({ id: 2, used: 8 });
  });

  test.each([
    ['a removed field', { a: 1, b: 2 }, { a: 1 }],
    ['an added field', { a: 1 }, { a: 1, b: 2 }],
    ['a field renamed', { a: 1 }, { b: 1 }],
    ['an undefined field that was absent', { b: 1 }, { b: 1, a: undefined }],
    ['a longer list', [1], [1, 2]],
    ['a shorter list', [1, 2], [1]],
    ['a list instead of an object', { 0: 1 }, [1]],
    ['null instead of an object', { a: {} }, { a: null }],
    ['a missing previous value', undefined, { a: 1 }],
  ])('reuse notices %s', (_, before: unknown, after: unknown) => {
    const result = reuse(before, after);
    expect(result).toStrictEqual(after);
    expect(result).not.toBe(before);
  });

  test('reuse survives endlessly nested data', () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    expect(() => reuse(JSON.parse(deep), JSON.parse(deep))).not.toThrow();
  });

  test('reuse keeps a field named __proto__ a field', () => {
    const before: unknown = JSON.parse('{"__proto__":{"a":1},"b":[1]}');
    const after: unknown = JSON.parse('{"__proto__":{"a":1},"b":[2]}');
    expect(JSON.stringify(reuse(before, after))).toBe('{"__proto__":{"a":1},"b":[2]}');
  });

  test('reuse always returns the new values without modifying them', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
        const text = JSON.stringify(after);
        expect(reuse(before, after)).toEqual(after);
        expect(JSON.stringify(after)).toBe(text);
        expect(reuse(before, copy(before))).toStrictEqual(before);
      }),
    );
  });
});

describe('reuse in chunks', () => {
  const nodes = Array.from({ length: 5000 }, (_, id) => ({ id, used: id, tags: [id] }));
  /** Runs chunked work step by step, and counts the steps. */
  function taken<T>(steps: Chunked<T>) {
    let count = 1;
    let step = steps.next();
    for (; !step.done; step = steps.next()) count++;
    return { value: step.value, count };
  }

  test.each([
    ['a long list', (list: unknown): unknown => list],
    [
      'an object with a long and a short list',
      (list: unknown): unknown => ({ nodes: list, stray: [{ id: 1 }], __proto__: null }),
    ],
    ['an object with two long lists', (list: unknown): unknown => ({ nodes: list, more: list, size: 3 })],
  ])('reuse of %s in chunks gives the same result as at once', (_, wrapped) => {
    const before = wrapped(nodes);
    expect(taken(reusing(before, wrapped(copy(nodes))))).toMatchObject({ value: before });
    expect(taken(reusing(before, wrapped(copy(nodes)))).value).toBe(before);
    fc.assert(
      fc.property(fc.array(fc.nat(5100), { maxLength: 5 }), fc.nat(3), (touched, dropped) => {
        const after: Record<string, unknown>[] = copy(nodes).slice(dropped);
        for (const at of touched) after[at] = { id: at, used: -1 };
        const filled = Array.from(after, (node) => node ?? {});
        const { value, count } = taken(reusing(before, wrapped(filled)));
        const atOnceToo = reuse(before, wrapped(copy(filled)));
        expect(value).toEqual(atOnceToo);
        expect(count).toBeGreaterThan(2);
      }),
      { numRuns: 20 },
    );
  });

  test('reuse in chunks keeps a list beside a changed one, and the rows that did not change', () => {
    const before = { nodes, more: copy(nodes) };
    const next = { nodes: copy(nodes).with(4000, { id: 4000, used: 0, tags: [] }), more: copy(nodes) };
    const value = finishNow(reusing<typeof before>(before, next));
    expect(value.more).toBe(before.more);
    expect(value.nodes[3999]).toBe(nodes[3999]);
    expect(value.nodes[4000]).toEqual({ id: 4000, used: 0, tags: [] });
  });

  test('reuse compares short data in one chunk', () => {
    expect(taken(reusing([1], [1])).count).toBe(1);
    expect(taken(reusing({ a: 1 }, { a: 2 }))).toEqual({ value: { a: 2 }, count: 1 });
  });
});
