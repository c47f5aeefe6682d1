/** The meaning of a health code and its first remedy. */
export interface HealthCode {
  /** The default severity; the severity that a running cluster reports takes precedence. */
  readonly severity: `HEALTH_${string}`;
  readonly meaning: string;
  readonly remedy: string;
  /** True if it is about how the cluster is set up: nothing has failed. */
  readonly isSetup: boolean;
  /** True if it says itself what is wrong, and is not only a symptom of something else. */
  readonly isCause: boolean;
}

/**
 * Code | severity, and `setup` if nothing has failed, or `cause` if it says itself what is wrong | meaning | first remedy. The first entries are raised by our own
 * service before there is a cluster; the others are the health checks of Ceph (Luminous to Tentacle) and its orchestrator,
 * taken from Ceph's "Health checks" documentation, its source code and a running cluster.
 */
const TABLE = `
NO_CLUSTER | UNKNOWN | The management service runs but manages no cluster yet. | :setup creates one, imports one or restores a backup.
STORE_UNREACHABLE | ERR | The management service gets no answer from the monitors, or from fewer than a majority; everything else shown is older. | Check that a majority of the monitors runs and can be reached from the service's server.
DAEMON_OLD_VERSION | WARN cause | Some daemons still run an older release than the newest one seen, for longer than the grace (1 week). | Finish the upgrade: restart the listed daemons; mute while an upgrade is deliberately paused.
MON_DOWN | WARN | At least one monitor is out of quorum; quorum still exists but the safety margin shrank. | Check host, disk space and network of the named monitor, restart it.
MON_CLOCK_SKEW | WARN | Clock of a monitor host differs from the leader by more than 0.05 s (mon_clock_drift_allowed). | Repair NTP/chrony on that host; skew clears at the next time check (up to 5 min).
MON_MSGR2_NOT_ENABLED | WARN setup | A monitor listens only on the old v1 protocol port. | Enable msgr2 on the monitors (ceph mon enable-msgr2).
MON_DISK_LOW | WARN | File system of a monitor store has less than 30 % free. | Free space on the monitor host (logs, coredumps) or enlarge the volume.
MON_DISK_CRIT | ERR | File system of a monitor store has less than 5 % free; the monitor will shut itself down when it is exhausted. | Free space immediately.
MON_DISK_BIG | WARN cause | Monitor database above 15 GiB, usual after long periods with unclean PGs. | Get PGs clean first, then compact the monitor store.
MON_NETSPLIT | WARN cause | Two live monitors (or whole locations) cannot reach each other although both are up (>=3 mons, connectivity election). | Check links/switches/firewalls between the two named sides.
NONEXISTENT_MON_CRUSH_LOC_STRETCH_MODE | WARN setup | Stretch mode: a monitor declares a CRUSH location that does not exist. | Set the monitor location to an existing bucket.
MON_LOCATION_NOT_SET | WARN setup | Stretch mode: a monitor has no CRUSH location. | Set the location of the monitor.
AUTH_INSECURE_GLOBAL_ID_RECLAIM | WARN setup | Connected clients use an outdated, insecure way to reclaim their id. | Update those clients, then forbid the insecure mode.
AUTH_INSECURE_GLOBAL_ID_RECLAIM_ALLOWED | WARN setup | Monitors still allow that insecure mode although no client needs it. | Set auth_allow_insecure_global_id_reclaim=false.
AUTH_BAD_CAPS | WARN setup | A stored key has capabilities the monitors cannot parse. | Correct or remove the capabilities of that user.
AUTH_INSECURE_KEYS_ALLOWED | WARN setup | The monitors still accept keys of the older, weaker type. | Rotate the keys that are left (ceph auth rotate ENTITY), then allow only the newer type.
AUTH_INSECURE_KEYS_CREATABLE | WARN setup | Keys of the older, weaker type can still be created. | Prefer the newer key type for new users.
AUTH_INSECURE_CLIENT_KEY_TYPE | WARN setup | Some users have keys of the older, weaker type. | Rotate the key of each named user (ceph auth rotate ENTITY) and give it to its clients.
AUTH_INSECURE_SERVICE_KEY_TYPE | WARN setup | Some daemons have keys of the older, weaker type. | Rotate the key of each named daemon (ceph auth rotate ENTITY).
AUTH_INSECURE_ROTATING_SERVICE_KEY_TYPE | WARN setup | The monitors still rotate service keys of the older, weaker type. | Change the type of service keys once all daemons are updated.
AUTH_INSECURE_SERVICE_TICKETS | WARN setup | Tickets for services are still made with the older, weaker type of key. | Change the type of service keys once all daemons are updated.
AUTH_EMERGENCY_CIPHERS_SET | WARN setup | Ciphers for an emergency are allowed besides the usual ones. | Clear them once all clients and daemons work without.
PENDING_CREATING_PGS | WARN cause | OSDs hold back placement groups, because they have as many as mon_max_pg_per_osd allows. | Raise mon_max_pg_per_osd, or bring more OSDs in.
OSD_NO_DOWN_OUT_INTERVAL | WARN | Automatic out-marking of failed OSDs is switched off (interval 0). | Set mon_osd_down_out_interval (default 600 s) or accept manual handling.
MGR_DOWN | WARN | No active manager: statistics freeze, dashboards and many commands block; client I/O continues. Raised 30 s after the beacon stops. | Start a manager; add a standby.
MGR_SILENT | WARN | The monitors answer, but no manager has for some seconds (our service asked): usage, rates and placement groups are not updated. MGR_DOWN follows after 30 s if it is dead. | Check whether the active manager runs, is busy or hangs; start it again, or let a standby take over (ceph mgr fail).
MGR_MODULE_DEPENDENCY | WARN | An enabled manager module misses something it needs. | Install the missing package, restart the manager or disable the module.
MGR_MODULE_ERROR | ERR | A manager module crashed. | Fail over the manager; look at its log; report a bug.
RECENT_CRASH | WARN | A daemon crashed within the last two weeks and nobody acknowledged it. | Read the crash report, fix, then archive it.
RECENT_MGR_MODULE_CRASH | WARN | A manager module crashed recently. | Read the crash report and archive it.
TELEMETRY_CHANGED | WARN setup | Telemetry is on but its contents changed; sending stopped until re-approved. | Review and re-enable, or switch telemetry off.
DASHBOARD_DEBUG | WARN setup | Dashboard debug mode is on and may leak tracebacks. | Switch dashboard debug off.
MGR_INSIGHTS_WARNING | WARN cause | Insights module cannot store its history. | Check manager log / disable the module.
ALERTS_SMTP_ERROR | WARN cause | Mail alerts could not be sent. | Correct SMTP settings.
MGR_ZABBIX_NO_SERVER | WARN setup | Zabbix module has no server configured. | Configure or disable the module.
MGR_ZABBIX_SEND_FAILED | WARN cause | Sending to Zabbix failed. | Check Zabbix server/network.
MGR_INFLUX_NO_SERVER | WARN setup | Influx module has no server configured. | Configure or disable the module.
MGR_INFLUX_SEND_FAILED | WARN cause | Sending to InfluxDB failed. | Check InfluxDB/network.
MGR_INFLUX_QUEUE_FULL | WARN cause | Influx queue overflow. | Increase workers or fix InfluxDB.
MGR_INFLUX_DB_LIST_FAILED | WARN cause | Influx database listing failed. | Fix rights on InfluxDB.
OSD_DOWN | WARN | OSDs that should be in service do not respond. | Find the host; check daemon, disk and network; start the daemon.
OSD_HOST_DOWN | WARN | Every OSD of a host is down. | Check power/network of the host; set noout if it returns soon.
OSD_CHASSIS_DOWN | WARN | Every OSD of a chassis is down. | Check chassis power/network.
OSD_RACK_DOWN | WARN | Every OSD of a rack is down (no automatic out at this level: mon_osd_down_out_subtree_limit=rack). | Check rack power and top-of-rack switch.
OSD_ROW_DOWN | WARN | Every OSD of a row is down. | Check power/network of the row.
OSD_PDU_DOWN | WARN | Every OSD behind a power unit is down. | Check the PDU.
OSD_POD_DOWN | WARN | Every OSD of a pod is down. | Check power/network of the pod.
OSD_ROOM_DOWN | WARN | Every OSD of a room is down. | Check power/network of the room.
OSD_DATACENTER_DOWN | WARN | Every OSD of a datacenter is down. | Check the inter-site link and power.
OSD_ZONE_DOWN | WARN | Every OSD of a zone is down. | Check the inter-site link and power.
OSD_REGION_DOWN | WARN | Every OSD of a region is down. | Check WAN/power.
OSD_ROOT_DOWN | WARN | Every OSD below a CRUSH root is down. | Treat as total outage of that root: network first.
OSD_ORPHAN | WARN setup | CRUSH map names an OSD that does not exist. | Remove it from the CRUSH map.
OSD_OUT_OF_ORDER_FULL | ERR setup | Fullness thresholds are not ascending (nearfull < backfillfull < full < failsafe). | Set the ratios in ascending order (0.85/0.90/0.95/0.97).
OSD_FULL | ERR | An OSD passed the full ratio (default 95 %): writes to pools on it stop. | Delete data or add OSDs; raise the ratio slightly only to gain time.
OSD_BACKFILLFULL | WARN | An OSD passed the backfillfull ratio (default 90 %): no data may be moved onto it. | Add capacity, rebalance.
OSD_NEARFULL | WARN | An OSD passed the nearfull ratio (default 85 %). | Plan capacity; check balance of the OSDs.
OSDMAP_FLAGS | WARN | Cluster-wide flags are set (noout, nodown, noscrub, pause ...). | Unset the flags when the maintenance is over.
OSD_FLAGS | WARN | Single OSDs, hosts or device classes carry noup/nodown/noin/noout. | Unset the flags of that group.
OLD_CRUSH_TUNABLES | WARN setup | CRUSH tunables are very old. | Raise tunables in a maintenance window (moves data).
OLD_CRUSH_STRAW_CALC_VERSION | WARN setup | Old weight calculation in straw buckets. | Set straw_calc_version=1.
CACHE_POOL_NO_HIT_SET | WARN setup | A cache tier has no usage tracking. | Configure hit sets or remove the tier.
CACHE_POOL_NEAR_FULL | WARN cause | A cache tier is near its target size. | Raise the target or let it flush.
OSD_NO_SORTBITWISE | WARN setup | Required cluster flag missing after a very old upgrade. | Set the sortbitwise flag.
OSD_UPGRADE_FINISHED | WARN setup | All OSDs run the new release but the cluster still requires the old one. | Set require-osd-release to the new release.
OSD_FILESTORE | WARN setup | OSDs still use the removed Filestore back end. | Rebuild them with BlueStore one by one.
OSD_UNREACHABLE | ERR cause | The public address of an OSD is not inside public_network. | Correct the network setting or the address.
OSD_TOO_MANY_REPAIRS | WARN | More than 10 reads on an OSD had to be repaired from another copy: dying disk. | Check SMART and kernel log of that disk; replace it.
OSD_SLOW_PING_TIME_BACK | WARN | Heartbeats between OSDs on the cluster network took over 1 s (5 % of the 20 s grace) in the last 1/5/15 min averages. | Look for packet loss, duplex or MTU faults and hung hosts on the cluster network; the warning fades over minutes.
OSD_SLOW_PING_TIME_FRONT | WARN | Heartbeats between OSDs on the public network took over 1 s (5 % of the 20 s grace) in the last 1/5/15 min averages. | Look for packet loss, duplex or MTU faults and hung hosts on the public network; the warning fades over minutes.
SLOW_OPS | WARN | Requests are stuck longer than 30 s in OSDs or monitors. | See which daemons; look at their ops in flight, disk latency and network; often a peer of the named OSD is at fault.
REQUEST_SLOW | WARN | (Luminous and older) requests blocked longer than the warning age. | See which daemons; look at their ops in flight, disk latency and network; often a peer of the named OSD is at fault.
REQUEST_STUCK | ERR | (Luminous and older) requests blocked much longer. | See which daemons; look at their ops in flight, disk latency and network; often a peer of the named OSD is at fault.
BLUEFS_SPILLOVER | WARN cause | Metadata no longer fits on the fast DB device and spilled to the slow one. | Enlarge/move the DB device or compact; then rebuild the OSD.
BLUEFS_AVAILABLE_SPACE | WARN cause | Little free space left for BlueStore metadata. | Check free space of the OSD; add capacity.
BLUEFS_LOW_SPACE | WARN cause | BlueFS runs low on space. | Try a smaller allocation unit or free space.
BLUESTORE_FRAGMENTATION | WARN cause | Free space is badly fragmented (score near 1). | Rebuild the OSD; keep it below ~80 % full.
BLUESTORE_FREE_FRAGMENTATION | WARN cause | Free space is badly fragmented. | Rebuild the OSD; keep it below ~80 % full.
BLUESTORE_LEGACY_STATFS | WARN setup | OSD uses old space accounting. | Stop, repair with ceph-bluestore-tool, start; one by one.
BLUESTORE_NO_PER_POOL_OMAP | WARN setup | OSD cannot account omap per pool. | Stop, repair with ceph-bluestore-tool, start; one by one.
BLUESTORE_NO_PER_PG_OMAP | WARN setup | OSD cannot account omap per PG. | Stop, repair with ceph-bluestore-tool, start; one by one.
BLUESTORE_DISK_SIZE_MISMATCH | WARN cause | Recorded and real device sizes differ: crash danger. | Take the OSD out, destroy and recreate it, one at a time.
BLUESTORE_NO_COMPRESSION | WARN cause | Compression plugin cannot be loaded. | Repair packages and restart the OSD.
BLUESTORE_SPURIOUS_READ_ERRORS | WARN | Reads failed their checksum but succeeded on retry: hardware or kernel trouble. | Check disk, controller, memory pressure and kernel.
BLUESTORE_SLOW_OP_ALERT | WARN | (Squid+) BlueStore logged slow operations on a device within the last day. | Check latency and SMART of that disk; replace if it repeats.
BLOCK_DEVICE_STALLED_READ_ALERT | WARN cause | (Squid+) reads stalled on the main device. | Check disk, controller, cabling.
WAL_DEVICE_STALLED_READ_ALERT | WARN cause | (Squid+) reads stalled on the WAL device. | Check that device.
DB_DEVICE_STALLED_READ_ALERT | WARN cause | (Squid+) reads stalled on the DB device. | Check that SSD/NVMe (consumer drives are typical).
DEVICE_HEALTH | WARN | A disk is predicted to fail soon. | Mark the OSD out, wait for migration, replace the disk.
DEVICE_HEALTH_IN_USE | WARN | An out disk that will fail still holds data. | Find out why data does not move (space, CRUSH).
DEVICE_HEALTH_TOOMANY | WARN cause | So many disks will fail that automatic out is refused. | Add OSDs; replace disks step by step.
PG_AVAILABILITY | WARN | Some PGs cannot serve I/O (inactive, peering, stale, down, incomplete). | Bring the missing OSDs back; query one PG for what blocks it.
PG_DEGRADED | WARN | Some data has fewer copies than required. | Bring OSDs back or let recovery run; watch it shrink.
PG_RECOVERY_FULL | ERR | Recovery blocked because target OSDs are full. | Free space / add OSDs.
PG_BACKFILL_FULL | WARN | Backfill blocked because target OSDs are backfillfull. | Free space / add OSDs / rebalance.
PG_DAMAGED | ERR | Inconsistent copies, unfound objects or snapshot-trim errors. | List inconsistent objects of the PG, check the disks, then repair the PG.
OSD_SCRUB_ERRORS | ERR | Scrub counted inconsistencies. | List inconsistent objects of the PG, check the disks, then repair the PG.
OBJECT_MISPLACED | WARN | Data not yet where CRUSH wants it (only if mon_warn_on_misplaced is on; default off). | None; wait for rebalancing.
OBJECT_UNFOUND | WARN | The newest copy of some objects is on no reachable OSD; I/O to them blocks. PGs also report PG_DAMAGED (recovery_unfound). | Bring back OSDs that may hold them; only as last resort revert or delete.
LARGE_OMAP_OBJECTS | WARN | A deep scrub found an object with over 200 000 omap keys, typically a bucket index. | Reshard the bucket; then deep-scrub the PG.
TOO_FEW_PGS | WARN setup | Too few PGs per OSD. | Raise pg_num or use the autoscaler.
TOO_MANY_PGS | WARN cause | More PGs per OSD on average than mon_max_pg_per_osd (default 250). | Reduce PGs or add OSDs.
TOO_FEW_OSDS | WARN cause | Fewer OSDs than the default replica count. | Add OSDs.
SMALLER_PGP_NUM | WARN setup | pg_num was raised but placement count not. | Set pgp_num equal to pg_num.
MANY_OBJECTS_PER_PG | WARN setup | A pool has far more objects per PG than average. | More PGs for that pool.
POOL_APP_NOT_ENABLED | WARN setup | A pool holds data but has no application tag. | Tag it rbd, cephfs or rgw.
POOL_FULL | WARN | A pool reached its quota or its OSDs are full; writes fail. | Raise the quota, delete data or add OSDs.
POOL_NEAR_FULL | WARN cause | A pool nears its quota (threshold off by default). | Raise the quota or delete data.
POOL_NEARFULL | WARN | The OSDs below a pool are nearfull. | Add capacity.
POOL_BACKFILLFULL | WARN | The OSDs below a pool are backfillfull. | Add capacity.
POOL_NO_REDUNDANCY | WARN setup | A pool keeps a single copy. | Raise the pool size.
POOL_PG_NUM_NOT_POWER_OF_TWO | WARN setup | pg_num of a pool is not a power of two. | Set the next power of two.
POOL_TOO_FEW_PGS | WARN setup | Autoscaler (warn mode) wants more PGs. | Raise pg_num or switch autoscaling on.
POOL_TOO_MANY_PGS | WARN setup | Autoscaler (warn mode) wants fewer PGs. | Lower pg_num or switch autoscaling on.
POOL_TARGET_SIZE_BYTES_OVERCOMMITTED | WARN setup | Sum of the expected pool sizes exceeds capacity. | Reduce target_size_bytes.
POOL_HAS_TARGET_SIZE_BYTES_AND_RATIO | WARN setup | A pool has both size hints set. | Zero one of them.
POOL_SCRUB_FLAGS | OK setup | Some pools have noscrub/nodeep-scrub set. | Unset when no longer needed.
PG_NOT_SCRUBBED | WARN | PGs were not scrubbed within 1.5 x the weekly maximum. | Widen scrub window / more scrubs; unset noscrub.
PG_NOT_DEEP_SCRUBBED | WARN | PGs were not deep-scrubbed within 1.75 x one week. | Widen scrub window / more scrubs; unset nodeep-scrub.
PG_SLOW_SNAP_TRIMMING | WARN cause | Snapshot trim queue of a PG exceeds 32768. | Delete fewer snapshots at a time; check the load of the OSDs.
DEGRADED_STRETCH_MODE | WARN | One of two sites is missing; running with reduced rules. | Restore the site.
RECOVERING_STRETCH_MODE | WARN cause | The site is back, data is being recovered. | Wait.
INCORRECT_NUM_BUCKETS_STRETCH_MODE | WARN setup | Stretch mode with other than two sites. | Have exactly two dividing buckets.
UNEVEN_WEIGHTS_STRETCH_MODE | WARN setup | The two sites differ in weight. | Equalise the weights. (Renamed STRETCH_MODE_BUCKET_WEIGHT_IMBALANCE in newest releases.)
STRETCH_MODE_BUCKET_WEIGHT_IMBALANCE | WARN setup | The two sites differ in weight. | Equalise the weights.
FS_DEGRADED | WARN | A metadata rank is failed, damaged or still recovering. | Start a standby; watch replay -> reconnect -> rejoin -> active.
FS_WITH_FAILED_MDS | WARN | A failed rank has no standby to take over. | Start another MDS.
MDS_ALL_DOWN | ERR | File system offline: no active MDS. | Start an MDS.
MDS_UP_LESS_THAN_MAX | WARN | Fewer active ranks than max_mds. | Add MDS daemons or lower max_mds.
MDS_INSUFFICIENT_STANDBY | WARN | Fewer standby MDS than wanted. | Add a standby MDS or set standby_count_wanted=0.
MDS_DAMAGE | ERR | Damaged metadata found, or a rank marked damaged. | Inspect the damage list; repair with the documented disaster tools only.
MDS_TRIM | WARN | Metadata journal longer than 2 x 128 segments: write-back too slow. | Check metadata pool latency; restart a stuck client/MDS; raise log segments.
MDS_SLOW_METADATA_IO | WARN | Metadata writes to RADOS wait over 30 s. | Look for SLOW_OPS or full OSDs below the metadata pool.
MDS_SLOW_REQUEST | WARN | Client metadata requests wait over 30 s. | See ops of the MDS; often blocked by a client or by RADOS.
MDS_CLIENT_LATE_RELEASE | WARN | A client does not give capabilities back in time (60 s). | Find the client; restart or evict it.
MDS_CLIENT_LATE_RELEASE_MANY | WARN | Many clients do not give capabilities back in time (60 s). | Find the clients; restart or evict them.
MDS_CLIENT_RECALL | WARN | A client does not shrink its cache when asked. | Update/restart the client or give the MDS more cache.
MDS_CLIENT_RECALL_MANY | WARN | Many clients do not shrink their caches when asked. | Update/restart the clients or give the MDS more cache.
MDS_CLIENT_OLDEST_TID | WARN | A client does not advance its oldest request id. | Restart/upgrade the client.
MDS_CLIENT_OLDEST_TID_MANY | WARN | Many clients do not advance their oldest request id. | Restart/upgrade the clients.
MDS_CLIENTS_LAGGY | WARN | Laggy clients are not evicted because OSDs are laggy. | Fix the laggy OSDs first.
MDS_CLIENTS_LAGGY_MANY | WARN | Many laggy clients are not evicted because OSDs are laggy. | Fix the laggy OSDs first.
MDS_CLIENTS_BROKEN_ROOTSQUASH | ERR cause | Client with a root_squash bug that may lose data. | Upgrade or block those clients.
MDS_READ_ONLY | WARN | MDS switched to read-only after a write error or by force. | Fix the metadata pool, restart the MDS.
MDS_CACHE_OVERSIZED | WARN | MDS cache 50 % above its limit (default 4 GiB). | Raise the limit or find cap-hoarding clients.
MDS_ESTIMATED_REPLAY_TIME | WARN cause | (newer) MDS replays its journal and reports the estimate. | Wait; do not restart.
FS_INLINE_DATA_DEPRECATED | WARN setup | File system still uses inline data. | Disable inline data.
NVMEOF_SINGLE_GATEWAY | WARN setup | Gateway group with a single NVMe-oF gateway: no HA. | Add a gateway.
NVMEOF_GATEWAY_DOWN | WARN cause | A gateway is unavailable. | Check the gateway daemon/host.
NVMEOF_GATEWAY_DELETING | WARN cause | A removed gateway still hands over namespaces. | Wait; investigate after 15 min.
CEPHADM_PAUSED | WARN cause | Orchestrator is paused. | Resume the orchestrator.
CEPHADM_APPLY_SPEC_FAIL | WARN cause | A service specification could not be applied. | Read the details and correct the specification.
CEPHADM_RGW | WARN cause | An object gateway could not be set up. | Read the details and the gateway's specification.
CEPHADM_FAILED_SET_OPTION | WARN cause | A setting of a service specification was refused. | Correct the option in the specification.
CEPHADM_INVALID_CONFIG_OPTION | WARN cause | A service specification has an unknown setting. | Correct the option in the specification.
CEPHADM_CHECK_NETWORK_MISSING | WARN cause | Hosts lack a network that the cluster uses. | Fix the interface.
HOST_IN_MAINTENANCE | WARN | The orchestrator has a host in maintenance mode, its daemons are stopped. | Leave maintenance mode when the work is done.
CEPHADM_STRAY_HOST | WARN setup | A host runs daemons but is not managed. | Add the host or move its daemons.
CEPHADM_STRAY_DAEMON | WARN setup | A daemon runs that the orchestrator did not deploy. | Adopt or remove it.
CEPHADM_HOST_CHECK_FAILED | WARN cause | Host fails basic checks (ssh, container runtime, time sync). | Repair and re-check the host.
CEPHADM_FAILED_DAEMON | WARN cause | A managed daemon is in error state. | Look at its log, redeploy/restart.
CEPHADM_REFRESH_FAILED | WARN cause | Host inventory refresh failed. | Check ssh/cephadm on that host.
CEPHADM_DAEMON_PLACE_FAIL | WARN cause | A daemon could not be placed. | Check space/ports/image on the host.
CEPHADM_AGENT_DOWN | WARN cause | Agent on a host silent. | Restart the agent.
CEPHADM_CHECK_CEPH_RELEASE | WARN cause | Mixed releases outside an upgrade. | Finish the upgrade.
CEPHADM_CHECK_MTU | WARN cause | MTU differs from the majority. | Align MTU.
CEPHADM_CHECK_LINKSPEED | WARN cause | Link speed differs. | Check NIC/cable.
CEPHADM_CHECK_PUBLIC_MEMBERSHIP | WARN cause | No NIC in the public network. | Fix the interface.
CEPHADM_CHECK_KERNEL_LSM | WARN setup | Different security module. | Align hosts.
CEPHADM_CHECK_SUBSCRIPTION | WARN setup | Subscription differs. | Align subscription.
CEPHADM_CHECK_KERNEL_VERSION | WARN setup | Kernel differs. | Align kernels.
CEPHADM_CERT_WARNING | WARN cause | Certificate expires soon. | Renew it.
CEPHADM_CERT_ERROR | ERR cause | Certificate invalid/expired. | Renew it.
UPGRADE_NO_STANDBY_MGR | WARN cause | Upgrade needs a second manager. | Add a standby manager.
UPGRADE_FAILED_PULL | WARN cause | Image cannot be pulled. | Fix registry/network, resume.
UPGRADE_REDEPLOY_DAEMON | WARN cause | A daemon could not be redeployed. | Read the error, resume.
UPGRADE_BAD_TARGET_VERSION | WARN cause | Target version not allowed. | Choose another version.
UPGRADE_EXCEPTION | WARN cause | Unexpected upgrade error. | Read the log, resume.
HARDWARE_STORAGE | WARN cause | Out-of-band: storage component bad. | Replace the component.
HARDWARE_MEMORY | WARN cause | Out-of-band: memory fault. | Replace the DIMM.
HARDWARE_PROCESSOR | WARN cause | Out-of-band: CPU fault. | Service the node.
HARDWARE_NETWORK | WARN cause | Out-of-band: NIC/link fault. | Check cable/NIC.
HARDWARE_POWER | WARN cause | Out-of-band: power supply fault. | Replace the PSU.
HARDWARE_FANS | WARN cause | Out-of-band: fan fault. | Replace the fan.
`;

