import { expect, test } from 'vitest';
import { silentMonitors } from '../../../../src/service/ceph/evidence/silentMonitors.ts';
import { createInventory } from '../../../../src/service/ceph/inventory.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeAccess } from '../access/fakeAccess.ts';
import { recordedCeph } from '../recordedCeph.ts';

test('the servers of the monitors that were known last are asked whether these run', async () => {
  const clock = fakeClock();
  const { ceph } = recordedCeph(clock, { 'node ls': { json: { mon: { h1: ['a'], h2: ['b'], h3: ['c'] } } } });
  const runs = { 'host.runs': ({ identity }: Readonly<Record<string, unknown>>) => identity === 'b' };
  const { access } = fakeAccess({ h1: runs, h2: runs, h4: runs }, undefined, { h1: 'refused' });
  const monitors = silentMonitors({ inventory: createInventory(ceph, clock), access, clock });
  expect(await monitors.ask()).toBeUndefined();
  await monitors.remember();
  expect(await monitors.ask()).toEqual({
    lostMonitors: [
      { mon: 'a', server: 'h1', runs: false },
      { mon: 'b', server: 'h2', runs: true },
    ],
    unreached: [{ server: 'h1', why: 'refused' }],
  });
});
