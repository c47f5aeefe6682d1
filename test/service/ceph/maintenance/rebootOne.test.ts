import { expect, test } from 'vitest';
import { sleep } from '../../../../src/lib/clock.ts';
import type { LongWorkParts } from '../../../../src/service/ceph/clusterParts.ts';
import { rebootOne } from '../../../../src/service/ceph/maintenance/rebootOne.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeClock } from '../../../support/fakeClock.ts';

test('OSDs of which it is not known that they stopped, or that are still stopping, are started again if the reboot fails', async () => {
  const clock = fakeClock();
  const done: string[] = [];
  const calls: Readonly<Record<string, (osd: number) => unknown>> = {
    'host.boot': () => ({ id: 'first', wanted: null }),
    'host.start_later': () => undefined,
    'host.start_osd'(osd) {
      done.push(`start osd.${osd}`);
      return { status: 0, out: '', err: '' };
    },
    async 'host.stop_osd'(osd) {
      if (osd === 0) throw new Refusal(503, 'no answer within 20 s');
      await sleep(clock, 30_000);
      done.push(`stop osd.${osd}`);
    },
  };
  const answers: Readonly<Record<string, unknown>> = {
    'osd dump': { osds: [0, 1].map((osd) => ({ osd, up: 1, up_from: 1 })) },
    'osd metadata': [0, 1].map((id) => ({ id, hostname: 'a', osd_data: '/osd' })),
    quorum_status: { quorum_names: ['m'], election_epoch: 1 },
  };
  const nodes = [
    { id: -1, name: 'a', type: 'host', children: [0, 1] },
    ...[0, 1].map((id) => ({ id, name: `osd.${id}`, type: 'osd', status: 'up' })),
  ];
  const parts = {
    clock,
    ending: new AbortController().signal,
    ceph: {
      read: async ({ prefix }: { readonly prefix: string }) => answers[prefix],
      write: async () => undefined,
      pgStates: async () => ({ all: {}, at: Infinity }),
    },
    inventory: { nodes: async () => ({ osd: { a: [0, 1] } }), tree: async () => ({ nodes, stray: [] }) },
    access: {
      on: () => ({
        reboot: ['reboot'],
        run: async () => ({ status: 1, out: '', err: 'refused' }),
        call: async (name: string, { osd = -1 }: { readonly osd?: number }) => calls[name]?.(osd),
      }),
    },
  } as unknown as LongWorkParts;
  const task = { say: () => undefined, cancelled: parts.ending, mark: async () => undefined };
  const failed = expect(rebootOne(parts, 'a', task)).rejects.toThrow(
    /refused.*running again: osd\.0, osd\.1/s,
  );
  await clock.advance(60_000);
  await failed;
  expect(done).toEqual(['stop osd.1', 'start osd.0', 'start osd.1']);
});
