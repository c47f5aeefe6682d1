import { expect, test } from 'vitest';
import { metadataServerCounter } from '../../../../src/service/ceph/cluster/metadataServers.ts';
import type { StatusDump } from '../../../../src/service/ceph/cluster/read.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { recordedCeph } from '../recordedCeph.ts';
import { sample } from '../samples.ts';

test('a metadata server that no longer listens is not counted, even if Ceph still lists it', async () => {
  const clock = fakeClock();
  const listed = [
    { name: 'a', hostname: 'node1', addr: '[v2:10.0.0.1:6808/7,v1:10.0.0.1:6809/7]' },
    { name: 'b', hostname: 'node2', addr: '[v2:[fd00::2]:6808/9]' },
  ];
  const { ceph } = recordedCeph(clock, { 'mds metadata': { json: listed } });
  let dead: string | undefined;
  const count = metadataServerCounter(ceph, clock, async (url) => url !== dead);
  const ranks = { by_rank: [{ name: 'a', status: 'up:active' }], 'up:standby': 1 };
  const status = { ...(sample('statusOk') as StatusDump), fsmap: ranks };
  const later = async (url?: string) => {
    dead = url;
    await clock.advance(5000);
    return count(status);
  };
  expect(await later()).toEqual({ online: 2, total: 2, up: 1 });
  expect(await later('http://10.0.0.1:6808')).toEqual({
    online: 1,
    total: 2,
    up: 0,
    missing: [{ name: 'a', server: 'node1' }],
  });
  expect(await later('http://[fd00::2]:6808')).toMatchObject({ online: 1, total: 2, up: 1 });
});
