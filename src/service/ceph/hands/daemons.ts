import type { RanProgram } from '../place/programs.ts';
import type { Hand } from './hands.ts';

const DAEMON_MS = 120_000;

/** The last words of a program that failed. */
export const lastWords = ({ err, out, status }: RanProgram): string =>
  (err.trim() || out.trim()).split('\n').at(-1)?.trim() || `status ${status}`;

async function start(
  { call }: Hand,
  daemon: string,
  ...[name, args]: ['host.start_osd', { osd: number }] | ['host.start_mds', { name: string }]
): Promise<void> {
  const started = await call<RanProgram>(name, args, { timeoutMs: DAEMON_MS });
  if (started.status !== 0) throw new Error(`the daemon of ${daemon} does not start: ${lastWords(started)}`);
}

/** Starts the daemon of an OSD that has been made. @throws Error with the words of what failed */
export const startOsd = (hand: Hand, osd: number): Promise<void> =>
  start(hand, `osd.${osd}`, 'host.start_osd', { osd });

/** Starts a metadata server. @throws Error with the words of what failed */
export const startMds = (hand: Hand, name: string): Promise<void> =>
  start(hand, `mds.${name}`, 'host.start_mds', { name });

/** Stops the daemon of an OSD, for good or until its server starts anew; `data` is its folder there. */
export const stopOsd = (
  { call }: Hand,
  osd: number,
  { data, forever }: { readonly data: string; readonly forever: boolean },
): Promise<void> =>
  call('host.stop_osd', { osd, data, forever }, { timeoutMs: DAEMON_MS, called: `the end of osd.${osd}` });

/** Stops a metadata server until its server starts anew: it hands its ranks over as it ends. */
export const stopMds = ({ call }: Hand, name: string): Promise<void> =>
  call('host.stop_mds', { name }, { timeoutMs: DAEMON_MS, called: `the end of mds.${name}` });
