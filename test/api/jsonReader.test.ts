import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { parseJson } from '../../src/api/json.ts';
import { readJson } from '../../src/api/jsonReader.ts';

/** A list whose text is as long as three chunks, whatever its items are. */
const longList = (items: readonly unknown[]): unknown[] => [
  ...items,
  ...Array.from({ length: 10_000 }, (_, id) => ({
    id,
    text: 'osd on a host with a name',
    smart: { status: 'OK', codes: [id, 1] },
  })),
  ...items,
];

/** A text that arrives in pieces of a given length. */
async function* inPieces(text: string, length = 64 * 1024): AsyncGenerator<string> {
  await Promise.resolve();
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

async function expectSame(text: string, pieceLength?: number): Promise<void> {
  const parsed = parseJson(text);
  expect(await readJson(inPieces(text, pieceLength))).toEqual(
    'value' in parsed ? parsed : { ...parsed, beginning: text.trimStart().slice(0, 200) },
  );
}

describe('readJson', () => {
  test.each([
    ['a list', JSON.stringify(longList([]))],
    ['an object with a list first', JSON.stringify({ nodes: longList([]), stray: longList([]) })],
    ['an object with a list later', JSON.stringify({ size: 1, nodes: longList([]) })],
    ['with whitespace', ` ${JSON.stringify(longList([]), undefined, 1)}\n`],
    [
      'objects whose chunk ends inside others',
      JSON.stringify(longList([]).map((item) => ({ both: [item, item] }))),
    ],
    ['a list in a list', JSON.stringify([longList([])])],
    [
      'text that looks like the boundary of objects',
      JSON.stringify(longList([{ text: '},{'.repeat(200_000) }])),
    ],
    ['a field that occurs twice', `{"nodes":${JSON.stringify(longList([]))},"nodes":[{"id":1}]}`],
    ['a field named like a prototype property', `{"__proto__":${JSON.stringify(longList([]))}}`],
    ['empty objects', `[${'{},'.repeat(200_000)}{}]`],
    ['a text', JSON.stringify('},{'.repeat(200_000))],
  ])('a long JSON answer read in chunks equals the result of JSON.parse: %s', async (_, text) => {
    await expectSame(text);
    await expectSame(text, text.length);
  });

  test.each([
    ['broken in the middle', JSON.stringify(longList([])).slice(0, -200_000)],
    ['followed by something', `${JSON.stringify(longList([]))}]`],
    ['with a list closed too early', `[{}${',{}'.repeat(200_000)}],[{}]`],
  ])('a long JSON answer %s breaks at the same byte when read in chunks', (_, text) => expectSame(text));

  test('any long JSON list read in chunks equals the result of JSON.parse, whatever pieces it comes in', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { maxLength: 5 }),
        fc.integer({ min: 10_000, max: 1_000_000 }),
        (items, pieceLength) => expectSame(JSON.stringify(longList(items)), pieceLength),
      ),
      { numRuns: 10 },
    );
  });

  test('a short answer is read as JSON.parse reads it, and a blank answer as none', async () => {
    await expectSame('{"nodes":[{"id":1}]}', 3);
    await expectSame('[{"id":1},{"id":2}', 3);
    expect(await readJson(inPieces(' \n'))).toBeUndefined();
  });

  test.each([
    ['a list', undefined, longList([])],
    ['the first field of an object', 'nodes', { nodes: longList([]), total: 3 }],
  ])('each item of a long list that is %s can be replaced at its place', async (_, name, value) => {
    const answer = await readJson(inPieces(JSON.stringify(value)), (item, index, listName) => [
      (item as { id: number }).id - index,
      listName,
    ]);
    const replaced = longList([]).map(() => [0, name]);
    expect(answer).toEqual({ value: name === undefined ? replaced : { nodes: replaced, total: 3 } });
  });

  test('a long answer made to confuse the reader is read without an error', async () => {
    const hostile = `{"nodes":${JSON.stringify(longList([]))}," rest":5}`;
    expect(await readJson(inPieces(hostile))).toHaveProperty('value.nodes');
  });
});

test('the event loop is not blocked while a long JSON answer is read', async () => {
  let turns = 0;
  let next = setImmediate(function count() {
    turns++;
    next = setImmediate(count);
  });
  await readJson(inPieces(JSON.stringify(longList([]))));
  clearImmediate(next);
  expect(turns).toBeGreaterThan(2);
});

test.each([
  ['a list', longList([])],
  ['an object with a list first', { nodes: longList([]), total: 10_000 }],
])('reading %s in chunks never parses more than a chunk at once', async (_, value) => {
  const text = JSON.stringify(value);
  const parse = vi.spyOn(JSON, 'parse');
  try {
    await readJson(inPieces(text, text.length));
    const longest = Math.max(...parse.mock.calls.map(([part]) => part.length));
    expect(longest).toBeLessThan(256 * 1024 + 1000);
  } finally {
    parse.mockRestore();
  }
});
