import { expect, test } from 'vitest';
import {
  alreadyRebooting,
  noMigration,
  noOsd,
  refuseUnlessUp,
} from '../../../src/service/rules/maintenance.ts';

test('an unknown OSD is refused with where to find the known ones', () => {
  expect(noOsd(9, 3)).toEqual({
    status: 404,
    message: 'there is no osd.9: see the CRUSH map for the existing ones',
  });
  expect(noOsd(9, 0).message).toMatch(/no OSDs yet, so give a disk the role osd$/);
});

test('an OSD can only do something while it is up', () => {
  expect(refuseUnlessUp(3, 'up')).toBeUndefined();
  expect(refuseUnlessUp(3, 'down')).toEqual({
    status: 409,
    message: 'osd.3 is down: only an OSD that is up can do this',
  });
  expect(refuseUnlessUp(3)?.message).toMatch(/^osd\.3 is not up:/);
});

test('servers are rebooted by one task at a time', () => {
  expect(alreadyRebooting()).toEqual({
    status: 409,
    message: 'servers are being rebooted already: wait for that task to end, or cancel it',
  });
  expect(alreadyRebooting(' on its management node').message).toMatch(/or cancel it on its management node$/);
});

test('an upgrade to mimic conflicts with the later release that runs', () => {
  expect(noMigration.status).toBe(409);
});
