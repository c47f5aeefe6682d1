/**
 * Options of librados, times in seconds. By default librados waits forever, and it ignores the timeouts that are passed
 * to its functions (Ceph 16).
 */
export const CONNECTION_SETTINGS = {
  // Shorter than the 10 s that a client waits, so that it receives an error message instead of a timeout.
  rados_mon_op_timeout: '8',
  rados_osd_op_timeout: '120',
  client_mount_timeout: '10',
  // The client switches away from a monitor that hangs within two or three seconds. With the defaults of 10 s and 30 s,
  // pending requests would time out first.
  mon_client_ping_interval: '0.5',
  mon_client_ping_timeout: '1',
  // OSD maps arrive in batches of 40. librados (Ceph 16) requests the next batch only at a tick while an operation is older
  // than the timeout. With the defaults of 5 s and 10 s, the first operation after a night of map changes took a minute.
  objecter_tick_interval: '0.25',
  objecter_timeout: '1',
  // The messages of librados are read from standard error.
  err_to_stderr: 'true',
  log_file: '',
  admin_socket: '',
};
