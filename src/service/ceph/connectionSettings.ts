/** Options of librados, which waits for ever by default and ignores its functions' own timeouts (Ceph 16). Seconds. */
export const CONNECTION_SETTINGS = {
  // Shorter than the 10 s that a console waits for an answer: it is to hear what the cluster does not do.
  rados_mon_op_timeout: '8',
  rados_osd_op_timeout: '120',
  client_mount_timeout: '10',
  // A monitor that hangs is left for another one within two or three seconds; with 10 s and 30 s, whatever was asked of it
  // failed instead.
  mon_client_ping_interval: '0.5',
  mon_client_ping_timeout: '1',
  // Maps of OSDs come 40 at once, and of those beyond librados (Ceph 16) asks only at such a tick, while an operation is
  // older than this: with 5 s and 10 s, the first use after a busy night took a minute.
  objecter_tick_interval: '0.25',
  objecter_timeout: '1',
  // What librados has to say is read from its standard error.
  err_to_stderr: 'true',
  log_file: '',
  admin_socket: '',
};
