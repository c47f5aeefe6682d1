import { expect, test } from 'vitest';
import { selectOsds } from '../../../src/store/answers/osds.ts';
import { simulate } from './support.ts';

const context = { signal: new AbortController().signal, by: 'test' };

/** The OSDs of a server as the console shows them, and the disks of that server from the answers. */
async function serverState({ handlers }: ReturnType<typeof simulate>, hostname: string) {
  const disks = await handlers.listDisks({}, context);
  const rows = selectOsds({ disks, crush: await handlers.getCrushMap({}, context) });
  return {
    disks: disks.filter((disk) => disk.hostname === hostname && disk.role === 'osd'),
    daemons: new Set(
      rows.filter(({ host, role }) => host === hostname && role === 'osd').map(({ daemon }) => daemon),
    ),
  };
}

test.each([
  ['without power', 'killHost'],
  ['that is cut off', 'cutRack'],
] as const)('it is unknown whether the daemons run on a server %s', async (_, lose) => {
  const engine = simulate();
  const { cluster } = engine;
  const host = cluster.model.hosts[0]!;
  cluster.killOsd(host.osds[0]!.id);
  cluster.step(5);
  cluster[lose](lose === 'cutRack' ? host.rack.name : host.name);
  cluster.step(90);
  const { disks, daemons } = await serverState(engine, host.name);
  // The last report is kept, with its age.
  expect(disks.every(({ serverLastSeen }) => serverLastSeen === 90)).toBe(true);
  expect(disks.map(({ daemonRunning }) => daemonRunning)).toEqual(host.osds.map((_osd, index) => index > 0));
  expect(daemons).toEqual(new Set(['unknown']));
});
