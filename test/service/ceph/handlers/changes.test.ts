import { describe, expect, test } from 'vitest';
import { configHandlers } from '../../../../src/service/ceph/config/handlers.ts';
import { crushHandlers } from '../../../../src/service/ceph/crush/handlers.ts';
import { diskHandlers } from '../../../../src/service/ceph/disks/handlers.ts';
import { diskLister } from '../../../../src/service/ceph/disks/list.ts';
import { servedDisks } from '../../../../src/service/ceph/iscsi/servedDisks.ts';
import { maintenanceHandlers } from '../../../../src/service/ceph/maintenance/handlers.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import { poolChangeHandlers } from '../../../../src/service/ceph/pools/handlers.ts';
import type { PoolDump } from '../../../../src/service/ceph/pools/read.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { fakeAccess } from '../access/fakeAccess.ts';
import { recorded, recordedCeph, refused } from '../recordedCeph.ts';
import { sample } from '../samples.ts';
import { taskTable } from '../taskTable.ts';
import { caller } from './support.ts';

function cluster() {
  const clock = fakeClock();
  const recording = recordedCeph(clock, {
    'osd tree': recorded('osdTreeRacks'),
    'osd pool ls': recorded('osdPoolLsDetail'),
    'osd crush rule dump': recorded('crushRuleDump'),
    'config dump': { json: [{ section: 'osd', name: 'osd_max_scrubs', value: '2', mask: '' }] },
    'fs ls': { json: [{ name: 'storefs', metadata_pool: 'meta', data_pools: ['data'] }] },
    bench: { json: { bytes_written: 268435456, elapsed_sec: 2, bytes_per_sec: 134217728, iops: 32 } },
  });
  const { ceph } = recording;
  const inventory = createInventory(ceph, clock);
  const sources = { ceph, inventory, access: fakeAccess().access, clock };
  const tasks = taskTable(clock);
  const call = caller({
    ...crushHandlers(ceph, inventory),
    ...configHandlers(ceph, 'client.admin'),
    ...diskHandlers(sources, diskLister(sources), tasks),
    ...maintenanceHandlers(ceph, inventory, clock),
    ...poolChangeHandlers(
      ceph,
      inventory,
      servedDisks({ entries: async () => [] }, async () => []),
    ),
  });
  return { ...recording, call, tasks, clock };
}

describe('maintenance', () => {
  test('maintenance sets and unsets flags', async () => {
    const { call, commands } = cluster();
    await call('setFlag', { params: { flag: 'noout' } });
    await call('unsetFlag', { params: { flag: 'nodeep-scrub' } });
    expect(commands).toEqual([
      { prefix: 'osd set', key: 'noout' },
      { prefix: 'osd unset', key: 'nodeep-scrub' },
    ]);
  });

  test('a reset of the recovery speed is over when the OSD runs with its default, or after some seconds', async () => {
    const { call, answer, clock } = cluster();
    const option = { name: 'osd_max_backfills', value: '8' };
    answer('config help', { json: {} });
    const resetWhen = async (act: () => void) => {
      answer('config show', { json: [{ ...option, source: 'mon' }] });
      let done = false;
      const reset = call('setRecoverySpeed', { body: { speed: 0 } }).then(() => (done = true));
      await clock.advance(2000);
      expect(done).toBe(false);
      act();
      await clock.advance(4000);
      expect(done).toBe(true);
      await reset;
    };
    await resetWhen(() => answer('config show', { json: [{ ...option, source: 'default' }] }));
    await resetWhen(() => answer('config show', refused(-2, 'osd.0 has stopped')));
    await resetWhen(() => undefined);
  });

  test('an OSD is asked once in half a minute for the speed that it runs with, and again after a change of this service', async () => {
    const { call, answer, asked, clock } = cluster();
    const values: Readonly<Record<string, string>> = { osd_op_queue: 'wpq', osd_max_backfills: '8' };
    answer('config show', () => {
      const { command } = asked.at(-1) as { command: { key: string } };
      return Promise.resolve({ rc: 0, outs: '', text: `${values[command.key] ?? '0'}\n` });
    });
    const shown = () =>
      asked.filter((one) => 'command' in one && one.command['prefix'] === 'config show').length;
    const first = await call('getRecoverySpeed', {});
    const once = shown();
    expect(once).toBeGreaterThan(0);
    await clock.advance(28_000);
    expect(await call('getRecoverySpeed', {})).toEqual(first);
    expect(shown()).toBe(once);
    await call('setFlag', { params: { flag: 'noout' } });
    await call('getRecoverySpeed', {});
    expect(shown()).toBe(2 * once);
    await clock.advance(30_500);
    await call('getRecoverySpeed', {});
    expect(shown()).toBe(3 * once);
  });

  test('maintenance scrubs an OSD that is up, and refuses one that is down or does not exist', async () => {
    const { call, commands } = cluster();
    await call('deepScrubOsd', { params: { osdId: 1 } });
    await expect(call('scrubOsd', { params: { osdId: 3 } })).rejects.toMatchObject(
      refusal(409, 'osd.3 is down'),
    );
    await expect(call('scrubOsd', { params: { osdId: 99 } })).rejects.toMatchObject(refusal(404));
    expect(commands).toEqual([{ prefix: 'osd deep-scrub', who: '1' }]);
  });
});

