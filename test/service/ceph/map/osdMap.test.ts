import { expect, test } from 'vitest';
import { readOsdMap } from '../../../../src/service/ceph/map/osdMap.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { recordedCeph } from '../recordedCeph.ts';

test('flags and erasure code profiles are read in one answer, until the OSD map changes', async () => {
  const status = (epoch: number) => ({ json: { osdmap: { epoch } } });
  const dump = { flags_set: ['noout'], erasure_code_profiles: { default: { k: '2', m: '1' } } };
  const clock = fakeClock();
  const { ceph, asked, answer } = recordedCeph(clock, { status: status(7), 'osd dump': { json: dump } });
  const dumps = () =>
    asked.filter((each) => 'command' in each && each.command['prefix'] === 'osd dump').length;
  const [{ flags_set }, { erasure_code_profiles }] = [await readOsdMap(ceph), await readOsdMap(ceph)];
  expect({ flags_set, erasure_code_profiles }).toEqual(dump);
  expect(dumps()).toBe(1);
  answer('status', status(8));
  await clock.advance(1000);
  await readOsdMap(ceph);
  expect(dumps()).toBe(2);
});
