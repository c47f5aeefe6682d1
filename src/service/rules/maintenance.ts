import { conflict, notFound, type Refused } from './refused.ts';

/** Refusal: no OSD has this id. `count` is the number of OSDs. */
export const noOsd = (id: number, count: number): Refused =>
  notFound(
    count === 0
      ? `there is no osd.${id}: the cluster has no OSDs yet, so give a disk the role osd`
      : `there is no osd.${id}: see the CRUSH map for the existing ones`,
  );

/** Refuses a command to an OSD that is not up. `status` is its status in the CRUSH map, such as `down`. */
export const refuseUnlessUp = (id: number, status = 'not up'): Refused | undefined =>
  status === 'up' ? undefined : conflict(`osd.${id} is ${status}: only an OSD that is up can do this`);

/** Refusal: one reboot of servers at a time. `ifStuck` continues the sentence with what else can be done. */
export const alreadyRebooting = (ifStuck = ''): Refused =>
  conflict(`servers are being rebooted already: wait for that task to end, or cancel it${ifStuck}`);

/** Refusal: the only migration of the interface leads to a release that is older than any supported one. */
export const noMigration = conflict(
  'no upgrade is possible: the cluster already runs a later release than mimic',
);
