import type { NewOsd } from '../../../../src/service/ceph/access/osds.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import type { OrchServer } from '../../../../src/service/ceph/orchestrator/orchestrator.ts';
import { orderOsd } from '../../../../src/service/ceph/orchestrator/osds.ts';
import { orchDisks } from '../../../../src/service/ceph/orchestrator/read.ts';
import { orderRemoval } from '../../../../src/service/ceph/orchestrator/removal.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeAccess } from '../access/fakeAccess.ts';
import { recordedCeph, type Answer } from '../recordedCeph.ts';

export const SERVER: OrchServer = {
  backend: 'cephadm',
  labels: [],
  unavailable: undefined,
  inMaintenance: false,
  disks: orchDisks([
    { path: '/dev/sdb', available: true },
    { path: '/dev/sdc', available: false, lvs: [{ name: 'osd-block-1', osd_id: '7' }] },
    { path: '/dev/sdd', available: false, rejected_reasons: ['locked'] },
    { path: '/dev/sd*', available: true },
  ]),
  age: 0,
  daemons: [{ daemon_type: 'osd', daemon_id: '3', hostname: 'a', status: 1 }],
};

type Osd = { readonly id: number; readonly status: string };

/** Server `a` of an orchestrator, to which orders are given. */
export function ordering(answers: Readonly<Record<string, Answer>> = {}, server: OrchServer = SERVER) {
  const clock = fakeClock();
  const recorded = recordedCeph(clock, {
    'log last': { json: [] },
    'orch osd rm status': { rc: 0, outs: '', text: 'No OSD remove/replace operations reported' },
    ...answers,
  });
  const { access } = fakeAccess({}, { server: async (host) => (host.startsWith('a') ? server : undefined) });
  const output: string[] = [];
  const cancelling = new AbortController();
  const { ceph } = recorded;
  const parts = {
    ceph,
    access,
    clock,
    inventory: createInventory(ceph, clock),
    ending: new AbortController().signal,
  };
  const say = (line: string) => void output.push(line);
  /** OSDs on server `a`, the last of them on sdb. */
  const osds = (...all: readonly Osd[]) => {
    const nodes = all.map(({ id, status }) => ({ id, name: `osd.${id}`, type: 'osd', status }));
    const host = { id: -2, name: 'a', type: 'host', children: all.map(({ id }) => id) };
    recorded.answer('osd tree', { json: { nodes: [host, ...nodes], stray: [] } });
    recorded.answer('osd metadata', {
      json: all.map(({ id }) => ({
        id,
        hostname: 'a',
        osd_data: `/x/${id}`,
        devices: id === 9 ? 'sdb' : 'sdx',
      })),
    });
  };
  osds({ id: 3, status: 'up' });
  const order = (change: Partial<NewOsd> = {}) =>
    orderOsd(
      parts,
      { host: 'a', name: 'sdb', deviceClass: undefined, osdId: undefined, encrypted: false, ...change },
      say,
      cancelling.signal,
    );
  const remove = (replace: boolean) => orderRemoval(parts, { osdId: 3, replace }, say, cancelling.signal);
  return { ...recorded, ...parts, osds, output, say, cancelling, order, remove };
}
