import { describe, expect, test } from 'vitest';
import { OPTIONS } from '../../../../src/service/sim/config/catalogue.ts';
import { readValue } from '../../../../src/service/sim/config/readValue.ts';

const options = [...OPTIONS.values()];
const option = (name: string) => {
  const found = OPTIONS.get(name);
  if (found === undefined) throw new Error(`no option ${name}`);
  return found;
};
const read = (name: string, value: unknown) => readValue(option(name), { value });

describe('catalogue of options', () => {
  test('the catalogue of options has several hundred entries, each once, with a type and a description', () => {
    expect(options.length).toBeGreaterThan(400);
    const lines = options.filter(
      ({ settingType, meaning, level }) =>
        settingType === undefined || !meaning.endsWith('.') || !['BASIC', 'ADVANCED', 'DEV'].includes(level),
    );
    expect(lines).toEqual([]);
  });

  test('the catalogue of options has valid defaults', () => {
    const refused = options.filter((one) => {
      try {
        return readValue(one, { type: one.settingType, value: one.default }) !== one.default;
      } catch {
        return true;
      }
    });
    expect(refused.map(({ name }) => name)).toEqual([]);
  });

  test('the catalogue of options refers only to options that it contains', () => {
    const unauthenticated = options.flatMap(({ seeAlso }) => seeAlso).filter((name) => !OPTIONS.has(name));
    expect(unauthenticated).toEqual([]);
  });

  test.each([
    ['osd_max_backfills', { settingType: 'INT', default: 1, range: { from: 0, to: Infinity } }],
    ['mon_osd_down_out_interval', { settingType: 'INT', default: 600, unit: 'SECONDS' }],
    ['osd_memory_target', { settingType: 'INT', default: 4_294_967_296, unit: 'BYTES', level: 'BASIC' }],
    [
      'mon_osd_nearfull_ratio',
      { settingType: 'DOUBLE', default: 0.85, range: { from: 0, to: 1 }, fixed: true },
    ],
    ['osd_scrub_auto_repair', { settingType: 'BOOL', default: false }],
    [
      'osd_op_queue',
      { settingType: 'STRING', choices: ['wpq', 'mclock_scheduler', 'debug_random'], runtime: false },
    ],
    ['fsid', { fixed: true }],
  ])('the catalogue of options contains %s', (name, facts) => {
    expect(option(name)).toMatchObject(facts);
  });
});

