import type { Host, Topology } from './topology.ts';

export type DaemonKind = 'mon' | 'mgr' | 'mds' | 'radosgw' | 'iscsi' | 'nfs' | 'smb';

/** A daemon that is not an OSD. */
export interface Daemon {
  readonly kind: DaemonKind;
  readonly name: string;
  readonly host: Host;
  running: boolean;
  /** Monitors: in quorum. Managers and metadata servers: the active one. Gateways: registered. */
  active: boolean;
  /** When it stopped or started answering, or took over, as a tick. */
  changedAt: number;
}

/** The number of each kind that a cluster of so many hosts runs; SMB gateways are rare and absent here. */
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
