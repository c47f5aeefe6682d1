/** The kinds of faults that can be injected into the simulated cluster. */
export const FAULT_KINDS = [
  'osd-down',
  'out-of-memory',
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
  'pg-unfound',
  'rule-unsatisfied',
  'scrub-backlog',
  'large-omap',
  'osd-full',
  'pool-quota',
  'hot-client',
  'client-hung',
  'mds-behind',
  'config-change',
  'data-moved',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** The effect of an injected fault. */
export interface FaultEffect {
  /** The parts at fault: `osd.7`, the name of a server, a rack, a pool, a flag or a setting, `mon.b`, `radosgw.a`. */
  readonly objects: readonly string[];
  /** The server of the parts at fault, if it is a single one. */
  readonly host?: string;
  /** One short sentence that reveals the fault. */
  readonly summary: string;
  /** Repairs the fault. */
  readonly heal: () => void;
}

/** An injected fault. No answer of the interface contains any of this. */
export interface Incident extends FaultEffect {
  readonly kind: FaultKind;
  /** The second at which it was injected. */
  readonly tick: number;
}
