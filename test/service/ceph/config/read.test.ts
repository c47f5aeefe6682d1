import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  availableSettings,
  parseSettingName,
  settingName,
  settings,
  settingsFile,
  settingText,
  type OptionHelp,
} from '../../../../src/service/ceph/config/read.ts';

const option = (name: string, type: string, standard: OptionHelp['default']): OptionHelp => ({
  name,
  type,
  level: 'advanced',
  desc: `About ${name}`,
  long_desc: '',
  default: standard,
  see_also: ['another'],
  can_update_at_runtime: true,
});
const help = [
  option('osd_max_backfills', 'uint', 1),
  option('osd_recovery_sleep', 'float', 0),
  option('bluestore_cache_autotune', 'bool', true),
  option('osd_memory_target', 'size', 4294967296),
  option('mon_host', 'str', ''),
];
const entry = (section: string, name: string, value: string, mask = '') => ({ section, name, value, mask });

test('values have the types of their options', () => {
  const dump = [
    entry('osd', 'osd_max_backfills', '3'),
    entry('osd', 'osd_recovery_sleep', '0.100000'),
    entry('osd', 'bluestore_cache_autotune', 'false'),
    entry('global', 'mon_host', '10.0.0.1'),
    entry('mgr', 'mgr/some/option', '5'),
  ];
  expect(settings(dump, help).map(({ value }) => value)).toEqual([
    { type: 'INT', value: 3 },
    { type: 'DOUBLE', value: 0.1 },
    { type: 'BOOL', value: false },
    { type: 'STRING', value: '10.0.0.1' },
    { type: 'STRING', value: '5' },
  ]);
});

test.each([
  ['int', '-3', { type: 'INT', value: -3 }],
  ['uint', '3', { type: 'INT', value: 3 }],
  ['size', '4096', { type: 'INT', value: 4096 }],
  ['secs', '60', { type: 'INT', value: 60 }],
  ['millisecs', '60', { type: 'INT', value: 60 }],
  ['float', '0.5', { type: 'DOUBLE', value: 0.5 }],
  ['int', '', { type: 'STRING', value: '' }],
  ['int', '1_K', { type: 'STRING', value: '1_K' }],
  ['bool', '1', { type: 'BOOL', value: true }],
  ['bool', 'true', { type: 'BOOL', value: true }],
  ['bool', '0', { type: 'BOOL', value: false }],
  ['addr', '10', { type: 'STRING', value: '10' }],
])('a value of type %s that is %j is read as %o', (type, text, value) => {
  const [setting] = settings([entry('osd', 'one', text)], [option('one', type, text)]);
  expect([setting?.value, setting?.default]).toEqual([value, value]);
});

test('an option has both of its descriptions and the unit of its type', () => {
  const shown = (type: string, long_desc: string) =>
    availableSettings([{ ...option('one', type, 1), long_desc }], [])['one'];
  expect(shown('secs', 'More')).toMatchObject({ description: 'About one. More', unit: 'SECONDS' });
  expect(shown('int', '')).not.toHaveProperty('unit');
});

test('an option is described, with its default and unit', () => {
  expect(availableSettings(help, [])['osd_memory_target']).toEqual({
    name: 'osd_memory_target',
    value: { type: 'INT', value: 4294967296 },
    default: { type: 'INT', value: 4294967296 },
    description: 'About osd_memory_target',
    unit: 'BYTES',
    seeAlso: ['another'],
    level: 'advanced',
    canUpdateAtRuntime: true,
  });
});

test('an option has the value that is set for all daemons, or for all of its kind', () => {
  const valueWith = (...dump: ReturnType<typeof entry>[]) =>
    availableSettings(help, dump)['osd_max_backfills']?.value?.value;
  const all = entry('global', 'osd_max_backfills', '2');
  const osds = entry('osd', 'osd_max_backfills', '3');
  expect([valueWith(), valueWith(all), valueWith(all, osds), valueWith(osds, all)]).toEqual([1, 2, 3, 3]);
  const single = entry('osd.3', 'osd_max_backfills', '9');
  const some = entry('osd', 'osd_max_backfills', '9', 'class:ssd');
  expect(valueWith(single, some)).toBe(1);
});

describe('the name of a setting', () => {
  test.each([
    ['global', '', 'mon_host', 'mon_host'],
    ['osd', '', 'osd_max_backfills', 'osd:osd_max_backfills'],
    ['osd.3', '', 'debug_osd', 'osd.3:debug_osd'],
    ['osd', 'class:ssd', 'osd_max_backfills', 'osd/class:ssd:osd_max_backfills'],
    ['mgr', '', 'mgr/dashboard/ssl', 'mgr:mgr/dashboard/ssl'],
  ])('for %s%s %s is %s', (section, mask, name, expected) => {
    expect(settingName(entry(section, name, '', mask))).toBe(expected);
  });

  test('the name of a setting is parsed back into its daemons and its option', () => {
    const word = fc.stringMatching(/^[a-z_./]{1,12}$/);
    fc.assert(
      fc.property(word, word, (section, name) => {
        expect(parseSettingName(settingName(entry(section, name, '')))).toEqual({ who: section, name });
      }),
    );
  });
});

test('a value is written as text, and only a scalar one', () => {
  expect(settingText({ type: 'BOOL', value: false })).toBe('false');
  expect(settingText({ value: 0.5 })).toBe('0.5');
  expect(() => settingText({ value: { a: 1 } })).toThrow('text, a number, true or false');
  expect(() => settingText({ type: 'TEXT_FILE', value: 'x' })).toThrow('TEXT_FILE');
});

test('the configuration file has a section for each daemon or kind with settings', () => {
  const some = entry('osd', 'd', '4', 'class:ssd');
  const dump = [entry('osd', 'a', '1'), entry('global', 'b', '2'), some, entry('osd', 'c', '3')];
  expect(settingsFile(dump)).toBe(
    '[osd]\n\ta = 1\n\tc = 3\n\n[global]\n\tb = 2\n\n[osd/class:ssd]\n\td = 4\n',
  );
});
