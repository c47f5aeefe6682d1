import { describe, expect, test } from 'vitest';
import { readSetting, settingText } from '../../../src/screens/settings/value.ts';
import { confirm, fill } from '../dialogSteps.ts';
import { actionOf, answering, checkLines, deck, openScreen, text } from '../openedDeck.ts';
import type { DeckOptions } from '../shownDeck.tsx';

describe('screens of settings', () => {
  const open = (line: string, options: Partial<DeckOptions> = {}) =>
    openScreen(line, { columns: 140, ...options });

  test('changed settings are listed with their defaults, and Enter explains one', async () => {
    await open('config');
    expect(await text()).toMatch(/osd_memory_target +• 6\.0 GiB +4\.0 GiB +Memory that an OSD/);
    await deck.press('j', 'enter');
    const described = await text();
    expect(described).toMatch(/value +6\.0 GiB[^]*default +4\.0 GiB/);
    expect(described).toMatch(/level +basic/);
    expect(described).toMatch(/Memory that an OSD tries to stay below/);
  });

  test('a setting is found in the full list, changed in its unit, and reset to its default', async () => {
    await open('config');
    await deck.press('n');
    await deck.command('options');
    await deck.press('/');
    await deck.type('scrub_begin_hour\r');
    await deck.press('enter', 'esc');
    expect(await text()).toMatch(/osd_scrub_begin_hour +0 +0/);
    await deck.press('e');
    await fill(deck, ['three']);
    expect(await text()).toMatch(/Type a whole number/);
    await fill(deck, ['3']);
    const dialog = await text();
    expect(dialog).toMatch(/\{"value":\{"type":"INT","value":3\},"name":"osd_scrub_begin_hour"\}/);
    expect(dialog).toMatch(/ceph config set global osd_scrub_begin_hour 3/);
    await confirm(deck, 'yes');
    expect(await text()).toMatch(/osd_scrub_begin_hour +• 3 +0/);
    await deck.press('D');
    await confirm(deck, 'yes');
    expect(await text()).toMatch(/osd_scrub_begin_hour +0 +0/);
  });

  test('the form of a setting takes daemons before its name, and refuses the name of another setting', async () => {
    await open('options');
    await deck.press('/');
    await deck.type('osd_max_scrubs\r');
    await deck.press('e');
    await fill(deck, ['3', 'osd_max_backfills']);
    expect(await text()).toMatch(/This changes osd_max_scrubs/);
    await deck.press('esc', 'esc', 'e');
    await fill(deck, ['3', 'osd.3:osd_max_scrubs']);
    expect(await text()).toMatch(/ceph config set osd\.3 osd_max_scrubs 3/);
  });

  test('resetting a setting that is not set is refused with the reason', async () => {
    await open('options');
    await deck.type('D');
    expect(await text()).toMatch(/reset: admin_socket is not set: it has its default value/);
  });

  test('a secret setting is masked in the list, its description, its JSON and its form until v', async () => {
    const secret = 's3cret-value-of-keystone';
    const typed = (value: string) => ({ type: 'STRING', value });
    const setting = { name: 'rgw_keystone_admin_password', value: typed(secret), default: typed('') };
    await open('config', answering({ listSettings: () => [setting] }));
    expect(await text()).toMatch(/rgw_keystone_admin_password +• \*{8}/);
    for (const keys of [['d'], ['esc', 'y'], ['esc', 'e']]) {
      await deck.press(...keys);
      expect(await text()).not.toContain(secret);
    }
    await fill(deck, ['another-one']);
    expect(await text()).not.toContain('another-one');
    await deck.press('esc', 'esc', 'v');
    expect(await text()).toContain(secret);
  });
});

describe('values of settings', () => {
  const of = (type: string, unit?: string) => ({
    name: 'x',
    value: { type },
    ...(unit === undefined ? {} : { unit }),
  });

  test('the value of a setting is read by its type', () => {
    expect(readSetting(of('BOOL'), 'Yes')).toEqual({ value: { type: 'BOOL', value: true } });
    expect(readSetting(of('INT'), '-3')).toEqual({ value: { type: 'INT', value: -3 } });
    expect(readSetting(of('INT', 'BYTES'), '6G')).toEqual({ value: { type: 'INT', value: 6 * 1024 ** 3 } });
    expect(readSetting(of('DOUBLE'), '0.5')).toEqual({ value: { type: 'DOUBLE', value: 0.5 } });
    expect(readSetting(of('STRING'), '')).toEqual({ value: { type: 'STRING', value: '' } });
    for (const [type, wrong] of [
      ['BOOL', 'maybe'],
      ['INT', '1.5'],
      ['INT', ''],
      ['DOUBLE', 'x'],
    ] as const)
      expect(readSetting(of(type), wrong), `${type} ${wrong}`).toHaveProperty('problem');
  });

  test('the value of a setting is shown with its unit', () => {
    expect(settingText({ value: 6 * 1024 ** 3 }, 'BYTES')).toBe('6.0 GiB');
    expect(settingText({ value: 600 }, 'SECONDS')).toBe('600 s (10m00s)');
    expect(settingText({ value: false })).toBe('false');
    expect(settingText({ value: '' })).toBe('""');
    expect(settingText(undefined)).toBe('--');
  });
});

test.each([
  [{ level: 'dev' as const }, ['warn a setting for developers: wrong values lose data']],
  [
    { level: 'advanced' as const, canUpdateAtRuntime: false },
    ['warn daemons apply it only when they start: restart them one after the other'],
  ],
  [{ level: 'basic' as const, canUpdateAtRuntime: true }, []],
])(
  'a setting for developers is warned of, and one that daemons apply only when they start: %j',
  async (more, said) => {
    const typed = { type: 'INT', value: 1 } as const;
    await openScreen('options', {
      ...answering({
        getAvailableSettings: () => ({ some_value: { name: 'some_value', default: typed, ...more } }),
        listSettings: () => [],
      }),
    });
    expect(checkLines(actionOf('change').plan())).toEqual(said);
  },
);
