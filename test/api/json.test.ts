import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/api/json.ts';

describe('parseJson', () => {
  it('parseJson reads JSON', () => {
    expect(parseJson(' {"a": [1, "\\u00e9"]} ')).toEqual({ value: { a: [1, 'é'] } });
  });

  it.each<[string, number]>([
    ['<html>', 0],
    ['', 0],
    ['{"a":1', 6],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{a:1}', 1],
    ['[1 2]', 3],
    ['[1,2]]', 5],
    ['{"é": x}', 7],
    ['"abc', 4],
    ['"a\nb"', 2],
    ['"a\\x"', 2],
    ['[1}', 2],
    ['nul', 0],
    ['{} {}', 3],
    ['[', 1],
    ['[,1]', 1],
  ])('parseJson reports that %j breaks at byte %i', (text, byte) => {
    expect(parseJson(text)).toEqual({ brokenAtByte: byte });
  });

  it('parseJson reports no break before the place where the JSON was damaged', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, at) => {
        const cut = at % (text.length + 1);
        const result = parseJson(`${text.slice(0, cut)}\u0000${text.slice(cut)}`);
        // A literal that is cut in two is reported at its start.
        const byte = 'brokenAtByte' in result ? result.brokenAtByte : -1;
        expect(byte).toBeGreaterThanOrEqual(Buffer.byteLength(text.slice(0, Math.max(0, cut - 24))));
        expect(byte).toBeLessThanOrEqual(Buffer.byteLength(text.slice(0, cut)));
      }),
    );
  });

  it('parseJson survives endless nesting', () => {
    expect(parseJson('['.repeat(1_000_000))).toEqual({ brokenAtByte: 1_000_000 });
  });
});
