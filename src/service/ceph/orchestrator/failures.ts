import type { Clock } from '../../../lib/clock.ts';
import { ifRefused } from '../../engine.ts';
import type { Ceph } from '../client/ceph.ts';
import { waitFor } from '../client/timeouts.ts';

/** A manager's log lines reach the monitors about a second after its answer. */
const LOGGED = { every: 1000, within: 5000 };

/** A line of the cluster log, as far as it is read here. */
interface Logged {
  readonly stamp: string;
  readonly message: string;
}

/** The disk of an OSD. */
interface OsdPlace {
  readonly host: string;
  readonly path: string;
}

/** The last errors that cephadm has logged. */
const readErrors = (ceph: Ceph): Promise<readonly Logged[]> =>
  ceph
    .read<readonly Logged[]>(
      { prefix: 'log last', num: 10, level: 'error', channel: 'cephadm' },
      { fresh: true },
    )
    .catch(ifRefused(() => []));

/** The number of last lines that are quoted of a program that ceph-volume ran. */
const QUOTED = 3;

/**
 * The reason in a logged error. A container's standard error names it at the end, or where ceph-volume begins to undo its
 * work: then the program that failed has said it before. Without containers it is in the first line.
 */
function reasonIn(message: string): string {
  const lines = message.trim().split('\n');
  const written = lines.flatMap((line) => / stderr (.*\S)/.exec(line)?.[1] ?? []);
  const undone = written.findIndex((line) => line.includes('will rollback changes'));
  const said = written
    .slice(0, Math.max(0, undone))
    .flatMap((line) => /^ *stderr: (.*\S)/.exec(line)?.[1] ?? []);
  return said.slice(-QUOTED).join('; ') || (written.at(-1) ?? lines[0]!);
}

/** True if an error is about creating an OSD on this disk: cephadm itself tries others meanwhile. */
function isAbout(message: string, { host, path }: OsdPlace): boolean {
  const node = /\bNODE_NAME=(\S+)/.exec(message)?.[1] ?? host;
  return /failed to create osd/i.test(message) && node === host && message.split(/\s+/).includes(path);
}

/**
 * Finds out why cephadm has created no OSD: some releases (20.2) answer a failed order as a successful one, with no words,
 * and only log the reason.
 * @returns a function that reads what was logged since, in one line; undefined if nothing was
 */
export async function watchFailures(
  ceph: Ceph,
  clock: Clock,
  place: OsdPlace,
): Promise<() => Promise<string | undefined>> {
  const last = (await readErrors(ceph)).at(-1)?.stamp ?? '';
  const read = async () => {
    const failed = (await readErrors(ceph)).findLast(
      ({ stamp, message }) => stamp > last && isAbout(message, place),
    );
    return failed && reasonIn(failed.message);
  };
  return () => waitFor(clock, LOGGED, read);
}
