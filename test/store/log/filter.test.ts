import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../../src/api/contract/logs.ts';
import { compileLogFilter } from '../../../src/store/log/filter.ts';

/** Log lines as displayed, with the names of servers and the time of day. */
const names = { server: (id: number) => `stor-0${id}`, utc: true };
const event: LogEvent = { c: 'x', t: 51_727, m: 'osd.12 heartbeat_check: no reply', s: 'osd.12', h: 3, p: 3 };

describe('log filter', () => {
  test.each([
    ['that contains all texts', { texts: ['heartbeat', 'reply'] }, true],
    ['unless a text is missing', { texts: ['heartbeat', 'scrub'] }, false],
    ['unless it contains an inverted text', { texts: ['!heartbeat'] }, false],
    ['whatever an empty or unfinished text is', { texts: ['', '!', 'service:'] }, true],
    ['whatever an invalid regular expression is', { texts: ['/[/', '!/[/'] }, true],
    ['at least as severe as the level', { maxPriority: 3 }, true],
    ['unless it is less severe than the level', { maxPriority: 2 }, false],
    ['of a selected service', { services: ['mon', 'osd.12'] }, true],
    ['of any OSD for osd.*', { services: ['osd.*'] }, true],
    ['unless it is of another service', { services: ['osd.1', 'osdx.*'] }, false],
    ['of a selected server', { servers: [3] }, true],
    ['unless it is of another server', { servers: [4] }, false],
    ['if nothing is selected', { services: [], servers: [] }, true],
  ])('a log filter selects a line %s', (_, choice, passes) => {
    expect(compileLogFilter(choice, names).matches(event)).toBe(passes);
  });

  test.each([
    ['its service', 'osd.12', true],
    ['its server', 'stor-03', true],
    ['the word for its priority', 'error', true],
    ['the time of day', '14:22', true],
    ['a word of the message', 'heartbeat', true],
    ['several words in any place', 'reply stor-03 error', true],
    ['several words, if none is missing', 'reply stor-04', false],
    ['quoted words in the same order', '"no reply"', true],
    ['quoted words in another order', '"reply no"', false],
    ['an expression over several columns', 'stor-0\\d.*heartbeat', true],
    ['an expression for both ends of a column', '^osd.12$', true],
    ['an expression for the beginning of the message', '^osd.12.heartbeat', true],
    ['an expression for the beginning of the line', '^14:', true],
    ['letters in order within a column', '-f s03', true],
    ['letters in order, but in several columns', '-f s03h', false],
    ['an excluded service', '!osd.12', false],
    ['an excluded other server', '!stor-04', true],
  ])('a log filter selects a line by %s: %s', (_, text, passes) => {
    expect(compileLogFilter({ texts: [text] }, names).matches(event)).toBe(passes);
  });

  test.each([
    ['service:osd.12', true],
    ['service:kernel', false],
    ['service:heartbeat', false],
    ['!service:kernel', true],
    ['server:stor-03', true],
    ['SERVER:stor-04', false],
    ['priority:error', true],
    ['level:error', true],
    ['level:warn', false],
    ['level:E', true],
    ['priority:W', false],
    ['time:14:22', true],
    ['time:14:23', false],
    ['message:heartbeat', true],
    ['message:stor-03', false],
    ['message:/^osd/', true],
    ['service:osd server:stor-03 level:error heartbeat', true],
  ])('a log filter selects a line by one of its columns: %s', (text, passes) => {
    expect(compileLogFilter({ texts: [text] }, names).matches(event)).toBe(passes);
  });

  test('a log filter finds a time only in the time column if no times are shown', () => {
    const filter = (text: string) => compileLogFilter({ texts: [text] }, { ...names, untimed: true });
    expect(filter('14:22').matches(event)).toBe(false);
    expect(filter('^14:22').matches(event)).toBe(false);
    expect(filter('time:14:22').matches(event)).toBe(true);
  });

  test('a log filter selects a line without any fields, unless services or servers are selected', () => {
    expect(compileLogFilter({ maxPriority: 0, texts: ['!x'] }).matches({})).toBe(true);
    expect(compileLogFilter({ servers: [1] }).matches({})).toBe(false);
    expect(compileLogFilter({ services: ['mon'] }).matches({})).toBe(false);
  });
});

test('the error in a log filter is explained', () => {
  expect(compileLogFilter({ texts: ['osd', '!/a(/'] }).error).toBe(
    '/a(/ is not a regular expression: Unterminated group',
  );
  expect(compileLogFilter({ texts: ['osd(', '/a/'] })).not.toHaveProperty('error');
});

test('matches of a log filter are highlighted once if two overlap, and inverted ones not at all', () => {
  const filter = compileLogFilter({ texts: ['heart', 'artbeat', '!reply'] });
  expect(filter.ranges('message', 'heartbeat reply')).toEqual([[0, 9]]);
});

test('a log filter for one column is highlighted there only', () => {
  const filter = compileLogFilter({ texts: ['service:osd'] });
  expect(filter.ranges('service', 'osd.12')).toEqual([[0, 3]]);
  expect(filter.ranges('message', 'osd.12')).toEqual([]);
});

test('a log filter reports an unknown column, unless lines contain the whole text', () => {
  const unknown = compileLogFilter({ texts: ['host:stor-03'] }, names);
  expect(unknown.matches(event)).toBe(false);
  expect(unknown.unknownColumn()).toBe('no column "host"; columns: time, server, service, priority, message');
  const text = compileLogFilter({ texts: ['heartbeat_check: osd.12'] }, names);
  expect(text.matches(event)).toBe(true);
  expect(text.unknownColumn()).toBeUndefined();
  expect(compileLogFilter({ texts: ['service:kernel', '10.2.0.1:6789'] }).unknownColumn()).toBeUndefined();
});

test('a log filter excludes lines by time and priority before it reads them', () => {
  const filter = compileLogFilter({ maxPriority: 3, since: 10, texts: ['osd'] });
  expect(filter.mayPass(10, 3)).toBe(true);
  expect(filter.mayPass(9, 3)).toBe(false);
  expect(filter.mayPass(10, 4)).toBe(false);
  expect(filter.mayPass(Infinity, 255)).toBe(true);
  expect(filter.reads).toBe(true);
  expect(compileLogFilter({ maxPriority: 3 })).toMatchObject({ reads: false, empty: false });
  expect(compileLogFilter({})).toMatchObject({ reads: false, empty: true });
});
