import { expect, test } from 'vitest';
import { downReader } from '../../../../src/service/ceph/evidence/downOsds.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { recordedCeph } from '../recordedCeph.ts';

test('OSDs that are down are told with the time of the map in which they were marked down, which is read once', async () => {
  const clock = fakeClock();
  const stamp = (ago: number) => new Date(clock.now() - ago).toISOString().replace('Z', '000+0000');
  const osds = [
    { osd: 0, up: 1, in: 1, up_from: 3, down_at: 2 },
    { osd: 1, up: 0, in: 1, up_from: 3, down_at: 9 },
    { osd: 2, up: 0, in: 1, up_from: 3, down_at: 5 },
    { osd: 3, up: 0, in: 1, up_from: 3, down_at: 9 },
    { osd: 4, up: 0, in: 1, up_from: 0, down_at: 0 },
  ];
  const modified = stamp(60_000);
  const { ceph, asked } = recordedCeph(clock, {
    'osd dump': async () => {
      const { command } = asked.at(-1) as { command: { epoch?: number } };
      if (command.epoch === 5) return { rc: -2, outs: 'no such map' };
      return { rc: 0, outs: '', data: { osds, osd_xinfo: [{ osd: 3, dead_epoch: 9 }], modified } };
    },
  });
  const read = downReader(ceph, clock);
  const down = [1, 3].map((osd) => ({ osd, seconds: expect.closeTo(60, 1) as number }));
  expect(await read()).toEqual({ ended: [3], down });
  await clock.advance(5000);
  await read();
  const epochs = asked.flatMap((one) => ('command' in one ? [one.command['epoch']] : []));
  expect(epochs.filter((epoch) => epoch === 9)).toHaveLength(1);
});

test('of many OSDs that are down the latest are told, and the times of eight maps are read at a time', async () => {
  const clock = fakeClock();
  const numbers = Array.from({ length: 300 }, (_, number) => number);
  const osds = numbers.map((osd) => ({ osd, up: 0, in: 1, up_from: 3, ...(osd > 0 && { down_at: osd }) }));
  const modified = new Date(clock.now() + 9000).toISOString().replace('Z', '000+0000');
  const { ceph, asked } = recordedCeph(clock, { 'osd dump': { json: { osds, osd_xinfo: [], modified } } });
  const read = downReader(ceph, clock);
  const epochs = () => {
    const commands = asked.splice(0).flatMap((one) => ('command' in one ? [one] : []));
    const maps = commands.filter(({ command }) => command['epoch'] !== undefined);
    expect(maps.every(({ only }) => String(only) === 'modified')).toBe(true);
    return maps.map(({ command }) => command['epoch']);
  };
  const latest = numbers.toReversed();
  // A clock that is behind that of the monitors gives no negative time.
  expect((await read()).down).toEqual(latest.slice(0, 8).map((osd) => ({ osd, seconds: 0 })));
  expect(epochs()).toEqual(latest.slice(0, 8));
  for (let more = 0; more < 40; more++) await read();
  expect((await read()).down).toHaveLength(256);
  expect(epochs()).toEqual(latest.slice(8, 256));
});

test('an OSD that was marked down in the first map is told, and one that never was is not', async () => {
  const clock = fakeClock();
  const never = { osd: 2, up: 0, in: 1, up_from: 0 };
  const osds = [{ ...never, osd: 1, down_at: 1 }, never];
  const modified = new Date(clock.now() - 9000).toISOString().replace('Z', '000+0000');
  const { ceph } = recordedCeph(clock, { 'osd dump': { json: { osds, osd_xinfo: [], modified } } });
  expect((await downReader(ceph, clock)()).down).toEqual([{ osd: 1, seconds: 9 }]);
});
