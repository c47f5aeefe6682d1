import type { Host, Topology } from './topology.ts';

export type DaemonKind = 'mon' | 'mgr' | 'mds' | 'radosgw' | 'iscsi' | 'nfs' | 'smb';

/** A daemon other than an OSD. */
export interface Daemon {
  readonly kind: DaemonKind;
  readonly name: string;
  readonly host: Host;
  running: boolean;
  /** Monitors: in quorum. Managers and metadata servers: the active one. Gateways: registered. */
  active: boolean;
  /** The tick at which it last started or stopped answering, or became active. */
  changedAt: number;
}

/** Number of daemons of each kind in a cluster of this many hosts. SMB gateways are rare, so there are none. */
function counts(hosts: number): readonly (readonly [kind: DaemonKind, count: number])[] {
  const large = hosts >= 20;
  return [
    ['mon', large ? 5 : 3],
    ['mgr', 2],
    ['mds', large ? 4 : 2],
    ['radosgw', large ? 6 : 2],
    ['iscsi', 2],
    ['nfs', 2],
    ['smb', 0],
  ];
}

/** Spreads the daemons over racks first, so that monitors do not share one. */
export function placeDaemons({ racks, hosts }: Topology): Daemon[] {
  const order = hosts.toSorted(
    (a, b) => a.index - a.rack.hosts[0]!.index - (b.index - b.rack.hosts[0]!.index) || a.index - b.index,
  );
  const offset: Record<DaemonKind, number> = {
    mon: 0,
    mgr: 0,
    mds: racks.length,
    radosgw: 1,
    iscsi: 2,
    nfs: 3,
    smb: 0,
  };
  return counts(hosts.length).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, index): Daemon => ({
      kind,
      name: String.fromCodePoint(97 + index),
      host: order[(index + offset[kind]) % order.length]!,
      running: true,
      active: kind === 'mgr' || kind === 'mds' ? index === 0 : true,
      changedAt: -3600,
    })),
  );
}
