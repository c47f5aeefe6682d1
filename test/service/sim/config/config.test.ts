import { describe, expect, test } from 'vitest';
import type { SimOptions } from '../../../../src/service/sim/engine.ts';
import { DEFAULTS } from '../../../../src/service/sim/model/settings.ts';
import { refusal, storageBench } from '../storage.ts';
import { health, logged } from '../support.ts';

function bench(options: Partial<SimOptions> = {}) {
  const { api, engine } = storageBench(options);
  return {
    api,
    cluster: engine.cluster,
    settings: engine.cluster.model.settings,
    set: (name: string, value: unknown) => api.changeSetting({ body: { name, value: { value } } }),
    reset: (name: string) => api.resetSetting({ body: { name } }),
    made: async () =>
      Object.fromEntries((await api.listSettings()).map(({ name, value }) => [name, value?.value])),
  };
}

/** Settings that are usually changed in such a cluster. */
const USUAL = { ...DEFAULTS, allowPoolDelete: true };

test('every setting is described, with its value and its default', async () => {
  const { api, set } = bench();
  await set('osd_max_backfills', 4);
  const available = await api.getAvailableSettings();
  expect(available['osd_max_backfills']).toEqual({
    name: 'osd_max_backfills',
    value: { type: 'INT', value: 4 },
    description: 'Backfills that an OSD takes part in at a time, each way.',
    default: { type: 'INT', value: 1 },
    seeAlso: [],
    level: 'ADVANCED',
    canUpdateAtRuntime: true,
  });
  expect(available['mon_osd_down_out_interval']).toMatchObject({ unit: 'SECONDS' });
});

test('settings are listed until they are reset', async () => {
  const { made, set, reset } = bench();
  const before = await made();
  expect(before).toEqual({
    mon_allow_pool_delete: true,
    osd_pool_default_pg_autoscale_mode: 'off',
    osd_memory_target: 6 * 2 ** 30,
  });
  await set('osd_max_backfills', 4);
  // Setting the default value explicitly also counts, because the setting no longer follows the default.
  await set('osd_max_scrubs', 1);
  expect(await made()).toEqual({ ...before, osd_max_backfills: 4, osd_max_scrubs: 1 });
  await reset('osd_max_backfills');
  await reset('osd_max_scrubs');
  await reset('mon_allow_pool_delete');
  const { mon_allow_pool_delete: _, ...rest } = before;
  expect(await made()).toEqual(rest);
});

test('the settings of a scenario are listed like any others', async () => {
  const { made, reset, settings } = bench({ scenario: 'demo', scale: 60 });
  expect(settings.downOutInterval).toBeLessThan(600);
  expect(await made()).toMatchObject({ mon_osd_down_out_interval: settings.downOutInterval });
  await reset('mon_osd_down_out_interval');
  expect(settings.downOutInterval).toBe(600);
});

describe('refused changes of settings', () => {
  test.each([
    [
      'an unknown name that resembles a known one',
      'osd_max_backfill',
      1,
      404,
      'did you mean "osd_max_backfills"',
    ],
    ['a setting for some daemons', 'osd.3:osd_max_backfills', 1, 404, 'write osd_max_backfills'],
    ['a name inherited from Object', '__proto__', 1, 404, 'there is no setting "__proto__"'],
    ['a fixed setting', 'fsid', 'x', 409, 'fsid is fixed'],
    ['a value of another type', 'osd_max_backfills', 'x', 400, 'is a whole number'],
    ['a value out of range', 'mon_osd_min_in_ratio', 2, 400, 'between 0 and 1'],
    // The monitors take it from the OSD map, and refuse it as a setting (EINVAL, "special").
    ['a ratio', 'mon_osd_nearfull_ratio', 0.8, 409, 'mon_osd_nearfull_ratio is fixed'],
  ])('setting %s is refused', async (_, name, value, status, reason) => {
    const { set, made, settings } = bench();
    const before = await made();
    const refused = await refusal(set(name, value));
    expect(refused.status).toBe(status);
    expect(refused.message).toContain(reason);
    expect(await made()).toEqual(before);
    expect(settings).toEqual(USUAL);
  });

  test('resetting a setting that is not set is refused', async () => {
    const { reset } = bench();
    expect(await refusal(reset('osd_max_backfills'))).toEqual({
      status: 404,
      message: 'osd_max_backfills is not set: it has its default value',
    });
    expect(await refusal(reset('osd_max_backfill'))).toMatchObject({ status: 404 });
  });
});

