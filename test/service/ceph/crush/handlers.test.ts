import { expect, test } from 'vitest';
import { crushHandlers } from '../../../../src/service/ceph/crush/handlers.ts';
import type { RuleDump } from '../../../../src/service/ceph/crush/rules.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import type { PoolDump } from '../../../../src/service/ceph/pools/read.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { caller } from '../handlers/support.ts';
import { recorded, recordedCeph } from '../recordedCeph.ts';
import { sample } from '../samples.ts';

const [rule] = sample('crushRuleDump') as RuleDump[];

function cluster(pools: readonly PoolDump[] = []) {
  const clock = fakeClock();
  const { ceph, commands } = recordedCeph(clock, {
    'osd tree': recorded('osdTreeRacks'),
    'osd pool ls': { json: pools },
    'osd crush rule dump': {
      json: ['used', 'free'].map((rule_name, index) => ({ ...rule!, rule_name, rule_id: index + 1 })),
    },
  });
  return { commands, call: caller(crushHandlers(ceph, createInventory(ceph, clock))) };
}

test.each([
  [undefined, []],
  ['hdd', ['crush-device-class=hdd']],
])('an erasure-coded rule for the class %s is made by a temporary profile', async (deviceClass, more) => {
  const { call, commands } = cluster();
  const body = { name: 'ec', startBucket: 'default', independent: 'host', erasureCoding: true };
  await call('createSimpleCrushRule', {
    body: { ...body, ...(deviceClass !== undefined && { deviceClass }) },
  });
  const name = 'storedeck-rule-ec';
  const profile = ['k=24', 'm=8', 'crush-root=default', 'crush-failure-domain=host', ...more];
  expect(commands).toEqual([
    {
      prefix: 'osd erasure-code-profile set',
      name,
      profile: [expect.stringMatching(/^plugin=/) as string, ...profile],
    },
    { prefix: 'osd crush rule create-erasure', name: 'ec', profile: name },
    { prefix: 'osd erasure-code-profile rm', name },
  ]);
});

test('a replicated rule without a device class takes every OSD', async () => {
  const { call, commands } = cluster();
  await call('createSimpleCrushRule', { body: { name: 'r', startBucket: 'default', independent: 'host' } });
  const prefix = 'osd crush rule create-replicated';
  expect(commands).toEqual([{ prefix, name: 'r', root: 'default', type: 'host' }]);
});

test('a rule that no pool uses is deleted, and one that a pool uses is not', async () => {
  const [pool] = sample('osdPoolLsDetail') as PoolDump[];
  const { call, commands } = cluster([{ ...pool!, pool_name: 'images', crush_rule: 1 }]);
  await expect(call('deleteCrushRule', { params: { name: 'used' } })).rejects.toMatchObject(
    refusal(409, 'images'),
  );
  await call('deleteCrushRule', { params: { name: 'free' } });
  expect(commands).toEqual([{ prefix: 'osd crush rule rm', name: 'free' }]);
});
