import { describe, expect, test } from 'vitest';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import type { PoolDump } from '../../../../src/service/ceph/pools/read.ts';
import { poolWriter } from '../../../../src/service/ceph/pools/write.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { recorded, recordedCeph, refused, type Answer } from '../recordedCeph.ts';
import { sample } from '../samples.ts';

const dump = sample('osdPoolLsDetail') as PoolDump[];
const find = (name: string) => dump.find(({ pool_name }) => pool_name === name)!;
const EEXIST = -17;
const EPERM = -1;

function work(answers: Readonly<Record<string, Answer>> = {}) {
  const clock = fakeClock();
  const recording = recordedCeph(clock, {
    'osd pool ls': {
      json: [...dump, { ...find('rbd'), pool_id: 99, pool_name: 'made', application_metadata: {} }],
    },
    'osd crush rule dump': recorded('crushRuleDump'),
    'osd dump': { json: { erasure_code_profiles: sample('erasureProfiles') } },
    'fs ls': { json: [] },
    df: { json: { pools: [{ id: find('rbd').pool_id, stats: { objects: 7 } }] } },
    ...answers,
  });
  const pools = poolWriter(recording.ceph, createInventory(recording.ceph, clock));
  return { ...recording, pools, prefixes: () => recording.commands.map(({ prefix }) => prefix) };
}

/** The pools before a new one is created. The first read is used for the checks. */
const before = { 'osd pool ls': { json: dump } };

describe('creating a pool', () => {
  test('a pool with an unknown CRUSH rule is refused before anything is created', async () => {
    const { pools, commands } = work(before);
    await expect(pools.create({ name: 'made', crushRule: 77 })).rejects.toMatchObject(
      refusal(400, 'there is no CRUSH rule 77'),
    );
    expect(commands).toEqual([]);
  });

  test('a pool whose name somebody else took at the same moment is refused, and the other pool is not touched', async () => {
    const { pools, prefixes } = work({
      ...before,
      'osd pool create': { rc: 0, outs: "pool 'made' already exists" },
    });
    await expect(pools.create({ name: 'made' })).rejects.toMatchObject(refusal(409, 'made'));
    expect(prefixes()).toEqual([]);
  });
});

/** A cluster whose pool `made` appears once it was created, as in Ceph. */
function making(answers: Readonly<Record<string, Answer>> = {}) {
  const made = { ...find('rbd'), pool_id: 99, pool_name: 'made', application_metadata: {} };
  const bench = work({
    ...before,
    ...answers,
    'osd pool create': async () => {
      bench.answer('osd pool ls', { json: [...dump, made] });
      return { rc: 0, outs: '', text: '' };
    },
  });
  return bench;
}

describe('application and description of a new pool', () => {
  test('a new pool gets its application and its description once it exists', async () => {
    const { pools, commands } = making();
    await pools.create({ name: 'made', application: 'rbd', description: 'for tests' });
    expect(commands).toMatchObject([
      { prefix: 'osd pool application enable', pool: 'made', app: 'rbd' },
      { prefix: 'config-key set', val: expect.stringContaining('for tests') },
    ]);
  });

  test('an erasure-coded pool for files is enabled for overwrites before the filesystem takes it', async () => {
    const { pools, commands } = making();
    const body = { name: 'made', erasureCoding: true, dataChunks: 2, parityChunks: 1 } as const;
    await pools.create({ ...body, application: 'storefs' });
    const overwrites = { prefix: 'osd pool set', pool: 'made', var: 'allow_ec_overwrites', val: 'true' };
    expect(commands.slice(0, 2)).toMatchObject([{ prefix: 'osd erasure-code-profile set' }, overwrites]);
    const other = making();
    await other.pools.create({ ...body, application: 'rgw' });
    expect(other.commands).not.toContainEqual(overwrites);
  });

  test('a new pool is removed again if it cannot get its application and description', async () => {
    const { pools, commands } = making({ 'osd pool application enable': refused(EPERM, 'no') });
    await expect(pools.create({ name: 'made', application: 'rbd' })).rejects.toMatchObject({
      message: expect.not.stringContaining('was made'),
    });
    expect(commands).toContainEqual({
      prefix: 'osd pool delete',
      pool: 'made',
      pool2: 'made',
      yes_i_really_really_mean_it: true,
    });
  });

  test('if the cluster forbids the deletion of the new pool, the refusal says that it exists', async () => {
    const { pools } = making({
      'osd pool application enable': refused(EPERM, 'no'),
      'osd pool delete': refused(EPERM, 'pool deletion is disabled'),
    });
    await expect(pools.create({ name: 'made', application: 'rbd' })).rejects.toThrow(
      'the pool made was created, but:',
    );
  });
});

