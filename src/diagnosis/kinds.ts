/** The particulars of a kind of cause, besides its name. */
interface CauseTraits {
  /** `first` if it prevents the cluster from recovering by itself; `last` if it can wait until everything else is fixed. */
  readonly turn?: 'first' | 'last';
  /** True if it removes copies or prevents their recovery, whichever checks it explains. */
  readonly costsCopies?: true;
  /** True if it delays requests to the OSDs that it names, or to those of the pools that it names. */
  readonly delays?: true;
  /** The parts that it names besides OSDs, daemons and flags; a place is a bucket of the CRUSH hierarchy. */
  readonly names?: readonly ('pool' | 'place')[];
}

const KINDS = {
  'osd-down': { costsCopies: true },
  'out-of-memory': { costsCopies: true },
  'osd-hang': { delays: true },
  'osd-flap': { delays: true },
  'disk-slow': { delays: true },
  'disk-error': {},
  'disk-missing': { costsCopies: true },
  controller: { delays: true, names: ['place'] },
  'host-down': { costsCopies: true, names: ['place'] },
  'rack-down': { costsCopies: true, names: ['place'] },
  'net-loss': { delays: true, names: ['place'] },
  'net-slow': { delays: true, names: ['place'] },
  'net-mtu': { delays: true, names: ['place'] },
  'link-flap': { delays: true, names: ['place'] },
  'mon-down': {},
  'mon-disk': {},
  'mgr-down': {},
  'mds-down': {},
  'gateway-down': {},
  'clock-skew': {},
  'osd-full': { names: ['pool'] },
  'pool-quota': { names: ['pool'] },
  'object-corrupt': {},
  'pg-unfound': {},
  'rule-unsatisfied': {},
  'recovery-held': { turn: 'first', costsCopies: true },
  'recovery-capped': { turn: 'first', costsCopies: true },
  maintenance: { turn: 'first', names: ['place'] },
  'config-change': { turn: 'last' },
  'data-moved': { costsCopies: true, names: ['pool', 'place'] },
  'scrub-backlog': { turn: 'last' },
  'hot-client': { delays: true, names: ['pool'] },
  'client-hung': {},
  'large-omap': { turn: 'last', names: ['pool'] },
  'mds-behind': {},
  'daemon-crash': { turn: 'last' },
  configuration: { turn: 'last' },
  reported: {},
  unknown: {},
} as const satisfies Readonly<Record<string, CauseTraits>>;

/** The kinds of causes that the diagnosis can name. */
export type CauseKind = keyof typeof KINDS;

/** The traits of a kind of cause. */
export const traitsOf = (kind: CauseKind): CauseTraits => KINDS[kind];