/** The health codes by name, such as `OSD_DOWN`. */
export const HEALTH_CODES: ReadonlyMap<string, HealthCode> = new Map(
  TABLE.trim()
    .split('\n')
    .map((line) => {
      const [code = '', about = '', meaning = '', remedy = ''] = line.split(' | ');
      const [severity = '', mark] = about.split(' ');
      const [isSetup, isCause] = [mark === 'setup', mark === 'cause'];
      return [code, { severity: `HEALTH_${severity}`, meaning, remedy, isSetup, isCause }];
    }),
);

/** Codes that Ceph does not describe among its health checks: those of our own service, and of parts with pages of their own. */
const ELSEWHERE =
  /^(?:NO_CLUSTER|STORE_UNREACHABLE|MGR_SILENT|CEPHADM_.*|HOST_IN_MAINTENANCE|UPGRADE_.*|HARDWARE_.*)$/;

const DOCS = 'https://docs.ceph.com/en/latest';

/** The address of Ceph's description of a health code; undefined for codes that it does not describe. */
export function docsOf(code: string): string | undefined {
  if (!HEALTH_CODES.has(code) || ELSEWHERE.test(code)) return undefined;
  // That page has no heading for each code.
  if (/^(?:FS|MDS)_/.test(code)) return `${DOCS}/cephfs/health-messages/`;
  // OSD_HOST_DOWN and the like share one.
  const heading = code.replace(/^OSD_[A-Z]+_DOWN$/, 'OSD_CRUSH_TYPE_DOWN');
  return `${DOCS}/rados/operations/health-checks/#${heading.toLowerCase().replaceAll('_', '-')}`;
}