describe('values of options', () => {
  test.each<[name: string, given: unknown, value: unknown]>([
    ['osd_max_backfills', 4, 4],
    ['osd_max_backfills', '4', 4],
    ['osd_memory_target', '4Gi', 4_294_967_296],
    ['osd_memory_target', '2048 MiB', 2_147_483_648],
    ['osd_memory_target', '1T', 1_099_511_627_776],
    ...Array.from('KMGTP', (prefix, power): [string, unknown, unknown] => [
      'bluestore_prefer_deferred_size_hdd',
      `2${prefix}`,
      2 * 1024 ** (power + 1),
    ]),
    ['osd_recovery_sleep_hdd', 0, 0],
    ['osd_recovery_sleep_hdd', '0.25', 0.25],
    ['osd_scrub_auto_repair', true, true],
    ['osd_scrub_auto_repair', 'Yes', true],
    ['osd_scrub_auto_repair', 'TRUE', true],
    ['osd_scrub_auto_repair', '1', true],
    ['osd_scrub_auto_repair', 'no', false],
    ['osd_scrub_auto_repair', 'false', false],
    ['osd_scrub_auto_repair', false, false],
    ['osd_scrub_auto_repair', 0, false],
    ['osd_op_queue', 'wpq', 'wpq'],
    ['debug_osd', '10/20', '10/20'],
    ['debug_osd', 7, '7'],
    ['debug_osd', '20/0', '20/0'],
    ['mon_osd_full_ratio', 1, 1],
    ['mon_osd_full_ratio', 0, 0],
    ['rgw_dns_name', '', ''],
  ])('an option of type %s accepts %j', (name, given, value) => {
    expect(read(name, given)).toBe(value);
  });

  test.each<[name: string, given: unknown, reason: string]>([
    ['osd_max_backfills', 'many', 'osd_max_backfills is a whole number'],
    ['osd_max_backfills', 1.5, 'osd_max_backfills is a whole number'],
    ['osd_max_backfills', true, 'osd_max_backfills is a whole number'],
    ['osd_max_backfills', null, 'osd_max_backfills is a whole number'],
    ['osd_max_backfills', '', 'osd_max_backfills is a whole number'],
    ['osd_max_backfills', 1e300, 'osd_max_backfills is a whole number'],
    ['osd_max_backfills', -1, 'osd_max_backfills is at least 0, not -1'],
    ['osd_max_backfills', '4Gi', 'osd_max_backfills is a whole number'],
    ['osd_memory_target', 'much', 'osd_memory_target is a whole number of bytes'],
    ['osd_memory_target', 1, 'osd_memory_target is at least 939524096, not 1'],
    ['mon_osd_full_ratio', 95, 'mon_osd_full_ratio is between 0 and 1, not 95'],
    ['mon_osd_full_ratio', [0.9], 'mon_osd_full_ratio is a number'],
    ['osd_scrub_begin_hour', 24, 'osd_scrub_begin_hour is between 0 and 23, not 24'],
    ['osd_scrub_auto_repair', 'maybe', 'osd_scrub_auto_repair is true or false'],
    ['osd_scrub_auto_repair', {}, 'osd_scrub_auto_repair is true or false'],
    ['osd_op_queue', 'fifo', 'osd_op_queue is one of wpq, mclock_scheduler, debug_random'],
    ['rgw_dns_name', 'a\nb', 'rgw_dns_name is a text of one line'],
    ['rgw_dns_name', { evil: 1 }, 'rgw_dns_name is a text of one line'],
    ['debug_osd', '1/2/3', 'debug_osd is one or two levels from 0 to 20'],
    ['debug_osd', '21', 'debug_osd is one or two levels from 0 to 20'],
    ['osd_recovery_sleep_hdd', ' ', 'osd_recovery_sleep_hdd is a number'],
    ['osd_recovery_sleep_hdd', Infinity, 'osd_recovery_sleep_hdd is a number'],
    ['osd_recovery_sleep_hdd', 'NaN', 'osd_recovery_sleep_hdd is a number'],
    ['rgw_dns_name', 'a\0b', 'rgw_dns_name is a text of one line'],
    ['debug_osd', '1/99', 'debug_osd is one or two levels from 0 to 20'],
    ['debug_osd', 'high', 'debug_osd is one or two levels from 0 to 20'],
  ])('an option of type %s refuses %j', (name, given, reason) => {
    expect(() => read(name, given)).toThrow(reason);
  });

  test.each(['__proto__', 'constructor', 'toString'])('a boolean option refuses %s', (value) => {
    expect(() => read('osd_scrub_auto_repair', value)).toThrow('is true or false');
  });

  test('a value has the type of its option', () => {
    const ratio = option('mon_osd_full_ratio');
    expect(() => readValue(ratio, { type: 'STRING', value: '0.9' })).toThrow('is of type DOUBLE, not STRING');
    expect(readValue(ratio, { type: 'INT', value: 1 })).toBe(1);
    const count = option('osd_max_backfills');
    expect(readValue(count, { type: 'INT', value: 1 })).toBe(1);
    expect(() => readValue(count, { type: 'DOUBLE', value: 1 })).toThrow('is of type INT, not DOUBLE');
  });
});

test.each([
  [{ from: -5, to: 5 }, 'between -5 and 5', [-5, 0, 5], [-6, 6]],
  [{ from: -Infinity, to: 5 }, 'at most 5', [-1000, 5], [6]],
  [{ from: 2, to: Infinity }, 'at least 2', [2, 1000], [1]],
])('a value outside of %o is refused with the limit: %s', (range, limit, good, bad) => {
  const limited = { ...option('osd_recovery_priority'), type: 'int', settingType: 'INT', range } as const;
  for (const value of good) expect(readValue(limited, { value })).toBe(value);
  for (const value of bad)
    expect(() => readValue(limited, { value })).toThrow(`osd_recovery_priority is ${limit}, not ${value}`);
});
