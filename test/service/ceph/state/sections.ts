import type { ManagementNode } from '../../../../src/service/ceph/management.ts';
import { createCollection } from '../../../../src/service/ceph/state/collection.ts';
import { createStateStore } from '../../../../src/service/ceph/state/store.ts';
import { instantClock, KeyStore } from './keyStore.ts';

/** The dependencies of a management service's sections: the records of a cluster, this server, and the log lines. */
export function sectionParts() {
  const clock = instantClock();
  const store = createStateStore(new KeyStore().connect(clock), clock, 'node1');
  const notes: string[] = [];
  const node: ManagementNode = {
    hostname: 'node1',
    servers: async () =>
      new Map([
        ['node1', 1],
        ['node2', 2],
      ]),
    id: async () => 1,
    addresses: () => [
      { interfaceName: 'lo', ip: '127.0.0.1', netmask: 8, internal: true },
      { interfaceName: 'eth0', ip: '10.1.0.7', netmask: 16, internal: false },
      { interfaceName: 'eth1', ip: '10.2.0.7', netmask: 16, internal: false },
    ],
  };
  return {
    store,
    notes,
    node,
    note: (text: string) => void notes.push(text),
    collection: <T>(kind: string, noun = kind) => createCollection<T>(store, kind, noun),
  };
}
