import type { RanProgram } from '../via/programs.ts';
import type { ServerHelper } from './serverAccess.ts';

const TIMEOUT_MS = 120_000;

/** The last line of the output of a program that failed, or its exit status. */
export const lastLine = ({ err, out, status }: RanProgram): string =>
  (err.trim() || out.trim()).split('\n').at(-1)?.trim() || `status ${status}`;

async function start(
  { call }: ServerHelper,
  daemon: string,
  ...[name, args]:
    | ['host.start_osd' | 'host.start_raw_osd', { osd: number }]
    | ['host.start_mds', { name: string }]
): Promise<void> {
  const started = await call<RanProgram>(name, args, { timeoutMs: TIMEOUT_MS });
  if (started.status !== 0) throw new Error(`the daemon of ${daemon} does not start: ${lastLine(started)}`);
}

/** Starts the daemon of an OSD. @throws Error with the message of the failed command */
export const startOsd = (helper: ServerHelper, osd: number): Promise<void> =>
  start(helper, `osd.${osd}`, 'host.start_osd', { osd });

/** Starts the daemon of a new OSD of ceph-volume's raw mode, now and at each boot. @throws like {@link startOsd} */
export const startRawOsd = (helper: ServerHelper, osd: number): Promise<void> =>
  start(helper, `osd.${osd}`, 'host.start_raw_osd', { osd });

/** Starts a metadata server. @throws Error with the message of the failed command */
export const startMds = (helper: ServerHelper, name: string): Promise<void> =>
  start(helper, `mds.${name}`, 'host.start_mds', { name });

/**
 * Lets a server start daemons by itself after a time, even if this service has ended by then: those of them that run
 * now. A later call replaces this one, and a reboot ends it.
 * @param daemons as in `osd.3`
 */
export const scheduleDaemonStart = (
  { call }: ServerHelper,
  daemons: readonly string[],
  seconds: number,
): Promise<void> =>
  call('host.start_later', { daemons, seconds }, { timeoutMs: TIMEOUT_MS, called: 'start later' });

/**
 * Ends {@link scheduleDaemonStart}. A failure is ignored: the server then starts daemons that run already, which does
 * nothing.
 */
export const cancelDaemonStart = (helper: ServerHelper): Promise<void> =>
  scheduleDaemonStart(helper, [], 0).catch(() => undefined);

/**
 * Stops the daemon of an OSD.
 * @param data the OSD's data directory on its server
 * @param forever disables the daemon too; otherwise it starts again when its server boots
 */
export const stopOsd = (
  { call }: ServerHelper,
  osd: number,
  { data, forever }: { readonly data: string; readonly forever: boolean },
): Promise<void> =>
  call('host.stop_osd', { osd, data, forever }, { timeoutMs: TIMEOUT_MS, called: `stop osd.${osd}` });

/** Stops a metadata server until its server boots again; it hands over its ranks when it exits. */
export const stopMds = ({ call }: ServerHelper, name: string): Promise<void> =>
  call('host.stop_mds', { name }, { timeoutMs: TIMEOUT_MS, called: `stop mds.${name}` });