test('pools are created one after the other, and a refused one delays none', async () => {
  const { pools, asked } = work({ ...before, 'osd pool create': refused(EEXIST, 'no room') });
  const first = pools.create({ name: 'one' });
  const second = pools.create({ name: 'two' });
  await expect(first).rejects.toThrow();
  await expect(second).rejects.toThrow();
  const order = asked.flatMap((one) =>
    'command' in one && one.command['prefix'] === 'osd pool create' ? [one.command['pool']] : [],
  );
  expect(order).toEqual(['one', 'two']);
});

describe('changing a pool', () => {
  test('a pool is given the CRUSH rule with the requested id by its name', async () => {
    const { pools, commands } = work();
    const [rule] = sample('crushRuleDump') as { rule_id: number; rule_name: string }[];
    await pools.update(find('rbd'), { crushRule: rule!.rule_id });
    expect(commands).toMatchObject([{ var: 'crush_rule', val: rule!.rule_name }]);
  });

  test('a change of a pool is checked as a whole first', async () => {
    const { pools, commands } = work();
    await expect(pools.update(find('rbd'), { quotaMaxBytes: 1, minSize: 9 })).rejects.toMatchObject({
      status: 400,
    });
    expect(commands).toEqual([]);
  });

  test('a pool is assigned to another application only while it is empty', async () => {
    const used = work();
    await expect(used.pools.update(find('rbd'), { application: 'rgw' })).rejects.toMatchObject(refusal(409));
    const empty = work({ df: { json: { pools: [{ id: find('rbd').pool_id, stats: { objects: 0 } }] } } });
    await empty.pools.update(find('rbd'), { application: 'rgw' });
    expect(empty.prefixes()).toEqual(['osd pool application enable', 'osd pool application disable']);
  });

  test('the objects of a pool are counted only if its application changes', async () => {
    const { pools, asked } = work();
    await pools.update(find('rbd'), { application: 'rbd', quotaMaxBytes: 1 });
    expect(asked.some((one) => 'command' in one && one.command['prefix'] === 'df')).toBe(false);
  });
});

describe('deleting a pool', () => {
  const rules = sample('crushRuleDump') as { rule_id: number; rule_name: string }[];
  const coded = find('ecpool');
  const own = { ...rules[0]!, rule_id: coded.crush_rule, rule_name: 'ecpool' };
  const others = dump.filter(({ pool_name }) => pool_name === 'ecpool' || pool_name === 'rbd');

  test('deleting a pool also deletes the rule that Ceph created for it alone', async () => {
    const { pools, commands } = work({
      'osd pool ls': {
        json: others.map((pool) => (pool.pool_name === 'rbd' ? { ...pool, crush_rule: 50 } : pool)),
      },
      'osd crush rule dump': { json: [own] },
    });
    await pools.remove(coded);
    expect(commands.at(0)).toMatchObject({ prefix: 'osd pool delete', pool: 'ecpool' });
    expect(commands.at(-1)).toEqual({ prefix: 'osd crush rule rm', name: 'ecpool' });
  });

  test('deleting a pool leaves a rule that another pool uses', async () => {
    const { pools, prefixes } = work({
      'osd pool ls': {
        json: others.map((pool) => ({ ...pool, crush_rule: coded.crush_rule })),
      },
      'osd crush rule dump': { json: [own] },
    });
    await pools.remove(coded);
    expect(prefixes()).not.toContain('osd crush rule rm');
  });

  test('deleting a pool succeeds even if somebody starts using its rule meanwhile', async () => {
    const { pools } = work({
      'osd pool ls': {
        json: others.map((pool) => (pool.pool_name === 'rbd' ? { ...pool, crush_rule: 50 } : pool)),
      },
      'osd crush rule dump': { json: [own] },
      'osd crush rule rm': refused(-16, 'in use'),
    });
    await expect(pools.remove(coded)).resolves.toBeUndefined();
  });
});
