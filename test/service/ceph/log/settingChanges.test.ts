import { expect, test } from 'vitest';
import { readChanges } from '../../../../src/diagnosis/evidence/changes.ts';
import { settingChanges } from '../../../../src/service/ceph/log/settingChanges.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { recordedCeph } from '../recordedCeph.ts';

/** An entry as Ceph 16.2 and 20.2 return it, some minutes before `now`. */
const entry = (now: number, version: number, minutes: number, name: string, value?: string) => ({
  version,
  timestamp: new Date(now - minutes * 60_000).toISOString().replace('Z', '000+0000'),
  name: '',
  changes: [{ name, previous_value: '1', ...(value !== undefined && { new_value: value }) }],
});

function history() {
  const clock = fakeClock();
  const { ceph, answer, asked } = recordedCeph(clock);
  const now = clock.now();
  const become = (...entries: ReturnType<typeof entry>[]) => answer('config log', { json: entries });
  return { now, become, asked, read: settingChanges(ceph, clock) };
}

test('changes of settings are lines of the log, oldest first, with the value unless it may be secret', async () => {
  const { now, become, read } = history();
  become(
    entry(now, 9, 1, 'client.rgw/rgw_keystone_admin_password', 'hunter2'),
    entry(now, 8, 2, 'mgr/mgr/balancer/active', 'true'),
    entry(now, 7, 3, 'osd/class:ssd/osd_max_backfills'),
    entry(now, 6, 4, 'osd/osd_recovery_sleep', '2.500000'),
    entry(now, 5, 5, 'osd.1/osd_max_backfills', '10'),
  );
  const lines = await read();
  expect(lines.map(({ message }) => message)).toEqual([
    'setting osd_max_backfills changed to 10 for osd.1',
    'setting osd_recovery_sleep changed to 2.5 for osd',
    'setting osd_max_backfills returned to its default for osd/class:ssd',
    'setting mgr/balancer/active changed to true for mgr',
    'setting rgw_keystone_admin_password changed for client.rgw',
  ]);
  expect(lines[0]).toMatchObject({
    channel: 'cluster',
    name: 'mon',
    seconds: now / 1000 - 300,
    level: '[INF]',
  });
});

test('the diagnosis reads these lines as changes of settings', async () => {
  const { now, become, read } = history();
  become(entry(now, 6, 1, 'osd/osd_recovery_sleep'), entry(now, 5, 5, 'osd/osd_recovery_sleep', '2.000000'));
  const events = (await read()).map(({ seconds, message }) => ({ t: seconds, m: message, s: 'mon' }));
  expect(readChanges(events)).toMatchObject([
    { setting: 'osd_recovery_sleep' },
    { returned: 'osd_recovery_sleep' },
  ]);
});

test('a change is read once, and at the start those of the last hour only', async () => {
  const { now, become, asked, read } = history();
  const old = entry(now, 1, 61, 'osd/osd_max_backfills', '2');
  const recent = entry(now, 2, 60, 'osd/osd_max_backfills', '3');
  become(recent, old);
  expect((await read()).map(({ seq }) => seq)).toEqual([2]);
  expect(await read()).toEqual([]);
  become(entry(now, 3, 0, 'osd/osd_max_backfills'), recent, old);
  expect((await read()).map(({ seq }) => seq)).toEqual([3]);
  // Later all that are new are read, even if this service did not look for hours.
  become(entry(now, 4, 300, 'osd/osd_max_backfills'), recent, old);
  expect((await read()).map(({ seq }) => seq)).toEqual([4]);
  expect(asked.at(-1)).toMatchObject({ command: { prefix: 'config log', num: 20 } });
});