describe('settings that the simulated cluster obeys', () => {
  test('the cluster obeys the time until a down OSD is marked out', async () => {
    const { set, cluster } = bench();
    await set('mon_osd_down_out_interval', 30);
    cluster.killOsd(2);
    cluster.step(20);
    expect(cluster.osd(2).in).toBe(true);
    cluster.step(20);
    expect(cluster.osd(2).in).toBe(false);
  });

  test('the cluster obeys the setting that no OSD is marked out', async () => {
    const { api, set, cluster } = bench();
    await set('mon_osd_down_out_interval', 0);
    cluster.killOsd(2);
    cluster.step(900);
    expect(cluster.osd(2).in).toBe(true);
    expect(await api.getClusterStatusDetail()).toMatchObject({
      checks: {
        OSD_NO_DOWN_OUT_INTERVAL: {
          severity: 'HEALTH_WARN',
          summary: { message: 'mons a,b,c have mon_osd_down_out_interval set to 0', count: 3 },
        },
      },
    });
    await set('mon_warn_on_osd_down_out_interval_zero', false);
    expect(health(cluster)).not.toHaveProperty('OSD_NO_DOWN_OUT_INTERVAL');
  });

  test('the cluster obeys the setting whether pools can be deleted at all', async () => {
    const { api, set, reset } = bench();
    await api.createPool({ body: { name: 'fresh', pgNum: 8 } });
    const remove = () => api.deletePool({ params: { name: 'fresh' }, body: { thisWillDeleteData: 'fresh' } });
    const refused = {
      status: 409,
      message: expect.stringContaining('mon_allow_pool_delete is false'),
    };
    await set('mon_allow_pool_delete', false);
    expect(await refusal(remove())).toEqual(refused);
    await reset('mon_allow_pool_delete');
    expect(await refusal(remove())).toEqual(refused);
    await set('mon_allow_pool_delete', true);
    await remove();
  });

  test('the cluster obeys the limit of placement groups per OSD', async () => {
    const { api, set, cluster } = bench();
    const create = (name: string) => api.createPool({ body: { name, pgNum: 1024 } });
    expect((await refusal(create('large'))).message).toContain('(mon_max_pg_per_osd 250)');
    await set('mon_max_pg_per_osd', 5000);
    await create('large');
    await set('mon_max_pg_per_osd', 50);
    expect((await refusal(create('more'))).message).toContain('(mon_max_pg_per_osd 50)');
    cluster.step(20);
    expect(health(cluster)['TOO_MANY_PGS']).toMatch(/^too many PGs per OSD \(\d+ > max 50\)$/);
  });

  test('the cluster obeys the share of the heartbeat grace at which a ping is slow, or the time in its place', async () => {
    const { set, reset, settings } = bench();
    await set('osd_heartbeat_grace', 40);
    expect(settings).toMatchObject({ heartbeatGrace: 40, slowPingMs: 2000 });
    await set('mon_warn_on_slow_ping_ratio', 0.1);
    expect(settings.slowPingMs).toBe(4000);
    await set('mon_warn_on_slow_ping_time', 250);
    expect(settings.slowPingMs).toBe(250);
    await reset('mon_warn_on_slow_ping_time');
    await reset('mon_warn_on_slow_ping_ratio');
    await reset('osd_heartbeat_grace');
    expect(settings).toEqual(USUAL);
  });

  test('the cluster obeys the setting for automatic repair by scrubs', async () => {
    const { set, settings } = bench();
    await set('osd_scrub_auto_repair', true);
    expect(settings.scrubAutoRepair).toBe(true);
  });
});

test('the log says if a changed setting has no effect in the simulation', async () => {
  const { set, cluster } = bench();
  await set('osd_max_backfills', 4);
  await set('mon_osd_down_out_interval', 300);
  const changes = logged(cluster.model, 'changed');
  expect(changes).toEqual([
    expect.stringContaining(
      'setting osd_max_backfills changed to 4: the simulated cluster stores it, but it has no effect',
    ),
    expect.stringMatching(/setting mon_osd_down_out_interval changed to 300$/),
  ]);
});

test('a changed setting is logged without its value, which can be a password', async () => {
  const { set, cluster } = bench();
  await set('rgw_keystone_admin_password', 'hunter2');
  expect(logged(cluster.model, 'setting rgw_keystone_admin_password changed')).toHaveLength(1);
  expect(logged(cluster.model, 'hunter2')).toEqual([]);
});

describe('configuration files', () => {
  test('the configuration files for clients have the cluster, its monitors and networks, and a key', async () => {
    const { api, cluster } = bench();
    const { fileName, fileContents = '' } = await api.downloadClientConfig();
    expect(fileName).toBe('ceph.conf');
    expect(fileContents.split('\n')).toEqual([
      '[global]',
      `\tfsid = ${cluster.model.fsid}`,
      expect.stringMatching(/^\tmon_host = \[v2:10\.2\.0\.1\d:3300\/0,v1:10\.2\.0\.1\d:6789\/0\] \[/),
      '\tpublic_network = 10.2.0.0/16',
      '\tcluster_network = 10.3.0.0/16',
      '',
      '[client.client]',
      expect.stringMatching(/^\tkey = AQ[A-Za-z0-9+/]{36}==$/),
      '',
    ]);
  });

  test('the full configuration files have all settings, and the key of the administrator', async () => {
    const { api, set } = bench();
    await set('osd_max_backfills', 4);
    const { fileContents } = await api.downloadFullConfig();
    expect(fileContents).toContain('\tosd_max_backfills = 4\n');
    expect(fileContents).toContain('\tosd_memory_target = 6442450944\n');
    expect(fileContents).toContain('[client.admin]\n\tkey = AQ');
    expect(fileContents).toContain('\tcaps mon = "allow *"\n');
    expect(await api.downloadFullConfig()).toEqual({ fileName: 'ceph-full.conf', fileContents });
  });
});
