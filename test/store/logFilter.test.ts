import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../src/api/contract/logs.ts';
import { LogBuffer } from '../../src/store/logBuffer.ts';
import {
  compileLogFilter,
  findError,
  indexFrom,
  type LogMatches,
  matchLines,
} from '../../src/store/logFilter.ts';

const event: LogEvent = { c: 'x', t: 1, m: 'osd.12 heartbeat_check: no reply', s: 'osd.12', h: 3, p: 3 };

describe('a log filter lets through a line', () => {
  test.each([
    ['that holds all texts', { texts: ['heartbeat', 'reply'] }, true],
    ['unless a text is missing', { texts: ['heartbeat', 'scrub'] }, false],
    ['unless it holds an inverted text', { texts: ['!heartbeat'] }, false],
    ['whatever an empty or unfinished text says', { texts: ['', '!'] }, true],
    ['as grave as the level', { maxPriority: 3 }, true],
    ['unless it is less grave than the level', { maxPriority: 2 }, false],
    ['of a chosen service', { services: ['mon', 'osd.12'] }, true],
    ['of any OSD for osd.*', { services: ['osd.*'] }, true],
    ['unless it is of another service', { services: ['osd.1', 'osdx.*'] }, false],
    ['of a chosen server', { servers: [3] }, true],
    ['unless it is of another server', { servers: [4] }, false],
    ['when nothing is chosen', { services: [], servers: [] }, true],
  ])('%s', (_, choice, passes) => {
    expect(compileLogFilter(choice).matches(event)).toBe(passes);
  });

  test('that tells nothing of itself, unless service or server count', () => {
    expect(compileLogFilter({ maxPriority: 0, texts: ['!x'] }).matches({})).toBe(true);
    expect(compileLogFilter({ servers: [1] }).matches({})).toBe(false);
    expect(compileLogFilter({ services: ['mon'] }).matches({})).toBe(false);
  });
});

test('matches are highlighted once where two texts overlap, inverted texts not at all', () => {
  const filter = compileLogFilter({ texts: ['heart', 'artbeat', '!reply'] });
  expect(filter.ranges('heartbeat reply')).toEqual([[0, 9]]);
});

describe('applying a filter', () => {
  const errors = compileLogFilter({ maxPriority: 3 });

  test('looks at each line once', () => {
    const seen: (number | undefined)[] = [];
    const filter = { ...errors, matches: (line: LogEvent) => (seen.push(line.t), true) };
    const buffer = new LogBuffer(10);
    buffer.append({ t: 1 });
    const first = matchLines(buffer.lines(), filter);
    buffer.append({ t: 2 });
    expect(matchLines(buffer.lines(), filter, first).numbers).toEqual([0, 1]);
    expect(seen).toEqual([1, 2]);
  });

  test('keeps the list as it is while nothing new passes', () => {
    const buffer = new LogBuffer(10);
    buffer.append({ t: 1, p: 3 });
    const first = matchLines(buffer.lines(), errors);
    buffer.append({ t: 2, p: 6 });
    expect(matchLines(buffer.lines(), errors, first).numbers).toBe(first.numbers);
  });

  test('starts anew for another filter, and when the lines were put in order anew', () => {
    const buffer = new LogBuffer(10);
    buffer.append({ c: 'b', t: 2, p: 3 });
    const first = matchLines(buffer.lines(), errors);
    expect(matchLines(buffer.lines(), compileLogFilter({ maxPriority: 2 }), first).numbers).toEqual([]);
    buffer.merge([{ c: 'a', t: 1, p: 3 }]);
    const { first: from, end } = buffer.lines();
    expect(matchLines(buffer.lines(), errors, first).numbers).toEqual([from, end - 1]);
  });

  test('step by step finds the same as all at once', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(7), { maxLength: 10 }), { maxLength: 20 }), (batches) => {
        const buffer = new LogBuffer(25);
        let matches: LogMatches | undefined;
        for (const batch of batches) {
          for (const p of batch) buffer.append({ p });
          matches = matchLines(buffer.lines(), errors, matches);
          expect(matches.numbers).toEqual(matchLines(buffer.lines(), errors).numbers);
        }
      }),
    );
  });
});

test('the next and the previous error are found from a position, or that there is none', () => {
  const buffer = new LogBuffer(10);
  for (const p of [3, 6, 2, 6]) buffer.append({ p });
  const lines = buffer.lines();
  const { numbers } = matchLines(lines, compileLogFilter({}));
  expect(findError(lines, numbers, 1, 1)).toBe(2);
  expect(findError(lines, numbers, 3, 1)).toBeUndefined();
  expect(findError(lines, numbers, 1, -1)).toBe(0);
  expect(findError(lines, numbers, -1, -1)).toBeUndefined();
});

test('a position is found among ascending numbers', () => {
  expect([0, 5, 6, 9, 10].map((wanted) => indexFrom([5, 7, 9], wanted))).toEqual([0, 0, 1, 2, 3]);
});
