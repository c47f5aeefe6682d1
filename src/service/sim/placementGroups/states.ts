/**
 * Bits of a placement group's state, as in Ceph. Names and their order follow `pg_state_string` in Ceph's
 * osd_types.cc, so that joined names read as in a real cluster.
 */
export const Pg = {
  stale: 1 << 0,
  active: 1 << 1,
  clean: 1 << 2,
  recoveryWait: 1 << 3,
  recovering: 1 << 4,
  down: 1 << 5,
  undersized: 1 << 6,
  degraded: 1 << 7,
  remapped: 1 << 8,
  scrubbing: 1 << 9,
  deep: 1 << 10,
  inconsistent: 1 << 11,
  peering: 1 << 12,
  repair: 1 << 13,
  backfillWait: 1 << 14,
  backfilling: 1 << 15,
  backfillToofull: 1 << 16,
  incomplete: 1 << 17,
  peered: 1 << 18,
  /** Not a state in Ceph: inactive or undersized for longer than mon_pg_stuck_threshold. */
  stuck: 1 << 19,
  creating: 1 << 20,
  recoveryUnfound: 1 << 21,
} as const;

const NAMES: readonly (readonly [bit: number, name: string])[] = [
  [Pg.stale, 'stale'],
  [Pg.creating, 'creating'],
  [Pg.active, 'active'],
  [Pg.clean, 'clean'],
  [Pg.recoveryWait, 'recovery_wait'],
  [Pg.recovering, 'recovering'],
  [Pg.down, 'down'],
  [Pg.recoveryUnfound, 'recovery_unfound'],
  [Pg.undersized, 'undersized'],
  [Pg.degraded, 'degraded'],
  [Pg.remapped, 'remapped'],
  [Pg.scrubbing, 'scrubbing'],
  [Pg.deep, 'deep'],
  [Pg.inconsistent, 'inconsistent'],
  [Pg.peering, 'peering'],
  [Pg.repair, 'repair'],
  [Pg.backfillWait, 'backfill_wait'],
  [Pg.backfilling, 'backfilling'],
  [Pg.backfillToofull, 'backfill_toofull'],
  [Pg.incomplete, 'incomplete'],
  [Pg.peered, 'peered'],
];

/** The state of a placement group without any problem. */
export const CLEAN = Pg.active | Pg.clean;

/** The state as Ceph prints it, such as `active+undersized+degraded`. */
export const stateName = (state: number): string =>
  NAMES.filter(([bit]) => (state & bit) !== 0)
    .map(([, name]) => name)
    .join('+');

const ERROR = Pg.down | Pg.incomplete | Pg.inconsistent | Pg.recoveryUnfound;
const FINE = Pg.active | Pg.clean | Pg.scrubbing | Pg.deep;

/**
 * The class of a state in the cluster status. `okay` is active and clean, also while it is scrubbed; `error` is
 * damaged, down or permanently inactive; `warn` is everything that recovers by itself.
 */
export function stateClass(state: number): 'okay' | 'warn' | 'error' {
  if ((state & ERROR) !== 0) return 'error';
  if ((state & Pg.active) === 0 && (state & (Pg.stuck | Pg.peered)) !== 0) return 'error';
  return (state & ~FINE) === 0 && (state & CLEAN) === CLEAN ? 'okay' : 'warn';
}
