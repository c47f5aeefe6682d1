import { expect, test } from 'vitest';
import { FLAGS } from '../../../src/api/contract/maintenance.ts';
import type { SectionTests } from '../suite.ts';

export const maintenanceTests: SectionTests = (site) => {
  const isSet = async (flag: string) =>
    (await site().api.listFlags()).find(({ name }) => name === flag)?.currentState;

  test.each(FLAGS)('the flag %s is set and unset', async (flag) => {
    const { api, traits } = site();
    expect(await isSet(flag)).toBe(false);
    await api.setFlag({ params: { flag } });
    expect(await isSet(flag)).toBe(true);
    if (traits.ceph) expect(await traits.ceph('osd', 'stat')).toContain(flag);
    await api.unsetFlag({ params: { flag } });
    expect(await isSet(flag)).toBe(false);
  });

  test('unknown flags are neither set nor unset', async () => {
    const before = await site().api.listFlags();
    for (const id of ['setFlag', 'unsetFlag'] as const)
      await site().declines(id, 400, /flag/, { params: { flag: 'nosuchflag' } });
    expect(await site().api.listFlags()).toEqual(before);
  });

  test('the recovery speed is set, and reset to its default', async () => {
    const { api } = site();
    const speed = async () => (await api.getRecoverySpeed()).speed;
    const usual = await speed();
    for (const wanted of [1, 7, 10]) {
      await api.setRecoverySpeed({ body: { speed: wanted } });
      expect(await speed()).toBe(wanted);
    }
    await site().declines('setRecoverySpeed', 400, /speed/, { body: { speed: 11 } });
    await site().declines('setRecoverySpeed', 400, /speed/, { body: { speed: 2.5 } });
    expect(await speed()).toBe(10);
    await api.setRecoverySpeed({ body: { speed: 0 } });
    expect(await speed()).toBe(usual);
  });

  test.each([
    ['scrubOsd', 'last_scrub_stamp', /scrub of \d+ placement groups of osd\.1/],
    ['deepScrubOsd', 'last_deep_scrub_stamp', /deep scrub of \d+ placement groups of osd\.1/],
  ] as const)('%s scrubs the placement groups of an OSD', async (id, stamp, line) => {
    const { api, traits } = site();
    const scrubbed = async () => {
      if (!traits.ceph) return JSON.stringify(await api.readLogs({ query: { service: ['mgmt'] } }));
      const groups = JSON.parse(await traits.ceph('pg', 'ls-by-primary', 'osd.1', '-f', 'json')) as {
        pg_stats: Record<string, string>[];
      };
      return groups.pg_stats.map((group) => group[stamp]).join(' ');
    };
    const before = await scrubbed();
    await api[id]({ params: { osdId: 1 } });
    const after = await site().eventually(scrubbed, (now) => now !== before);
    if (!traits.ceph) expect(after).toMatch(line);
    await site().declines(id, 404, /osd\.4242/, { params: { osdId: 4242 } });
    await site().declines(id, 400, /osdId/, { params: { osdId: 'all' } });
  });

  test('no migration is available', async () => {
    expect(await site().api.listMigrations()).toEqual({ mimic: false });
    await site().declines('migrateToMimic', 409, /a later release than mimic/);
  });

  test('servers that do not run their configured image are rebooted, if a way to reboot them exists', async () => {
    const { id = 0 } = await site().api.rebootAllServers();
    const { output } = await site().eventually(
      () => site().api.getTask({ params: { id } }),
      ({ done }) => done === true,
    );
    expect(output).toMatch(
      site().traits.ceph ? /not known: .*cannot be reached/ : /all servers run their configured image/,
    );
  });
};