test('the disk of an OSD that is up is benchmarked with 256 MiB by a task that reports the speed', async () => {
  const { call, tasks, asked } = cluster();
  await expect(call('benchmarkDisk', { params: { diskId: 3 } })).rejects.toMatchObject(
    refusal(409, 'osd.3 is down'),
  );
  const { id = 0, startedBy, object } = await call('benchmarkDisk', { params: { diskId: 1 } });
  expect([startedBy, object]).toEqual(['test', 'osd.1']);
  await expect.poll(async () => (await tasks.get(id)).state).toBe('FINISHED');
  const { output } = await tasks.get(id);
  expect(output).toContain('Writing 256 MiB to osd.1 in blocks of 4 MiB');
  expect(output).toContain('256 MiB in 2.00 s: 128.0 MiB/s, 32.0 writes/s');
  const command = { prefix: 'bench', count: 268_435_456, size: 4_194_304 };
  expect(asked.at(-1)).toMatchObject({ command });
});

describe('CRUSH rules', () => {
  test('replicated CRUSH rules are created for a root, a failure domain and a class', async () => {
    const { call, commands } = cluster();
    const body = { name: 'fast', startBucket: 'default', independent: 'rack', deviceClass: 'hdd' };
    await call('createSimpleCrushRule', { body });
    expect(commands).toEqual([
      {
        prefix: 'osd crush rule create-replicated',
        name: 'fast',
        root: 'default',
        type: 'rack',
        class: 'hdd',
      },
    ]);
  });

  test('the temporary profile behind an erasure-coded CRUSH rule is removed, even if the rule is refused', async () => {
    const { call, commands, answer } = cluster();
    answer('osd crush rule create-erasure', refused(-22, 'no'));
    const body = { name: 'ec', startBucket: 'default', independent: 'host', erasureCoding: true };
    await expect(call('createSimpleCrushRule', { body })).rejects.toMatchObject(refusal(400));
    expect(commands.at(-1)).toEqual({ prefix: 'osd erasure-code-profile rm', name: 'storedeck-rule-ec' });
  });

  test('CRUSH rules with an invalid name or a missing bucket are refused', async () => {
    const { call, commands } = cluster();
    const body = { name: 'new', startBucket: 'default', independent: 'host' };
    for (const change of [{ name: 'a b' }, { startBucket: 'nix' }]) {
      const made = call('createSimpleCrushRule', { body: { ...body, ...change } });
      await expect(made).rejects.toMatchObject(refusal(400));
    }
    expect(commands).toEqual([]);
  });

  test('creating a CRUSH rule with a taken name, or deleting a missing one, is refused, although Ceph would accept it', async () => {
    const { call, commands } = cluster();
    const body = { name: 'replicated_rule', startBucket: 'default', independent: 'host' };
    await expect(call('createSimpleCrushRule', { body })).rejects.toMatchObject(refusal(409));
    await expect(call('deleteCrushRule', { params: { name: 'nix' } })).rejects.toMatchObject(refusal(404));
    expect(commands).toEqual([]);
  });
});

