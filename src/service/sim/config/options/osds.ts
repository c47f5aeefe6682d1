/** Options of OSDs: heartbeats, recovery, scrubs, requests. ../option.ts explains the columns. */
export const osds = `
osd_heartbeat_interval | int | seconds | dev |  | 6 | 1..86400 | Seconds between two heartbeats of an OSD to its peers. |
osd_heartbeat_grace | int | seconds | advanced |  | 20 | 1.. | Seconds of silence after which peers report an OSD to the monitors. |
osd_heartbeat_min_peers | int |  | advanced |  | 10 |  | Peers that an OSD exchanges heartbeats with at least. |
osd_heartbeat_min_healthy_ratio | float |  | advanced |  | 0.33 | 0..1 | Share of its peers that an OSD must reach to consider itself healthy. |
osd_mon_heartbeat_interval | int | seconds | advanced |  | 30 | 0.. | Seconds between two pings of an OSD to a monitor while it has no peers. |
osd_mon_report_interval | int | seconds | advanced |  | 5 | 0.. | Seconds between two reports of an OSD to the monitors. |
osd_beacon_report_interval | int | seconds | advanced |  | 300 | 0.. | Seconds between two beacons of an OSD to the monitors. |
osd_fast_fail_on_connection_refused | bool |  | advanced |  | true |  | Reports a peer at once when its port is closed, without waiting for the grace. |
osd_fast_shutdown | bool |  | advanced |  | true |  | Stops an OSD at once, without waiting for its requests. |
osd_max_markdown_count | int |  | advanced |  | 5 | 0.. | Times that an OSD may be marked down within the period; after one more it stops itself. |
osd_max_markdown_period | int | seconds | advanced |  | 600 | 0.. | Seconds over which these are counted. |
osd_max_backfills | uint |  | advanced |  | 1 |  | Backfills that an OSD takes part in at a time, each way. |
osd_min_recovery_priority | int |  | advanced |  | 0 |  | Lowest priority at which recovery runs. |
osd_recovery_max_active | uint |  | advanced |  | 0 |  | Recoveries that an OSD runs at a time; 0 depends on the type of disk. | osd_recovery_max_active_hdd, osd_recovery_max_active_ssd
osd_recovery_max_active_hdd | uint |  | advanced |  | 3 |  | Recoveries that an OSD on a hard disk runs at a time. | osd_recovery_max_active, osd_recovery_max_active_ssd
osd_recovery_max_active_ssd | uint |  | advanced |  | 10 |  | Recoveries that an OSD on flash runs at a time. | osd_recovery_max_active, osd_recovery_max_active_hdd
osd_recovery_max_single_start | uint |  | advanced |  | 1 |  | Recoveries that a placement group starts at a time. |
osd_recovery_max_chunk | size | bytes | advanced |  | 8388608 |  | Maximum bytes that are recovered in one piece. |
osd_recovery_sleep | float | seconds | advanced |  | 0 | 0.. | Seconds of rest between two recoveries; 0 depends on the type of disk. |
osd_recovery_sleep_hdd | float | seconds | advanced |  | 0.1 | 0.. | Seconds of rest between two recoveries on hard disks. |
osd_recovery_sleep_ssd | float | seconds | advanced |  | 0 | 0.. | Seconds of rest between two recoveries on flash. | osd_recovery_sleep
osd_recovery_sleep_hybrid | float | seconds | advanced |  | 0.025 | 0.. | Seconds of rest between two recoveries on hard disks with their database on flash. | osd_recovery_sleep
osd_recovery_delay_start | float | seconds | advanced |  | 0 | 0.. | Seconds between the end of peering and the start of recovery. |
osd_recovery_op_priority | uint |  | advanced |  | 3 |  | Priority of recovery among the requests of an OSD. |
osd_recovery_priority | uint |  | advanced |  | 5 |  | Priority of recovery in the OSD's work queue. |
osd_recovery_retry_interval | float | seconds | advanced |  | 30 | 0.. | Seconds until a recovery that could not be reserved is retried. |
osd_backfill_retry_interval | float | seconds | advanced |  | 30 | 0.. | Seconds until a backfill that could not be reserved is retried. |
osd_backfill_scan_min | int |  | advanced |  | 64 |  | Minimum number of objects that a backfill compares at a time. |
osd_backfill_scan_max | int |  | advanced |  | 512 |  | Maximum number of objects that a backfill compares at a time. |
osd_client_op_priority | uint |  | advanced |  | 63 |  | Priority of clients among the requests of an OSD. |
osd_op_complaint_time | float | seconds | advanced |  | 30 | 0.. | Seconds after which a request counts as slow. |
osd_op_log_threshold | int |  | advanced |  | 5 |  | Slow requests that are logged at a time. |
osd_op_history_size | uint |  | advanced |  | 20 |  | Finished requests that an OSD remembers. |
osd_op_history_duration | uint | seconds | advanced |  | 600 |  | Seconds for which finished requests are remembered. |
osd_op_queue | str |  | advanced | restart | wpq | wpq, mclock_scheduler, debug_random | How an OSD chooses which request comes next. | osd_op_queue_cut_off
osd_op_queue_cut_off | str |  | advanced | restart | high | low, high, debug_random | Priority at which requests go into the strict queue. | osd_op_queue
osd_op_num_shards | int |  | advanced | restart | 0 |  | Queues into which an OSD sorts its requests; 0 depends on the type of disk. |
osd_op_num_shards_hdd | int |  | advanced | restart | 5 |  | Queues of an OSD on a hard disk. | osd_op_num_shards
osd_op_num_shards_ssd | int |  | advanced | restart | 8 |  | Queues of an OSD on flash. | osd_op_num_shards
osd_op_num_threads_per_shard_hdd | int |  | advanced | restart | 1 |  | Threads for each queue of an OSD on a hard disk. |
osd_op_num_threads_per_shard_ssd | int |  | advanced | restart | 2 |  | Threads for each queue of an OSD on flash. |
osd_op_thread_timeout | int | seconds | advanced |  | 15 | 0.. | Seconds after which a working thread counts as stuck. |
osd_op_thread_suicide_timeout | int | seconds | advanced |  | 150 | 0.. | Seconds after which an OSD with a stuck thread ends itself. |
osd_mclock_profile | str |  | advanced |  | high_client_ops | balanced, high_recovery_ops, high_client_ops, custom | How the mClock scheduler shares an OSD between clients and recovery. | osd_op_queue
osd_mclock_max_capacity_iops_hdd | float |  | basic |  | 315 |  | Operations per second that an OSD on a hard disk can do. |
osd_mclock_max_capacity_iops_ssd | float |  | basic |  | 21500 |  | Operations per second that an OSD on flash can do. |
osd_max_scrubs | int |  | advanced |  | 1 |  | Scrubs that an OSD takes part in at a time. |
osd_scrub_during_recovery | bool |  | advanced |  | false |  | Starts scrubs on OSDs that are recovering. |
osd_repair_during_recovery | bool |  | advanced |  | false |  | Starts repairs on OSDs that are recovering. |
osd_scrub_begin_hour | int |  | advanced |  | 0 | 0..23 | Hour of the day at which scrubs may start. | osd_scrub_end_hour
osd_scrub_end_hour | int |  | advanced |  | 0 | 0..23 | Hour of the day up to which scrubs may start; the same hour as the begin is any time. | osd_scrub_begin_hour
osd_scrub_begin_week_day | int |  | advanced |  | 0 | 0..6 | Day of the week at which scrubs may start; 0 and 7 are Sunday. | osd_scrub_end_week_day
osd_scrub_end_week_day | int |  | advanced |  | 0 | 0..6 | Day of the week up to which scrubs may start. | osd_scrub_begin_week_day
osd_scrub_load_threshold | float |  | advanced |  | 0.5 |  | Load per core above which no scrubs start. |
osd_scrub_min_interval | float | seconds | advanced |  | 86400 | 0.. | Seconds between two scrubs of a placement group while the load is low. | osd_scrub_max_interval
osd_scrub_max_interval | float | seconds | advanced |  | 604800 | 0.. | Seconds after which a placement group is scrubbed whatever the load. | osd_scrub_min_interval
osd_scrub_interval_randomize_ratio | float |  | advanced |  | 0.5 |  | Share of the interval by which scrubs are spread. | osd_scrub_min_interval
osd_scrub_chunk_min | int |  | advanced |  | 5 |  | Minimum number of objects that are scrubbed in one go. | osd_scrub_chunk_max
osd_scrub_chunk_max | int |  | advanced |  | 25 |  | Maximum number of objects that are scrubbed in one go. | osd_scrub_chunk_min
osd_scrub_sleep | float | seconds | advanced |  | 0 | 0.. | Seconds of rest between two chunks of a scrub. |
osd_scrub_auto_repair | bool |  | advanced |  | false |  | Repairs what a deep scrub finds damaged. |
osd_scrub_auto_repair_num_errors | uint |  | advanced |  | 5 |  | Maximum number of errors that are repaired without being asked for. | osd_scrub_auto_repair
osd_scrub_priority | uint |  | advanced |  | 5 |  | Priority of scrubs in the OSD's work queue. |
osd_requested_scrub_priority | uint |  | advanced |  | 120 |  | Priority of scrubs that an operator asked for. |
osd_deep_scrub_interval | float | seconds | advanced |  | 604800 | 0.. | Seconds between two deep scrubs of a placement group. |
osd_deep_scrub_randomize_ratio | float |  | advanced |  | 0.15 | 0..1 | Chance that a scrub becomes a deep one. |
osd_deep_scrub_stride | size | bytes | advanced |  | 524288 |  | Bytes that a deep scrub reads at a time. |
osd_deep_scrub_large_omap_object_key_threshold | uint |  | advanced |  | 200000 |  | Keys of an object at which a deep scrub warns of it. | osd_deep_scrub_large_omap_object_value_sum_threshold
osd_deep_scrub_large_omap_object_value_sum_threshold | size | bytes | advanced |  | 1073741824 |  | Bytes of values of an object at which a deep scrub warns of it. | osd_deep_scrub_large_omap_object_key_threshold
osd_snap_trim_sleep | float | seconds | advanced |  | 0 | 0.. | Seconds of rest between two trims of a snapshot; 0 depends on the type of disk. |
osd_snap_trim_sleep_hdd | float | seconds | advanced |  | 5 | 0.. | Seconds of rest between two trims on hard disks. |
osd_snap_trim_sleep_ssd | float | seconds | advanced |  | 0 | 0.. | Seconds of rest between two trims on flash. |
osd_snap_trim_priority | uint |  | advanced |  | 5 |  | Priority of snapshot trims in the OSD's work queue. |
osd_pg_max_concurrent_snap_trims | uint |  | advanced |  | 2 | 1.. | Objects of a placement group that are trimmed at a time. |
osd_max_trimming_pgs | uint |  | advanced |  | 2 |  | Placement groups of an OSD that trim snapshots at a time. |
osd_delete_sleep | float | seconds | advanced |  | 0 | 0.. | Seconds of rest between two deletions of a removed placement group; 0 depends on the type of disk. |
osd_delete_sleep_hdd | float | seconds | advanced |  | 5 | 0.. | Seconds of rest between two deletions on hard disks. |
osd_delete_sleep_ssd | float | seconds | advanced |  | 1 | 0.. | Seconds of rest between two deletions on flash. |
osd_failsafe_full_ratio | float |  | advanced |  | 0.97 | 0..1 | Share of an OSD in use at which it refuses every write. |
osd_max_pg_per_osd_hard_ratio | float |  | advanced |  | 3 | 1.. | Times mon_max_pg_per_osd at which an OSD refuses more placement groups. | mon_max_pg_per_osd
osd_max_write_size | size | bytes | advanced |  | 90 | 4.. | Maximum number of megabytes that a client writes at once. |
osd_max_object_size | size | bytes | advanced |  | 134217728 |  | Largest object. |
osd_max_object_name_len | uint |  | advanced |  | 2048 |  | Longest name of an object. |
osd_client_message_cap | uint |  | advanced |  | 256 |  | Requests of clients that an OSD holds in memory. |
osd_client_message_size_cap | size | bytes | advanced |  | 524288000 |  | Bytes of requests of clients that an OSD holds in memory. |
osd_memory_target | size | bytes | basic |  | 4294967296 | 939524096.. | Memory that an OSD tries to stay below. | bluestore_cache_autotune, osd_memory_cache_min, osd_memory_target_autotune
osd_memory_target_autotune | bool |  | advanced |  | false |  | Lets the orchestrator fit the memory target to the server. | osd_memory_target
osd_memory_cache_min | size | bytes | dev |  | 134217728 | 134217728.. | Memory that the caches of an OSD get at least. | bluestore_cache_autotune
osd_map_cache_size | int |  | advanced |  | 50 |  | OSD maps that an OSD keeps in memory. |
osd_map_message_max | int |  | advanced |  | 40 |  | OSD maps that are sent in one message. |
osd_pool_default_size | uint |  | advanced |  | 3 | 0..10 | Copies that a new pool keeps. |
osd_pool_default_min_size | uint |  | advanced |  | 0 | 0..255 | Copies without which a new pool takes no writes; 0 is more than half. | osd_pool_default_size
osd_pool_default_pg_num | uint |  | advanced |  | 32 |  | Placement groups of a new pool. |
osd_pool_default_pgp_num | uint |  | advanced |  | 0 |  | Placement groups for placement of a new pool; 0 as many as it has. | osd_pool_default_pg_num
osd_pool_default_type | str |  | advanced |  | replicated | replicated, erasure | Kind of a new pool. |
osd_pool_default_crush_rule | int |  | advanced |  | -1 |  | Id of the rule for a new pool; -1 picks the first. |
osd_pool_default_erasure_code_profile | str |  | advanced |  | plugin=jerasure technique=reed_sol_van k=2 m=2 |  | Profile of a new pool with erasure coding. |
osd_pool_default_ec_fast_read | bool |  | advanced |  | false |  | Lets new pools with erasure coding read all chunks and use the first that arrive. |
osd_pool_default_flag_nodelete | bool |  | advanced |  | false |  | Protects new pools from being deleted. |
osd_pool_default_flag_nopgchange | bool |  | advanced |  | false |  | Fixes the number of placement groups of new pools. |
osd_pool_default_flag_nosizechange | bool |  | advanced |  | false |  | Fixes the number of copies of new pools. |
osd_pool_default_pg_autoscale_mode | str |  | advanced |  | on | off, warn, on | Whether the autoscaler changes, only suggests or leaves the placement groups of new pools. |
osd_pool_erasure_code_stripe_unit | size | bytes | advanced |  | 4096 |  | Bytes of a stripe on each chunk of pools with erasure coding. |
osd_crush_update_on_start | bool |  | advanced |  | true |  | Moves an OSD in the CRUSH map to where it says it is when it starts. |
osd_class_update_on_start | bool |  | advanced |  | true |  | Sets the device class of an OSD to what its disk is when it starts. |
osd_crush_initial_weight | float |  | advanced |  | -1 |  | Weight of a new OSD; negative goes by its size. |
osd_crush_chooseleaf_type | int |  | dev | restart | 1 |  | Kind of bucket over which the first rule of a new cluster spreads copies. |
osd_default_notify_timeout | uint | seconds | advanced |  | 30 |  | Seconds that a notification waits for its watchers. |
osd_debug_verify_cached_snaps | bool |  | dev |  | false |  | Checks cached snapshots against the store, for developers. |
osd_smart_report_timeout | uint | seconds | advanced |  | 5 |  | Seconds that reading a disk's own health may take. |
osd_numa_auto_affinity | bool |  | advanced | restart | true |  | Binds an OSD to the NUMA node of its disk and network. |
osd_numa_node | int |  | advanced | restart | -1 |  | NUMA node that an OSD is bound to; -1 for none. | osd_numa_auto_affinity
osd_objectstore | str |  | advanced | restart | bluestore | bluestore, filestore, memstore, kstore | How an OSD stores its objects. |
osd_data | str |  | advanced | fixed | /var/lib/ceph/osd/$cluster-$id |  | Directory of the OSD. |
osd_journal_size | size | bytes | advanced | restart | 5120 |  | Megabytes of the journal of OSDs that still use one. |
osd_backoff_on_peering | bool |  | advanced |  | false |  | Tells clients to wait while a placement group peers. |
osd_backoff_on_degraded | bool |  | advanced |  | false |  | Tells clients to wait for objects that are being recovered. |
osd_async_recovery_min_cost | uint |  | advanced |  | 100 |  | Cost of a recovery at which it runs in the background, without blocking writes. |
osd_calc_pg_upmaps_aggressively | bool |  | advanced |  | true |  | Lets the balancer search longer for a better placement. |
osd_command_thread_timeout | int | seconds | advanced |  | 600 | 0.. | Seconds that a command to an OSD may take. |
osd_bench_duration | uint | seconds | advanced |  | 30 |  | Seconds that a benchmark of an OSD is assumed to take, for its limits. |
`;
