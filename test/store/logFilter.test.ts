import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../src/api/contract/logs.ts';
import { compileLogFilter } from '../../src/store/logFilter.ts';

const event: LogEvent = { c: 'x', t: 1, m: 'osd.12 heartbeat_check: no reply', s: 'osd.12', h: 3, p: 3 };

describe('a log filter lets through a line', () => {
  test.each([
    ['that holds all texts', { texts: ['heartbeat', 'reply'] }, true],
    ['unless a text is missing', { texts: ['heartbeat', 'scrub'] }, false],
    ['unless it holds an inverted text', { texts: ['!heartbeat'] }, false],
    ['whatever an empty or unfinished text says', { texts: ['', '!'] }, true],
    ['whatever a broken regular expression says', { texts: ['/[/', '!/[/'] }, true],
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

test('what is wrong with a text is said in words', () => {
  expect(compileLogFilter({ texts: ['osd', '!/a(/'] }).error).toBe(
    '/a(/ is no regular expression: Unterminated group',
  );
  expect(compileLogFilter({ texts: ['osd(', '/a/'] })).not.toHaveProperty('error');
});

test('matches are highlighted once where two texts overlap, inverted texts not at all', () => {
  const filter = compileLogFilter({ texts: ['heart', 'artbeat', '!reply'] });
  expect(filter.ranges('heartbeat reply')).toEqual([[0, 9]]);
});

test('what its time and priority rule out is known before it is read', () => {
  const filter = compileLogFilter({ maxPriority: 3, since: 10, texts: ['osd'] });
  expect(filter.mayPass(10, 3)).toBe(true);
  expect(filter.mayPass(9, 3)).toBe(false);
  expect(filter.mayPass(10, 4)).toBe(false);
  expect(filter.mayPass(Infinity, 255)).toBe(true);
  expect(filter.reads).toBe(true);
  expect(compileLogFilter({ maxPriority: 3 })).toMatchObject({ reads: false, empty: false });
  expect(compileLogFilter({})).toMatchObject({ reads: false, empty: true });
});
