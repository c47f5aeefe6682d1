/** The kinds of faults that the simulated cluster can be given. */
export const FAULT_KINDS = [
  'osd-down',
  'osd-hang',
  'osd-flap',
  'disk-slow',
  'controller',
  'disk-error',
  'disk-missing',
  'host-down',
  'host-freeze',
  'link-flap',
  'rack-down',
  'net-loss',
  'net-slow',
  'net-mtu',
  'mon-down',
  'mgr-down',
  'mds-down',
  'gateway-down',
  'clock-skew',
  'recovery-held',
  'maintenance',
  'recovery-capped',
  'object-corrupt',
  'scrub-backlog',
  'large-omap',
  'osd-full',
  'pool-quota',
  'hot-client',
  'client-hung',
  'mds-behind',
  'config-change',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Something that was done to the cluster. */
export interface Damage {
  /** The parts to blame: `osd.7`, the name of a server, a rack, a pool, a flag or a setting, `mon.b`, `radosgw.a`. */
  readonly objects: readonly string[];
  /** The server that a part to blame is in, where it is a single one. */
  readonly host?: string;
  /** One short sentence for the person who had to find it. */
  readonly summary: string;
  /** Takes it back. */
  readonly heal: () => void;
}

/** The truth about a fault. Nothing of it is in any answer of the interface. */
export interface Incident extends Damage {
  readonly kind: FaultKind;
  /** The second at which it began. */
  readonly tick: number;
}
