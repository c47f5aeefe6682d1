/** Options of monitors: health, quorum, and decisions about OSDs. ../option.ts explains the columns. */
export const monitors = `
mon_host | str |  | basic | fixed |  |  | Addresses at which clients and daemons find the monitors. |
mon_initial_members | str |  | advanced | fixed |  |  | Monitors that must be present when a new cluster forms its first quorum. |
mon_allow_pool_delete | bool |  | advanced |  | false |  | Allows pools to be deleted. |
mon_allow_pool_size_one | bool |  | advanced |  | false |  | Allows pools that keep a single copy. |
mon_max_pg_per_osd | uint |  | advanced |  | 250 | 1.. | Placement groups per OSD beyond which no pool is created or grown. |
mon_target_pg_per_osd | uint |  | advanced |  | 100 | 1.. | Placement groups per OSD that the autoscaler aims at. |
mon_max_pool_pg_num | uint |  | advanced |  | 65536 |  | Maximum number of placement groups that one pool may have. |
mon_pg_warn_min_per_osd | uint |  | advanced |  | 0 |  | Warns when OSDs hold fewer placement groups than this on average; 0 never warns. |
mon_pg_warn_max_object_skew | float |  | advanced |  | 10 |  | Warns when a pool has this many times more objects per placement group than the average; 0 never warns. |
mon_pg_warn_min_objects | int |  | advanced |  | 10000 |  | Objects that the cluster must hold before the skew of a pool raises a warning. |
mon_pg_stuck_threshold | int | seconds | advanced |  | 60 | 1.. | Seconds after which a placement group that is not active and clean counts as stuck. |
mon_pg_check_down_all_threshold | float |  | advanced |  | 0.5 |  | Share of OSDs that are down at which all placement groups are checked for staleness. |
mon_osd_full_ratio | float |  | advanced | fixed | 0.95 | 0..1 | Share of an OSD in use at which clients can no longer write to it. |
mon_osd_backfillfull_ratio | float |  | advanced | fixed | 0.9 | 0..1 | Share of an OSD in use at which it takes no more backfills. |
mon_osd_nearfull_ratio | float |  | advanced | fixed | 0.85 | 0..1 | Share of an OSD in use at which the cluster warns. |
mon_osd_down_out_interval | int | seconds | advanced |  | 600 | 0.. | Seconds that an OSD may be down before it is marked out and its data is recovered elsewhere; 0 never marks out. |
mon_osd_down_out_subtree_limit | str |  | advanced |  | rack |  | Smallest kind of CRUSH bucket that is not marked out as a whole when everything in it is down. | mon_osd_down_out_interval
mon_osd_min_in_ratio | float |  | advanced |  | 0.75 | 0..1 | Share of OSDs that stay in: below it none is marked out automatically. | mon_osd_down_out_interval
mon_osd_min_up_ratio | float |  | advanced |  | 0.3 | 0..1 | Share of OSDs that stay up: below it none is marked down. | mon_osd_down_out_interval
mon_osd_min_down_reporters | uint |  | advanced |  | 2 |  | Peers on different subtrees that must report an OSD before it is marked down. | mon_osd_reporter_subtree_level
mon_osd_reporter_subtree_level | str |  | advanced |  | host |  | Kind of CRUSH bucket in which reporters of a failure count once. |
mon_osd_report_timeout | int | seconds | advanced |  | 900 | 0.. | Seconds without any report after which an OSD is marked down without its peers. |
mon_osd_auto_mark_in | bool |  | advanced |  | false |  | Marks OSDs in when they boot. |
mon_osd_auto_mark_auto_out_in | bool |  | advanced |  | true |  | Marks an OSD in again when it boots after it was marked out automatically. | mon_osd_down_out_interval
mon_osd_auto_mark_new_in | bool |  | advanced |  | true |  | Marks new OSDs in when they first boot. |
mon_osd_adjust_heartbeat_grace | bool |  | advanced |  | true |  | Lengthens the heartbeat grace of OSDs that were laggy before. | mon_osd_laggy_halflife
mon_osd_adjust_down_out_interval | bool |  | advanced |  | true |  | Lengthens the time until an OSD that was laggy before is marked out. | mon_osd_adjust_heartbeat_grace
mon_osd_laggy_halflife | int | seconds | advanced |  | 3600 | 0.. | Seconds in which the memory of a laggy OSD halves. |
mon_osd_destroyed_out_interval | int | seconds | advanced |  | 600 | 0.. | Seconds until an OSD that was destroyed is marked out. |
mon_osd_cache_size | int |  | advanced |  | 500 |  | OSD maps that a monitor keeps in memory. |
mon_osd_max_creating_pgs | int |  | advanced |  | 1024 |  | Placement groups that may be created at a time. |
mon_osd_blocklist_default_expire | float | seconds | advanced |  | 3600 | 0.. | Seconds that a client stays on the blocklist unless told otherwise. |
mon_osd_warn_num_repaired | uint |  | advanced |  | 10 |  | Repaired reads of an OSD at which the cluster warns. |
mon_osd_snap_trim_queue_warn_on | int |  | advanced |  | 32768 |  | Length of a snapshot trim queue at which the cluster warns. |
mon_osd_initial_require_min_compat_client | str |  | advanced | restart | luminous |  | Oldest release of clients that a new cluster serves. |
mon_clock_drift_allowed | float | seconds | advanced |  | 0.05 | 0.. | Seconds by which the clocks of two monitors may differ. |
mon_clock_drift_warn_backoff | float |  | advanced |  | 5 |  | Exponent by which warnings of clock drift become rarer. |
mon_timecheck_interval | float | seconds | advanced |  | 300 | 0.. | Seconds between two comparisons of the monitors' clocks. |
mon_timecheck_skew_interval | float | seconds | advanced |  | 30 | 0.. | Seconds between two comparisons while the clocks differ too much. | mon_timecheck_interval
mon_lease | float | seconds | advanced |  | 5 | 0.. | Seconds that a monitor may answer reads before it asks the leader again. |
mon_lease_renew_interval_factor | float |  | advanced |  | 0.6 | 0..0.9999999 | Share of the lease after which the leader renews it. | mon_lease
mon_lease_ack_timeout_factor | float |  | advanced |  | 2 | 1.0001..100 | Leases that the leader waits for an answer before it calls an election. | mon_lease
mon_election_timeout | float | seconds | advanced |  | 5 | 0.. | Seconds that an election waits for all monitors. |
mon_election_default_strategy | uint |  | advanced |  | 1 | 1..3 | How a new cluster elects its leader: 1 by rank, 2 with banned leaders, 3 by connectivity. |
mon_tick_interval | int | seconds | advanced |  | 5 | 0.. | Seconds between two rounds of a monitor's own housekeeping. |
mon_session_timeout | int | seconds | advanced |  | 300 | 0.. | Seconds of silence after which a monitor closes a client's session. |
mon_data | str |  | advanced | fixed | /var/lib/ceph/mon/$cluster-$id |  | Directory of the monitor's store. |
mon_data_avail_warn | int |  | advanced |  | 30 | 0..100 | Free percent of the monitor's file system below which the cluster warns. |
mon_data_avail_crit | int |  | advanced |  | 5 | 0..100 | Free percent of the monitor's file system below which the monitor stops. |
mon_data_size_warn | size | bytes | advanced |  | 16106127360 |  | Size of a monitor's store at which the cluster warns. |
mon_memory_target | size | bytes | basic |  | 2147483648 |  | Memory that a monitor tries to stay below. |
mon_memory_autotune | bool |  | basic |  | true |  | Sizes the monitor's caches to fit its memory target. |
mon_compact_on_start | bool |  | advanced |  | false |  | Compacts the monitor's store whenever the monitor starts. |
mon_health_to_clog | bool |  | advanced |  | true |  | Repeats the health in the cluster log. |
mon_health_to_clog_interval | int | seconds | advanced |  | 600 | 0.. | Seconds between two repetitions of the whole health in the cluster log. | mon_health_to_clog
mon_health_to_clog_tick_interval | float | seconds | dev |  | 60 | 0.. | Seconds between two checks whether the health changed enough to be logged. |
mon_health_max_detail | uint |  | advanced |  | 50 |  | Lines of detail that a health check carries. |
mon_log_max_summary | uint |  | advanced |  | 50 |  | Lines of the cluster log that are kept for the summary. |
mon_cluster_log_to_file | bool |  | advanced |  | true |  | Writes the cluster log to a file on each monitor. | mon_cluster_log_file
mon_cluster_log_file | str |  | advanced |  | default=/var/log/ceph/$cluster.$channel.log cluster=/var/log/ceph/$cluster.log |  | Files that the channels of the cluster log are written to. | mon_cluster_log_to_file
mon_cluster_log_file_level | str |  | advanced |  | debug |  | Lowest priority that is written to the cluster log's file. | mon_cluster_log_file
mon_cluster_log_to_syslog | str |  | advanced |  | default=false |  | Sends the cluster log to syslog. |
mon_pool_quota_warn_threshold | int |  | advanced |  | 0 | 0..100 | Percent of a pool's quota at which the cluster warns; 0 never warns. |
mon_pool_quota_crit_threshold | int |  | advanced |  | 0 | 0..100 | Percent of a pool's quota at which the warning is an error; 0 never. |
mon_cache_target_full_warn_ratio | float |  | advanced | fixed | 0.66 |  | Share of a cache pool's target at which the cluster warns. |
mon_warn_on_pool_no_redundancy | bool |  | advanced |  | true |  | Warns of pools that keep a single copy. | osd_pool_default_size, osd_pool_default_min_size
mon_warn_on_misplaced | bool |  | advanced |  | false |  | Warns of objects that are not where they belong. |
mon_warn_on_too_few_osds | bool |  | advanced |  | true |  | Warns when there are fewer OSDs than a pool keeps copies. |
mon_warn_on_osd_down_out_interval_zero | bool |  | advanced |  | true |  | Warns when no OSD is ever marked out automatically. | mon_osd_down_out_interval
mon_warn_on_slow_ping_ratio | float |  | advanced |  | 0.05 | 0..1 | Share of the heartbeat grace at which a heartbeat counts as slow. | osd_heartbeat_grace, mon_warn_on_slow_ping_time
mon_warn_on_slow_ping_time | float |  | advanced |  | 0 |  | Milliseconds at which a heartbeat counts as slow; 0 uses the ratio. | mon_warn_on_slow_ping_ratio
mon_warn_on_insecure_global_id_reclaim | bool |  | advanced |  | true |  | Warns of clients that reclaim their id in an insecure way. | mon_warn_on_insecure_global_id_reclaim_allowed, auth_allow_insecure_global_id_reclaim
mon_warn_on_insecure_global_id_reclaim_allowed | bool |  | advanced |  | true |  | Warns while clients may reclaim their id in an insecure way. | mon_warn_on_insecure_global_id_reclaim, auth_allow_insecure_global_id_reclaim
mon_warn_on_msgr2_not_enabled | bool |  | advanced |  | true |  | Warns of monitors without the second version of the messenger protocol. | ms_bind_msgr2
mon_warn_on_legacy_crush_tunables | bool |  | advanced |  | true |  | Warns of CRUSH tunables that are older than required. | mon_crush_min_required_version
mon_warn_on_older_version | bool |  | advanced |  | true |  | Warns of daemons that run an older version than others. |
mon_warn_older_version_delay | secs | seconds | advanced |  | 604800 |  | Seconds that daemons may run different versions before the cluster warns. |
mon_warn_pg_not_scrubbed_ratio | float |  | advanced |  | 0.5 | 0.. | Share of the scrub interval by which a placement group may be late. | osd_scrub_max_interval
mon_warn_pg_not_deep_scrubbed_ratio | float |  | advanced |  | 0.75 | 0.. | Share of the deep scrub interval by which a placement group may be late. | osd_deep_scrub_interval
mon_crush_min_required_version | str |  | advanced | restart | hammer |  | Oldest CRUSH tunables that raise no warning. | mon_warn_on_legacy_crush_tunables
mon_mgr_beacon_grace | secs | seconds | advanced |  | 30 |  | Seconds of silence after which a standby takes over from the active manager. |
mon_mgr_inactive_grace | int | seconds | advanced |  | 60 | 0.. | Seconds without an active manager after which that is an error. |
mon_max_osd | int |  | advanced |  | 10000 |  | Maximum number of OSDs that the cluster may have. |
mon_min_osdmap_epochs | int |  | advanced |  | 500 |  | OSD maps that are always kept. |
mon_reweight_min_pgs_per_osd | uint |  | advanced |  | 10 |  | Placement groups per OSD below which weights are not adjusted to its usage. |
mon_reweight_max_change | float |  | advanced |  | 0.05 |  | Maximum change of the weight of an OSD at a time. |
mon_reweight_max_osds | int |  | advanced |  | 4 |  | Maximum number of OSDs whose weights are changed at a time. |
mon_op_complaint_time | secs | seconds | advanced |  | 30 |  | Seconds after which a request to a monitor counts as slow. |
mon_client_ping_interval | float | seconds | advanced |  | 10 | 0.. | Seconds between two pings of a client to its monitor. |
mon_client_ping_timeout | float | seconds | advanced |  | 30 | 0.. | Seconds without an answer after which a client looks for another monitor. |
mon_client_hunt_interval | float | seconds | advanced |  | 3 | 0.. | Seconds that a client tries one monitor before the next. |
mon_config_key_max_entry_size | size | bytes | advanced |  | 65536 |  | Largest value that the key/value store of the monitors takes. |
mon_stretch_cluster_recovery_ratio | float |  | advanced |  | 0.6 | 0.51..1 | Share of OSDs that must be back before a stretched cluster leaves its degraded mode. |
mon_down_mkfs_grace | secs | seconds | advanced |  | 60 |  | Seconds after a monitor was created in which it may be out of quorum without a warning. |
paxos_propose_interval | float | seconds | advanced |  | 1 | 0.. | Seconds for which the leader gathers changes before it proposes them. |
`;
