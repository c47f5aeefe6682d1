/**
 * The settings of the simulated cluster. Names and defaults are those of Ceph 16.2; a scenario overrides
 * what it needs. Times are in seconds, ratios are shares of 1.
 */
export interface Settings {
  /** osd_heartbeat_grace: silence after which peers report an OSD. */
  heartbeatGrace: number;
  /** osd_heartbeat_interval: reports lag behind the grace by up to one interval. */
  heartbeatInterval: number;
  /** mon_osd_down_out_interval: a down OSD is marked out after this. */
  downOutInterval: number;
  /** mon_osd_min_in_ratio: below this share nothing is marked out automatically. */
  minInRatio: number;
  /** osd_max_markdown_count within osd_max_markdown_period: one more and the OSD gives up. */
  maxMarkdowns: number;
  markdownPeriod: number;
  /** osd_op_complaint_time: a request older than this is a slow one. */
  opComplaintTime: number;
  /** mon_pg_stuck_threshold: a placement group that is not active or undersized for longer counts as stuck. */
  stuckThreshold: number;
  /** Of the OSD map, as mon_osd_nearfull_ratio, mon_osd_backfillfull_ratio and mon_osd_full_ratio began it. */
  nearfullRatio: number;
  backfillfullRatio: number;
  fullRatio: number;
  /** mon_warn_on_slow_ping_ratio times the heartbeat grace, in milliseconds. */
  slowPingMs: number;
  /** mon_mgr_beacon_grace, mds_beacon_grace: silence before a standby takes over. */
  mgrGrace: number;
  mdsGrace: number;
  /** mon_lease and election: a lost monitor leaves the quorum after about this. */
  monGrace: number;
  /** mon_allow_pool_delete: pools can be deleted at all. */
  allowPoolDelete: boolean;
  /** mon_max_pg_per_osd: beyond it no pool is made or grown, and the monitors warn. */
  maxPgPerOsd: number;
  /** mon_warn_on_osd_down_out_interval_zero: the monitors warn when nothing is ever marked out. */
  warnOfNoDownOut: boolean;
  /** osd_scrub_auto_repair: a deep scrub repairs what it finds. */
  scrubAutoRepair: boolean;
  /** osd_recovery_sleep: seconds of rest after each object on every kind of disk; 0 goes by the recovery speed. */
  recoverySleep: number;
  /** The share of its speed that the scheduler leaves to recovery on hard disks, up to 1. */
  recoveryShare: number;
  /** Recovery speed in force when the operator has not chosen one (1 to 10). */
  defaultRecoverySpeed: number;
}

/** The settings in force until a scenario or an operator changes them. */
export const DEFAULTS: Readonly<Settings> = {
  heartbeatGrace: 20,
  heartbeatInterval: 6,
  downOutInterval: 600,
  minInRatio: 0.75,
  maxMarkdowns: 5,
  markdownPeriod: 600,
  opComplaintTime: 30,
  stuckThreshold: 60,
  nearfullRatio: 0.85,
  backfillfullRatio: 0.9,
  fullRatio: 0.95,
  slowPingMs: 1000,
  mgrGrace: 30,
  mdsGrace: 15,
  monGrace: 10,
  allowPoolDelete: false,
  maxPgPerOsd: 250,
  warnOfNoDownOut: true,
  scrubAutoRepair: false,
  recoverySleep: 0,
  recoveryShare: 1,
  defaultRecoverySpeed: 3,
};
