const GIB = 1024 ** 3;

interface Device {
  readonly path: string;
  readonly available?: boolean;
  readonly reasons?: readonly string[];
  readonly lvs?: readonly object[];
}

const device = ({ path, available = true, reasons = [], lvs = [] }: Device) => ({
  path,
  available,
  rejected_reasons: reasons,
  device_id: 'ACME_HD1_S1',
  human_readable_type: 'hdd',
  lvs,
  created: '2026-01-02T03:04:05.000000Z',
  sys_api: { path, size: 20 * GIB, rotational: '1', ro: '0', removable: '0', model: 'HD1', vendor: 'ACME' },
});

/** The data of the manager module test_orchestrator: the servers of a test cluster, and one that has no daemon yet. */
export const ORCHESTRATED = {
  inventory: [
    ...['node1', 'node2', 'node3', 'node4'].map((name) => ({
      name,
      addr: '127.0.0.1',
      labels: name === 'node1' ? ['_admin', 'mon'] : ['osd'],
      devices: [device({ path: '/dev/sda', available: false, reasons: ['locked', 'LVM detected'] })],
    })),
    {
      name: 'node9',
      addr: '127.0.0.1',
      labels: [],
      devices: [
        device({ path: '/dev/sdb' }),
        device({
          path: '/dev/sdc',
          available: false,
          reasons: ['LVM detected'],
          lvs: [{ name: 'osd-block-1', osd_id: '7', osd_fsid: '1', cluster_fsid: '2' }],
        }),
      ],
    },
  ],
  // The module does not remember orders, so the first NFS service of this program exists already.
  services: [
    {
      service_type: 'nfs',
      service_id: 'storedeck-1',
      service_name: 'nfs.storedeck-1',
      placement: { hosts: ['node2'] },
      status: { running: 1, size: 1 },
    },
  ],
  daemons: [
    ...[0, 1, 2, 3].map((id) => ({
      daemon_type: 'osd',
      daemon_id: String(id),
      hostname: `node${id + 1}`,
      status: 1,
      status_desc: 'running',
    })),
    { daemon_type: 'mds', daemon_id: 'a', hostname: 'node2', status: -1, status_desc: 'error' },
  ],
};
