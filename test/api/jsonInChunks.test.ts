import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { parseJson } from '../../src/api/json.ts';
import { isLong, parseJsonInChunks } from '../../src/api/jsonInChunks.ts';

/** A list whose text is longer than one slice, whatever its items are. */
const longList = (items: readonly unknown[]): unknown[] => [
  ...items,
  ...Array.from({ length: 30_000 }, (_, id) => ({
    id,
    text: 'osd on a host with a name',
    smart: { status: 'OK', codes: [id, 1] },
  })),
  ...items,
];

async function expectSame(text: string): Promise<void> {
  expect(isLong(text)).toBe(true);
  expect(await parseJsonInChunks(text)).toEqual(parseJson(text));
}

describe('parseJsonInChunks', () => {
  test.each([
    ['a list', JSON.stringify(longList([]))],
    ['an object with a list first', JSON.stringify({ nodes: longList([]), stray: longList([]) })],
    ['an object with a list later', JSON.stringify({ size: 1, nodes: longList([]) })],
    ['with blanks', ` ${JSON.stringify(longList([]), undefined, 1)}\n`],
    ['objects that meet inside others', JSON.stringify(longList([]).map((item) => ({ both: [item, item] })))],
    ['a list in a list', JSON.stringify([longList([])])],
    ['text in which objects seem to meet', JSON.stringify(longList([{ text: '},{'.repeat(500_000) }]))],
    ['a field that comes twice', `{"nodes":${JSON.stringify(longList([]))},"nodes":[{"id":1}]}`],
    ['a field with a treacherous name', `{"__proto__":${JSON.stringify(longList([]))}}`],
    ['empty objects', `[${'{},'.repeat(700_000)}{}]`],
    ['a text', JSON.stringify('},{'.repeat(500_000))],
  ])('a long JSON answer parsed in chunks equals the result of JSON.parse: %s', (_, text) =>
    expectSame(text),
  );

  test.each([
    ['broken in the middle', JSON.stringify(longList([])).slice(0, -500_000)],
    ['followed by something', `${JSON.stringify(longList([]))}]`],
    ['with a list closed too early', `[{}${',{}'.repeat(700_000)}],[{}]`],
  ])('a long JSON answer %s breaks at the same byte when parsed in chunks', (_, text) => expectSame(text));

  test('any long JSON list parsed in chunks equals the result of JSON.parse', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue(), { maxLength: 5 }), (items) =>
        expectSame(JSON.stringify(longList(items))),
      ),
      { numRuns: 10 },
    );
  });
});

test('the event loop goes on while a long JSON answer is parsed', async () => {
  let turns = 0;
  let next = setImmediate(function count() {
    turns++;
    next = setImmediate(count);
  });
  await parseJsonInChunks(JSON.stringify(longList([])));
  clearImmediate(next);
  expect(turns).toBeGreaterThan(2);
});

test.each([
  ['a list', longList([])],
  ['an object with a list first', { nodes: longList([]), total: 30_000 }],
])('parsing %s in chunks never parses more than a chunk at once', async (_, value) => {
  const text = JSON.stringify(value);
  const parse = vi.spyOn(JSON, 'parse');
  try {
    await parseJsonInChunks(text);
    const longest = Math.max(...parse.mock.calls.map(([part]) => part.length));
    expect(longest).toBeLessThan(1024 * 1024 + 1000);
  } finally {
    parse.mockRestore();
  }
});