describe('pools', () => {
  const deletion = (body: object) => ({
    params: { name: 'rbd' },
    body: { thisWillDeleteData: 'rbd', ...body },
  });

  test('pools are deleted by name, with their descriptions', async () => {
    const { call, commands } = cluster();
    await call('deletePool', deletion({ poolId: 2 }));
    expect(commands).toEqual([
      { prefix: 'osd pool delete', pool: 'rbd', pool2: 'rbd', yes_i_really_really_mean_it: true },
      { prefix: 'config-key rm', key: 'storedeck/pool-description/2' },
    ]);
  });

  test.each([
    ['without consent', { thisWillDeleteData: 'RBD' }],
    ['under another name', { name: 'fs_data' }],
    ['under another id', { poolId: 3 }],
  ])('pools are not deleted %s', async (_, body) => {
    const { call, commands } = cluster();
    await expect(call('deletePoolByPost', deletion(body))).rejects.toMatchObject(
      refusal(400, 'nothing was deleted'),
    );
    expect(commands).toEqual([]);
  });

  test('an erasure-coded pool is deleted together with the rule that Ceph created for it alone', async () => {
    const { call, commands, answer } = cluster();
    const deleted = { params: { name: 'ecpool' }, body: { thisWillDeleteData: 'ecpool' } };
    const rule = { prefix: 'osd crush rule rm', name: 'ecpool' };
    await call('deletePool', deleted);
    expect(commands.at(-1)).toEqual(rule);
    const all = sample('osdPoolLsDetail') as PoolDump[];
    const ecpool = all.find(({ pool_name }) => pool_name === 'ecpool')!;
    answer('osd pool ls', { json: [...all, { ...ecpool, pool_id: 9, pool_name: 'other' }] });
    commands.splice(0);
    await call('deletePool', deleted);
    expect(commands).not.toContainEqual(rule);
  });

  /**
   * A cluster that lists a new pool once it was created, and refuses all settings of that pool.
   * `outs` is its answer to the creation.
   */
  function refusingCluster(outs = "pool 'new' created") {
    const all = cluster();
    all.answer('osd pool create', () => {
      const [pool] = sample('osdPoolLsDetail') as PoolDump[];
      all.answer('osd pool ls', { json: [{ ...pool, pool_name: 'new', pool_id: 9 }] });
      return Promise.resolve({ rc: 0, outs });
    });
    all.answer('osd pool set', refused(-22, 'too small'));
    return all;
  }
  const body = { name: 'new', minSize: 1 };

  test('a new pool is removed again if one of its settings is refused', async () => {
    const { call, commands } = refusingCluster();
    await expect(call('createPool', { body })).rejects.toMatchObject(refusal(400, 'Ceph: too small'));
    expect(commands).toMatchObject([
      { prefix: 'osd pool delete', pool: 'new', pool2: 'new' },
      { prefix: 'config-key rm' },
    ]);
  });

  test('a pool that another caller created at the same moment is not touched', async () => {
    const { call, commands } = refusingCluster("pool 'new' already exists");
    await expect(call('createPool', { body })).rejects.toMatchObject(refusal(409, 'already'));
    expect(commands).toEqual([]);
  });

  test('the refusal says so if a new pool could not be removed again', async () => {
    const { call, answer } = refusingCluster();
    answer('osd pool delete', refused(-1, 'disabled'));
    const made = call('createPool', { body });
    await expect(made).rejects.toMatchObject(refusal(400, 'the pool new was created, but: Ceph: too small'));
  });

  test('a pool with an unknown rule is refused before anything is created', async () => {
    const { call, commands } = cluster();
    const made = call('createPool', { body: { name: 'new', crushRule: 9 } });
    await expect(made).rejects.toMatchObject(refusal(400, 'CRUSH rule'));
    expect(commands).toEqual([]);
  });

  test('overwrites of a pool are enabled once, and only for erasure coding', async () => {
    const { call, commands } = cluster();
    await call('enableErasureOverwrites', { params: { name: 'ecpool' } });
    await expect(call('enableErasureOverwrites', { params: { name: 'rbd' } })).rejects.toMatchObject(
      refusal(400),
    );
    await expect(call('enableErasureOverwrites', { params: { name: 'nix' } })).rejects.toMatchObject(
      refusal(404),
    );
    expect(commands).toEqual([]);
  });
});

test('settings are set for the daemons that they name, and can only be reset there', async () => {
  const { call, commands } = cluster();
  await call('changeSetting', { body: { name: 'osd.3:debug_osd', value: { value: 5 } } });
  await call('resetSetting', { body: { name: 'osd:osd_max_scrubs' } });
  await expect(call('resetSetting', { body: { name: 'osd_max_scrubs' } })).rejects.toMatchObject(
    refusal(404),
  );
  expect(commands).toEqual([
    { prefix: 'config set', who: 'osd.3', name: 'debug_osd', value: '5' },
    { prefix: 'config rm', who: 'osd', name: 'osd_max_scrubs' },
  ]);
});
