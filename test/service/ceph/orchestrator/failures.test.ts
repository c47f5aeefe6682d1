import { expect, test } from 'vitest';
import { watchFailures } from '../../../../src/service/ceph/orchestrator/failures.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { recordedCeph, refused } from '../recordedCeph.ts';

const PLACE = { host: 'host3', path: '/dev/loop8' };

/** The reason that is read from an error which is logged after an order. */
async function reasonOf(...lines: readonly string[]): Promise<string | undefined> {
  const clock = fakeClock();
  const { ceph, answer } = recordedCeph(clock, { 'log last': { json: [] } });
  const failure = await watchFailures(ceph, clock, PLACE);
  answer('log last', { json: [{ stamp: '2026-11-30T12:19:20', message: lines.join('\n') }] });
  const reason = failure();
  await clock.advance(6000);
  return reason;
}

// As cephadm 20.2.4 logged it on a server whose kernel has no device mapper.
test('the failed program is quoted where ceph-volume undoes its work', async () => {
  const reason = await reasonOf(
    'Failed to create OSD: cephadm exited with an error code: 1, stderr:Inferring config /var/lib/ceph/x/config',
    'Non-zero exit code 1 from podman run -e NODE_NAME=host3 localhost/ceph:20 lvm batch --no-auto /dev/loop8 --yes',
    'podman: stderr --> passed data devices: 1 physical, 0 LVM',
    'podman: stderr  stdout: Physical volume "/dev/loop8" successfully created.',
    'podman: stderr  stderr: /dev/mapper/control: open failed: No such device',
    'podman: stderr  stderr: ',
    'podman: stderr  stderr: Check that device-mapper is available in the kernel.',
    'podman: stderr  stderr: striped: Required device-mapper target(s) not detected in your kernel.',
    'podman: stderr  stderr: ',
    "podman: stderr  stderr: Run `lvcreate --help' for more information.",
    'podman: stderr --> Was unable to complete a new OSD, will rollback changes',
    'podman: stderr  stderr: purged osd.2',
    'podman: stderr No OSD were found.',
    'RuntimeError: Failed command: podman run',
  );
  expect(reason).toBe(
    "Check that device-mapper is available in the kernel.; striped: Required device-mapper target(s) not detected in your kernel.; Run `lvcreate --help' for more information.",
  );
});

test('the last line of a container that only reports an error is quoted, and without containers the first line', async () => {
  const begun = 'Failed to create OSD: exit from podman run lvm batch /dev/loop8 --yes';
  expect(await reasonOf(begun, 'podman: stderr Traceback', 'podman: stderr RuntimeError: bad', 'Error')).toBe(
    'RuntimeError: bad',
  );
  expect(await reasonOf('Failed to create OSD: /dev/loop8 is busy', 'more')).toBe(
    'Failed to create OSD: /dev/loop8 is busy',
  );
});

test('errors of other kinds, other disks and other servers are no reason, and neither is a log that cannot be read', async () => {
  expect(await reasonOf('Failed to create mon: /dev/loop8')).toBeUndefined();
  expect(await reasonOf('Failed to create OSD: lvm batch /dev/loop88')).toBeUndefined();
  expect(await reasonOf('Failed to create OSD: NODE_NAME=host1 lvm batch /dev/loop8')).toBeUndefined();
  const clock = fakeClock();
  const { ceph } = recordedCeph(clock, { 'log last': refused(-22, 'no such channel') });
  const reason = (await watchFailures(ceph, clock, PLACE))();
  await clock.advance(6000);
  expect(await reason).toBeUndefined();
});
