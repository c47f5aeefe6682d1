import { expect, test } from 'vitest';
import { refuseMute } from '../../../src/service/rules/healthMutes.ts';

test('a check is muted while it is raised, or in advance by a sticky mute', () => {
  expect(refuseMute('OSD_DOWN', true)).toBeUndefined();
  expect(refuseMute('OSD_DOWN', false, true)).toBeUndefined();
  expect(refuseMute('OSD_DOWN', false)).toMatchObject({ status: 409 });
});
