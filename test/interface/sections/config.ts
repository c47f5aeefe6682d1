import { expect, test } from 'vitest';
import type { SectionTests } from '../suite.ts';

const NAME = 'osd_max_backfills';

export const configTests: SectionTests = (site) => {
  const made = async () => (await site().api.listSettings()).find(({ name }) => name === NAME);

  test('a setting is set, shows its effective value, and returns to its default', async () => {
    const { api, traits } = site();
    const { [NAME]: option } = await api.getAvailableSettings();
    expect(option).toMatchObject({ name: NAME, description: expect.stringMatching(/backfill/i) as string });
    expect(await made()).toBeUndefined();
    await api.changeSetting({ body: { name: NAME, value: { type: 'INT', value: 7 } } });
    expect(await made()).toMatchObject({
      value: { type: 'INT', value: 7 },
      default: { value: option?.default?.value },
    });
    expect((await api.downloadFullConfig()).fileContents).toMatch(/osd_max_backfills = 7/);
    if (traits.ceph) expect(await traits.ceph('config', 'get', 'osd.0', NAME)).toBe('7\n');
    await api.resetSetting({ body: { name: NAME } });
    expect(await made()).toBeUndefined();
  });

  test.each([
    ['of another type', 400, /number|value/, { name: NAME, value: { value: 'many' } }],
    ['that does not exist', [400, 404], /osd_nonsense/, { name: 'osd_nonsense', value: { value: 1 } }],
    ['without a value', 400, /value/, { name: NAME }],
    ['with an object as its value', 400, /value|number/, { name: NAME, value: { value: { a: 1 } } }],
    ['without a name', 400, /name/, { name: '', value: { value: 1 } }],
  ])('a setting %s is refused', async (_, status, words, body) => {
    const before = await site().api.listSettings();
    await site().declines('changeSetting', status, words, { body });
    expect(await site().api.listSettings()).toEqual(before);
  });

  test('a setting that has its default value cannot be reset', async () => {
    await site().declines('resetSetting', 404, /osd_max_backfills/, { body: { name: NAME } });
    await site().declines('resetSetting', 400, /name/, { body: {} });
  });

  test('the configuration is downloaded for clients, and in full with keys', async () => {
    const client = await site().api.downloadClientConfig();
    expect(client).toMatchObject({ fileName: 'ceph.conf', fileContents: expect.any(String) as string });
    expect(client.fileContents).toMatch(/mon_host = \S/);
    const { fileContents = '' } = await site().api.downloadFullConfig();
    expect(fileContents).toMatch(/mon_host = \S/);
    expect(fileContents).toMatch(/\[client\.admin\]\s+key = \S{30}/);
  });
};
