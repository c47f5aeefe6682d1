import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readJson } from '../../../src/service/http/jsonBody.ts';

const read = (text: string, most = 100_000) => readJson(Buffer.from(text), most);
const list = (length: number, item: (index: number) => string) =>
  `{"nodes":[${Array.from({ length }, (_, index) => item(index)).join(',')}]}`;

test('valid JSON is read as JSON.parse reads it', async () => {
  const spaced = fc
    .json({ noUnicodeString: false, maxDepth: 5 })
    .chain((text) =>
      fc.constantFrom(text, JSON.stringify(JSON.parse(text), undefined, '\t'), ` ${text}\r\n`),
    );
  await fc.assert(
    fc.asyncProperty(spaced, async (text) => {
      fc.pre(!text.includes('__proto__'));
      expect(await read(text)).toEqual(JSON.parse(text));
    }),
    { seed: 1, numRuns: 500 },
  );
});

test('JSON with a dropped, doubled or replaced character is read or refused as by JSON.parse', async () => {
  const damaged = fc
    .tuple(
      fc.json({ maxDepth: 3 }),
      fc.nat(),
      fc.constantFrom('', '"', '\\', ',', ':', '{', ']', '0', 'e', ' ', '\n'),
    )
    .map(([text, at, sign]) => {
      const place = at % text.length;
      return text.slice(0, place) + sign + text.slice(place + 1);
    });
  await fc.assert(
    fc.asyncProperty(damaged, async (text) => {
      fc.pre(!text.includes('__proto__'));
      let expected: unknown;
      try {
        expected = JSON.parse(text);
      } catch {
        await expect(read(text)).rejects.toMatchObject({ status: 400 });
        return;
      }
      expect(await read(text)).toEqual(expected);
    }),
    { seed: 2, numRuns: 2000 },
  );
});

test.each([
  ['{"speed": ', 'its end is missing'],
  ['', 'its end is missing'],
  ['{"é": nul}', 'syntax error at byte 7'],
  ['{"a":1}{"b":2}', 'syntax error at byte 7'],
  ['{"a":1,}', 'syntax error at byte 7'],
  ['[1,]', 'syntax error at byte 3'],
  ['"a\u0001"', 'syntax error at byte 0'],
  ['{"__proto__":{}}', 'a field cannot be named "__proto__"'],
  [String.raw`{"__pro\u0074o__":{}}`, 'a field cannot be named "__proto__"'],
])('%j is refused: %s', async (text, why) => {
  await expect(read(text)).rejects.toMatchObject({
    status: 400,
    message: `the body is not valid JSON: ${why}`,
  });
});

test('a text that is not UTF-8 is refused', async () => {
  await expect(readJson(Buffer.from('"\xe9"', 'latin1'), 10)).rejects.toMatchObject({ status: 400 });
});

describe('limits of a body', () => {
  test.each([
    ['objects', list(200_000, () => '{}'), 413, 'the body has more than 100000 values'],
    ['numbers', list(200_000, String), 413, 'the body has more than 100000 values'],
    ['names', list(2000, (index) => `{"a${index}":1}`), 413, 'more than 1000 different field names'],
    ['lists in lists', '['.repeat(1_000_000), 400, 'the body nests deeper than 64 levels'],
  ])(
    'a body over a limit is refused as soon as the limit is reached: %s',
    async (_, text, status, message) => {
      await expect(read(text)).rejects.toMatchObject({
        status,
        message: expect.stringContaining(message) as string,
      });
    },
  );
});

test('reading a body yields to other work every few thousand values and names, whatever its structure', async () => {
  for (const item of ['{}', '1', '"text"', '{"a":{"b":[]}}']) {
    let pauses = 0;
    const pause = async () => void pauses++;
    await readJson(Buffer.from(list(50_000, () => item)), 1_000_000, pause);
    expect(pauses, item).toBeGreaterThanOrEqual(12);
    // A yield costs more than a value.
    expect(pauses, item).toBeLessThan(50);
  }
});

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

test.each<[string, string, number, string | undefined]>([
  ['ten values of ten', JSON.stringify([1, 2, 3, [4, 5], { a: 6, b: 7 }]), 10, undefined],
  [
    'eleven values of ten',
    JSON.stringify([1, 2, 3, [4, 5], { a: 6, b: 7, c: 8 }]),
    10,
    'the body has more than 10 values',
  ],
  ['64 lists that hold something', nested(65), 100, undefined],
  ['65 lists that hold something', nested(66), 100, 'the body nests deeper than 64 levels'],
  [
    'a thousand field names',
    JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, name) => [`f${name}`, 0]))),
    2000,
    undefined,
  ],
  [
    'a thousand and one field names',
    JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, name) => [`f${name}`, 0]))),
    2000,
    'the body has more than 1000 different field names',
  ],
  ['the longest text', `["${'x'.repeat(1024 * 1024 - 1)}"]`, 10, undefined],
  [
    'a longer text',
    `["${'x'.repeat(1024 * 1024)}"]`,
    10,
    'a text in the body is longer than 1048576 characters',
  ],
])('a body with %s is at its limit, or over it', async (_, text, most, message) => {
  if (message === undefined) expect(await read(text, most)).toEqual(JSON.parse(text));
  else await expect(read(text, most)).rejects.toMatchObject({ message });
});

test.each([
  [3998, 0],
  [3999, 1],
  [7998, 1],
  [7999, 2],
])('a list of %i numbers is read with %i pauses', async (length, expected) => {
  let pauses = 0;
  const numbers = Array.from({ length }, (_, index) => index);
  const pause = async () => void pauses++;
  expect(await readJson(Buffer.from(JSON.stringify(numbers)), 10_000, pause)).toEqual(numbers);
  expect(pauses).toBe(expected);
});

test('a body in another encoding than UTF-8 is refused with the reason', async () => {
  await expect(readJson(Buffer.from('"\xe9"', 'latin1'), 10)).rejects.toMatchObject({
    message: 'the body is not valid JSON: it is not in UTF-8',
  });
});
