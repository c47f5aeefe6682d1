/** Options of metadata servers and filesystem clients. ../option.ts explains the columns. */
export const filesystem = `
mds_beacon_interval | float | seconds | advanced |  | 4 | 0.. | Seconds between two beacons of a metadata server to the monitors. |
mds_beacon_grace | float | seconds | advanced |  | 15 | 0.. | Seconds of silence after which a standby takes over from a metadata server. |
mds_cache_memory_limit | size | bytes | basic |  | 4294967296 |  | Memory for the cache of a metadata server. |
mds_cache_reservation | float |  | advanced |  | 0.05 |  | Share of the cache that is kept free. |
mds_health_cache_threshold | float |  | advanced |  | 1.5 |  | Multiple of its limit at which the cache raises a warning. |
mds_cache_trim_threshold | size | bytes | advanced |  | 262144 |  | Entries that are trimmed from the cache at a time. |
mds_cache_trim_decay_rate | float |  | advanced |  | 1 |  | Half-life of the count of trimmed entries. |
mds_recall_max_caps | size | bytes | advanced |  | 30000 |  | Capabilities that a client is asked to release at a time. |
mds_recall_warning_threshold | size | bytes | advanced |  | 262144 |  | Capabilities that a client may be late with before the cluster warns. |
mds_max_caps_per_client | uint |  | advanced |  | 1048576 |  | Maximum number of capabilities that a client may hold. |
mds_min_caps_per_client | uint |  | advanced |  | 100 |  | Capabilities that a client may always keep. |
mds_session_blocklist_on_timeout | bool |  | advanced |  | true |  | Puts a client that has gone silent on the blocklist. |
mds_session_blocklist_on_evict | bool |  | advanced |  | true |  | Puts a client that was evicted on the blocklist. |
mds_cap_revoke_eviction_timeout | float | seconds | advanced |  | 0 | 0.. | Seconds after which a client that does not release a capability is evicted; 0 never. |
mds_reconnect_timeout | float | seconds | advanced |  | 45 | 0.. | Seconds that a restarted metadata server waits for its clients. |
mds_log_max_segments | uint |  | advanced |  | 128 |  | Segments of the journal at which it is trimmed. |
mds_log_max_events | int |  | advanced |  | -1 |  | Events of the journal at which it is trimmed; negative sets no limit. |
mds_log_warn_factor | float |  | advanced |  | 2 | 1.. | Multiple of the number of segments at which an untrimmed journal raises a warning. |
mds_op_complaint_time | float | seconds | advanced |  | 30 | 0.. | Seconds after which a request to a metadata server counts as slow. |
mds_op_history_size | uint |  | advanced |  | 20 |  | Finished requests that a metadata server remembers. |
mds_join_fs | str |  | basic |  |  |  | Filesystem that a metadata server prefers. |
mds_max_purge_files | uint |  | advanced |  | 64 |  | Deleted files that are purged at a time. |
mds_max_purge_ops | uint |  | advanced |  | 8192 |  | Operations on objects for purging at a time. |
mds_max_purge_ops_per_pg | float |  | advanced |  | 0.5 |  | Operations on objects for purging at a time, for each placement group. |
mds_max_scrub_ops_in_progress | int |  | advanced |  | 5 |  | Checks of files that run at a time. |
mds_max_snaps_per_dir | uint |  | advanced |  | 100 | 0..4096 | Maximum number of snapshots of a directory. |
mds_bal_interval | int | seconds | advanced |  | 10 | 0.. | Seconds between two rounds of balancing between metadata servers. |
mds_bal_fragment_size_max | int |  | advanced |  | 100000 |  | Maximum number of entries of a piece of a directory. |
mds_bal_split_size | int |  | advanced |  | 10000 |  | Entries at which a directory is split. |
mds_bal_merge_size | int |  | advanced |  | 50 |  | Entries below which pieces of a directory are merged. |
mds_bal_export_pin | bool |  | advanced |  | true |  | Keeps directories on the metadata server that they are pinned to. |
mds_export_ephemeral_distributed | bool |  | advanced |  | true |  | Lets directories be spread over all metadata servers. |
mds_dir_max_entries | uint |  | advanced |  | 0 |  | Maximum number of entries of a directory; 0 sets no limit. |
mds_max_xattr_pairs_size | size | bytes | advanced |  | 65536 |  | Bytes of extended attributes that a file may have. |
mds_snap_max_uid | uint |  | advanced |  | 4294967294 |  | Highest user id that may create snapshots. |
mds_damage_table_max_entries | int |  | advanced |  | 10000 |  | Damaged entries at which a metadata server gives up. |
mds_tick_interval | float | seconds | advanced |  | 5 | 0.. | Seconds between two rounds of a metadata server's housekeeping. |
client_cache_size | size | bytes | basic |  | 16384 |  | Entries that a client of the filesystem caches. |
client_mount_timeout | secs | seconds | advanced |  | 300 |  | Seconds that mounting may take. |
client_oc | bool |  | advanced |  | true |  | Caches the data of files on the client. |
client_oc_size | size | bytes | advanced |  | 209715200 |  | Bytes of file data that a client caches. |
client_oc_max_dirty | size | bytes | advanced |  | 104857600 |  | Bytes not yet written that a client caches. |
client_quota | bool |  | advanced |  | true |  | Obeys quotas on directories. |
client_quota_df | bool |  | advanced |  | true |  | Shows the quota as the size of the filesystem. |
client_permissions | bool |  | advanced |  | true |  | Checks permissions on the client. |
client_acl_type | str |  | advanced | restart |  |  | Kind of access control lists. |
client_snapdir | str |  | advanced | restart | .snap |  | Name of the directory in which snapshots appear. |
client_readahead_max_bytes | size | bytes | advanced |  | 0 |  | Maximum bytes that are read ahead; 0 sets no limit. |
client_reconnect_stale | bool |  | advanced |  | false |  | Reconnects a client after its session went stale. |
`;
