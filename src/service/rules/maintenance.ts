import type { Refused } from './refused.ts';

/** There is no OSD of that number; `count` is how many there are at all. */
export const noOsd = (id: number, count: number): Refused => ({
  status: 404,
  message:
    count === 0
      ? `there is no osd.${id}, nor any other: give a disk the role osd`
      : `there is no osd.${id}: see the CRUSH map for those that there are`,
});

/** Refuses to have an OSD do something while it is not up; `status` is that of the CRUSH map, such as `down`. */
export const refuseUnlessUp = (id: number, status = 'not up'): Refused | undefined =>
  status === 'up'
    ? undefined
    : { status: 409, message: `osd.${id} is ${status}: only an OSD that is up can do this` };
