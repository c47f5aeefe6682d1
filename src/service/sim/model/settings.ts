/**
 * The settings of the simulated cluster. Defaults are those of Ceph 16.2; a scenario can override them. Times are in
 * seconds, ratios from 0 to 1.
 */
export interface Settings {
  /** osd_heartbeat_grace: silence after which peers report an OSD. */
  heartbeatGrace: number;
  /** osd_heartbeat_interval: reports come up to one interval after the grace. */
  heartbeatInterval: number;
  /** mon_osd_down_out_interval: time after which a down OSD is marked out. */
  downOutInterval: number;
  /** mon_osd_min_in_ratio: share of "in" OSDs below which no OSD is marked out automatically. */
  minInRatio: number;
  /** osd_max_markdown_count within osd_max_markdown_period: an OSD that is marked down more often stops itself. */
  maxMarkdowns: number;
  markdownPeriod: number;
  /** osd_op_complaint_time: age from which a request counts as slow. */
  opComplaintTime: number;
  /** mon_pg_stuck_threshold: time after which an inactive or undersized placement group counts as stuck. */
  stuckThreshold: number;
  /** Ratios of the OSD map; initially mon_osd_nearfull_ratio, mon_osd_backfillfull_ratio and mon_osd_full_ratio. */
  nearfullRatio: number;
  backfillfullRatio: number;
  fullRatio: number;
  /** mon_warn_on_slow_ping_ratio times the heartbeat grace, in milliseconds. */
  slowPingMs: number;
  /** mon_mgr_beacon_grace and mds_beacon_grace: silence after which a standby takes over. */
  mgrGrace: number;
  mdsGrace: number;
  /** mon_lease and election: time after which a lost monitor leaves the quorum, approximately. */
  monGrace: number;
  /** mon_allow_pool_delete: allows pools to be deleted. */
  allowPoolDelete: boolean;
  /** mon_max_pg_per_osd: limit above which no pool can be created or grown, and the monitors warn. */
  maxPgPerOsd: number;
  /** mon_warn_on_osd_down_out_interval_zero: the monitors warn when OSDs are never marked out. */
  warnOfNoDownOut: boolean;
  /** osd_scrub_auto_repair: a deep scrub repairs the errors that it finds. */
  scrubAutoRepair: boolean;
  /**
   * osd_recovery_sleep: pause in seconds after each recovered object on any kind of disk; 0 lets the recovery speed
   * decide.
   */
  recoverySleep: number;
  /** Share of its speed that the scheduler grants recovery on hard disks, from 0 to 1. */
  recoveryShare: number;
  /** Recovery speed while the operator has not chosen one (1 to 10). */
  defaultRecoverySpeed: number;
}

/** The default settings. */
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
