/** Options of all daemons: network, keys, logs, managers. ../option.ts explains the columns. */
export const common = `
fsid | uuid |  | basic | fixed | 00000000-0000-0000-0000-000000000000 |  | Id of the cluster. |
public_network | str |  | advanced | restart |  |  | Networks in which clients reach the daemons. |
cluster_network | str |  | advanced | restart |  |  | Networks in which OSDs copy among themselves. |
public_addr | addr |  | basic | restart | - |  | Address at which clients reach this daemon. |
cluster_addr | addr |  | basic | restart | - |  | Address at which other OSDs reach this OSD. |
auth_cluster_required | str |  | advanced | restart | cephx |  | How daemons prove to each other who they are. |
auth_service_required | str |  | advanced | restart | cephx |  | How clients must prove who they are. |
auth_client_required | str |  | advanced | restart | cephx, none |  | How services must prove to clients who they are. |
auth_allow_insecure_global_id_reclaim | bool |  | advanced |  | true |  | Lets old clients reclaim their id in an insecure way. | mon_warn_on_insecure_global_id_reclaim, mon_warn_on_insecure_global_id_reclaim_allowed
auth_mon_ticket_ttl | float | seconds | advanced |  | 259200 | 0.. | Seconds that a ticket for the monitors is valid. |
auth_service_ticket_ttl | float | seconds | advanced |  | 3600 | 0.. | Seconds that a ticket for other services is valid. |
cephx_require_signatures | bool |  | advanced |  | false |  | Requires signed messages. |
cephx_sign_messages | bool |  | advanced |  | true |  | Signs messages. |
ms_bind_ipv4 | bool |  | advanced |  | true |  | Listens on IPv4. | ms_bind_ipv6
ms_bind_ipv6 | bool |  | advanced |  | false |  | Listens on IPv6. | ms_bind_ipv4
ms_bind_msgr1 | bool |  | advanced |  | true |  | Listens for the first version of the messenger protocol. | ms_bind_msgr2
ms_bind_msgr2 | bool |  | advanced |  | true |  | Listens for the second version of the messenger protocol. | ms_bind_msgr1
ms_bind_port_min | int |  | advanced |  | 6800 | 1..65535 | Lowest port that daemons listen on. |
ms_bind_port_max | int |  | advanced |  | 7300 | 1..65535 | Highest port that daemons listen on. |
ms_cluster_mode | str |  | basic | restart | crc secure |  | How traffic between daemons is protected. | ms_service_mode, ms_client_mode
ms_service_mode | str |  | basic | restart | crc secure |  | How traffic to services is protected. | ms_cluster_mode, ms_client_mode
ms_client_mode | str |  | basic | restart | crc secure |  | How clients protect their traffic. | ms_cluster_mode, ms_service_mode
ms_mon_cluster_mode | str |  | basic | restart | secure crc |  | How traffic between monitors is protected. | ms_mon_service_mode, ms_mon_client_mode, ms_service_mode, ms_cluster_mode, ms_client_mode
ms_mon_service_mode | str |  | basic | restart | secure crc |  | How traffic to monitors is protected. | ms_service_mode, ms_mon_cluster_mode, ms_mon_client_mode, ms_cluster_mode, ms_client_mode
ms_mon_client_mode | str |  | basic | restart | secure crc |  | How clients protect their traffic to monitors. | ms_mon_service_mode, ms_mon_cluster_mode, ms_service_mode, ms_cluster_mode, ms_client_mode
ms_async_op_threads | uint |  | advanced |  | 3 | 1..24 | Threads for the network. |
ms_dispatch_throttle_bytes | size | bytes | advanced |  | 104857600 |  | Bytes of messages that wait to be handled. |
ms_tcp_nodelay | bool |  | advanced |  | true |  | Sends small messages at once. |
ms_connection_idle_timeout | uint | seconds | advanced |  | 900 |  | Seconds after which an idle connection is closed. |
ms_initial_backoff | float | seconds | advanced |  | 0.2 | 0.. | Seconds until a lost connection is retried. |
ms_max_backoff | float | seconds | advanced |  | 15 | 0.. | Maximum seconds until a lost connection is retried. | ms_initial_backoff
log_to_file | bool |  | basic |  | true |  | Logs to a file. | log_file
log_file | str |  | basic | restart | /var/log/ceph/$cluster-$name.log |  | File that the daemon logs to. | log_to_file, log_to_stderr, err_to_stderr, log_to_syslog
log_to_stderr | bool |  | basic |  | false |  | Logs to standard error. |
log_to_syslog | bool |  | basic |  | false |  | Logs to syslog. |
log_max_recent | int |  | advanced |  | 10000 | 1.. | Lines that are kept in memory for a crash. |
log_stop_at_utilization | float |  | basic |  | 0.97 | 0..1 | Share of the file system in use at which logging stops. | log_file
log_to_graylog | bool |  | basic |  | false |  | Logs to Graylog. | log_graylog_host, log_graylog_port
log_graylog_host | str |  | basic | restart | 127.0.0.1 |  | Host of the Graylog service. | log_to_graylog, log_graylog_port
log_graylog_port | int |  | basic |  | 12201 | 1..65535 | Port of the Graylog service. | log_graylog_host
clog_to_monitors | str |  | advanced |  | default=true |  | Sends lines for the cluster log to the monitors. |
clog_to_syslog | str |  | advanced |  | false |  | Sends lines for the cluster log to syslog. |
err_to_stderr | bool |  | basic |  | true |  | Writes errors to standard error. |
crash_dir | str |  | advanced | restart | /var/lib/ceph/crash |  | Directory of crash reports. |
admin_socket | str |  | advanced | restart | $run_dir/$cluster-$name.asok |  | Socket for commands to the daemon on its own server. |
objecter_inflight_ops | uint |  | advanced |  | 1024 |  | Requests of a client that are under way at a time. |
objecter_inflight_op_bytes | size | bytes | advanced |  | 104857600 |  | Bytes of requests of a client that are under way at a time. |
rados_osd_op_timeout | secs | seconds | advanced |  | 0 | 0.. | Seconds after which a client gives up on a request to an OSD; 0 never. |
rados_mon_op_timeout | secs | seconds | advanced |  | 0 | 0.. | Seconds after which a client gives up on a request to a monitor; 0 never. |
mgr_stats_period | int | seconds | basic |  | 5 | 0.. | Seconds between two reports of daemons to the manager. |
mgr_stats_threshold | int |  | advanced |  | 5 | 0..11 | Lowest priority of the counters that are reported. |
mgr_tick_period | secs | seconds | advanced |  | 2 |  | Seconds between two rounds of the manager's housekeeping. |
mgr_initial_modules | str |  | basic | fixed | restful iostat nfs |  | Modules that a new cluster's manager runs. |
mgr_service_beacon_grace | float | seconds | advanced |  | 60 | 0.. | Seconds of silence after which a gateway counts as gone. |
mgr/balancer/active | bool |  | advanced |  | true |  | Moves placement groups to even out the OSDs. |
mgr/balancer/mode | str |  | advanced |  | upmap | none, crush-compat, upmap | How the balancer moves them. |
mgr/balancer/upmap_max_deviation | int |  | advanced |  | 5 |  | Placement groups by which an OSD may differ from the average. |
mgr/balancer/begin_time | str |  | advanced |  | 0000 |  | Time of the day at which the balancer works. |
mgr/balancer/end_time | str |  | advanced |  | 2400 |  | Time of the day up to which the balancer works. |
mgr/crash/warn_recent_interval | secs | seconds | advanced |  | 1209600 |  | Seconds for which a crash raises a warning. |
mgr/crash/retain_interval | secs | seconds | advanced |  | 31536000 |  | Seconds for which crash reports are kept. |
mgr/devicehealth/enable_monitoring | bool |  | advanced |  | true |  | Reads the disks' own health regularly. |
mgr/devicehealth/warn_threshold | secs | seconds | advanced |  | 7257600 |  | Seconds of life left below which a disk raises a warning. |
mgr/devicehealth/mark_out_threshold | secs | seconds | advanced |  | 2419200 |  | Seconds of life left below which a disk's OSD is marked out. |
mgr/devicehealth/self_heal | bool |  | advanced |  | true |  | Marks OSDs on dying disks out by itself. |
mgr/pg_autoscaler/sleep_interval | secs | seconds | advanced | restart | 60 |  | Seconds between two rounds of the autoscaler. |
mgr/prometheus/server_port | int |  | advanced |  | 9283 | 1..65535 | Port on which metrics are served. |
mgr/prometheus/scrape_interval | float | seconds | advanced | restart | 15 | 0.. | Seconds for which metrics are cached. |
mgr/telemetry/enabled | bool |  | advanced | restart | false |  | Sends anonymous figures to the Ceph project. |
debug_mon | log |  | advanced |  | 1/5 |  | How much about monitors is logged, and how much is kept in memory for a crash; 0 to 20 each. |
debug_osd | log |  | advanced |  | 1/5 |  | How much about OSDs is logged, and how much is kept in memory for a crash; 0 to 20 each. |
debug_mds | log |  | advanced |  | 1/5 |  | How much about metadata servers is logged, and how much is kept in memory for a crash; 0 to 20 each. |
debug_mgr | log |  | advanced |  | 2/5 |  | How much about managers is logged, and how much is kept in memory for a crash; 0 to 20 each. |
debug_rgw | log |  | advanced |  | 1/5 |  | How much about object gateways is logged, and how much is kept in memory for a crash; 0 to 20 each. |
debug_ms | log |  | advanced |  | 0/0 |  | How much about the messenger is logged, and how much is kept in memory for a crash; 0 to 20 each. |
debug_bluestore | log |  | advanced |  | 1/5 |  | How much about BlueStore is logged, and how much is kept in memory for a crash; 0 to 20 each. |
debug_bluefs | log |  | advanced |  | 1/5 |  | How much about BlueFS is logged, and how much is kept in memory for a crash; 0 to 20 each. |
debug_rocksdb | log |  | advanced |  | 4/5 |  | How much about the database is logged, and how much is kept in memory for a crash; 0 to 20 each. |
debug_paxos | log |  | advanced |  | 1/5 |  | How much about Paxos is logged, and how much is kept in memory for a crash; 0 to 20 each. |
debug_auth | log |  | advanced |  | 1/5 |  | How much about authentication is logged, and how much is kept in memory for a crash; 0 to 20 each. |
debug_client | log |  | advanced |  | 0/5 |  | How much about filesystem clients is logged, and how much is kept in memory for a crash; 0 to 20 each. |
debug_rbd | log |  | advanced |  | 0/5 |  | How much about block images is logged, and how much is kept in memory for a crash; 0 to 20 each. |
debug_crush | log |  | advanced |  | 1/1 |  | How much about CRUSH is logged, and how much is kept in memory for a crash; 0 to 20 each. |
debug_objecter | log |  | advanced |  | 0/1 |  | How much about requests of clients is logged, and how much is kept in memory for a crash; 0 to 20 each. |
debug_monc | log |  | advanced |  | 0/10 |  | How much about clients of the monitors is logged, and how much is kept in memory for a crash; 0 to 20 each. |
debug_journal | log |  | advanced |  | 1/3 |  | How much about journals is logged, and how much is kept in memory for a crash; 0 to 20 each. |
`;
