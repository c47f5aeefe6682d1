import { constants } from 'node:os';
import { getSystemErrorMap } from 'node:util';
import { commandLine } from '../../../lib/shell.ts';
import { notPossible, Refusal, type RefusalStatus } from '../../engine.ts';
import type { Helper, HelperReply } from '../helper/protocol.ts';
import { explainFailure } from '../via/knownFailures.ts';
import { shownCommand } from '../via/via.ts';

/** The interface's statuses for the errors of Ceph commands; 503 for all others. */
const STATUS_BY_ERROR: Readonly<Record<string, RefusalStatus>> = {
  ENOENT: 404,
  EINVAL: 400,
  ERANGE: 400,
  EDOM: 400,
  E2BIG: 413,
  EFBIG: 413,
  EACCES: 403,
  EPERM: 409,
  EEXIST: 409,
  EBUSY: 409,
  EAGAIN: 409,
  ENOTEMPTY: 409,
  ENOTDIR: 409,
  EISDIR: 409,
  ELOOP: 409,
  EXDEV: 409,
  EDQUOT: 409,
  EROFS: 409,
  ESTALE: 409,
  ENAMETOOLONG: 400,
  ENOTSUP: 501,
};

const NAMES = new Map(Object.entries(constants.errno).map(([name, number]) => [number, name]));

/** The name of an error in errno.h. @param rc its number, with either sign */
export function errorName(rc: number): string {
  const [name] = getSystemErrorMap().get(-Math.abs(rc)) ?? [];
  return name ?? NAMES.get(Math.abs(rc)) ?? `error ${rc}`;
}

/** The refusal of status 503 for a request that was not sent: it has had no effect, and will have none. */
export class NotSent extends Refusal {
  readonly why: string;

  /** @param says the message, if it says more than why the request was not sent */
  constructor(why: string, says = why) {
    super(503, says);
    this.why = why;
  }
}

/** The refusal for a request without a connection to the cluster, with an explanation from librados' error messages. */
export function unconnected(
  outs: string,
  { complaints, via, used }: Pick<Helper, 'complaints' | 'via' | 'used'>,
): NotSent {
  const why =
    explainFailure([...complaints, outs], via, used) ??
    `check the configuration file, the keyring and that the monitors can be reached (${outs.trim()})`;
  const at = via ? ` at \`${shownCommand(via)}\`` : '';
  return new NotSent(`no connection to the Ceph cluster${at}: ${why}`);
}

/** The name in messages of what the helper connects to, unless it is a server. */
export const THE_CLUSTER = 'the Ceph cluster';

/**
 * The silence in milliseconds of a helper behind another command that means that its link is cut: it is asked for a sign of
 * life every half second, whatever the monitors do.
 */
const CUT_MS = 2000;

/** Says why a command is not answered in time: the helper may not have started yet, or its link may be cut without a word. */
export function unanswered({
  starting,
  to = THE_CLUSTER,
  via,
  downReason,
  silentMs = 0,
}: Pick<Helper, 'starting' | 'to' | 'via' | 'downReason' | 'silentMs'>): string {
  if (!starting && via && silentMs >= CUT_MS)
    return `no connection to ${to} by \`${shownCommand(via)}\`: nothing comes through it any more, it may be cut`;
  if (!starting) return 'no majority of the monitors answers';
  const before = downReason ? `; its last run: ${downReason}` : '';
  const what = via ? `\`${shownCommand(via)}\`` : 'the helper process';
  return `no connection to ${to}: ${what} has not started yet${before}`;
}

/** The refusal of a request that is not sent because the helper has not started, or its link is cut. */
export function notSent(helper: Parameters<typeof unanswered>[0]): NotSent {
  const why = unanswered(helper);
  return new NotSent(why, `${why} (not sent)`);
}

/** The words of monitors and managers about a command that the capabilities of the user do not allow. */
const ACCESS_DENIED = /^access denied/i;

/** The refusal for a failed command to the monitors or a manager, which names the user if that lacks capabilities. */
export function commandRefusal(prefix: string, { rc, outs }: HelperReply, { via, used }: Helper): Refusal {
  if (errorName(rc) !== 'EACCES' || !ACCESS_DENIED.test(outs)) return cephRefusal(prefix, rc, outs);
  const words = ['ceph', 'auth', 'get', used?.name ?? 'client.admin'];
  const see = via ? shownCommand(via, ...words) : commandLine(...words);
  return new Refusal(
    403,
    `the capabilities of ${words[3]} do not allow \`${prefix}\` (EACCES). See, as an administrator: ${see}`,
  );
}

/** The monitors' message for a command that neither they nor a manager module have. */
const UNKNOWN_COMMAND = 'command not known';

/** Ceph's message; for the traceback of a manager module, its last line, which names the error. */
const messageOf = (outs: string): string =>
  outs.startsWith('Traceback') ? (outs.trim().split('\n').at(-1) ?? '') : outs.trim();

/** The refusal of status 503 for a command that the cluster did not answer within librados' time limit. */
export class Unanswered extends Refusal {
  constructor(prefix: string) {
    super(
      503,
      `the cluster did not answer \`${prefix}\` in time: check that a majority of the monitors and an active manager run and can be reached`,
    );
  }
}

/**
 * The refusal for a failed command.
 * @param rc a negative errno
 * @param outs the message of `speaker`
 */
export function cephRefusal(prefix: string, rc: number, outs: string, speaker = 'Ceph'): Refusal {
  const name = errorName(rc);
  const [, description = 'no reason given'] = getSystemErrorMap().get(-Math.abs(rc)) ?? [];
  const status = STATUS_BY_ERROR[name] ?? 503;
  if (name === 'ETIMEDOUT') return new Unanswered(prefix);
  if (outs.trim() === UNKNOWN_COMMAND) {
    return notPossible(
      `it has no command \`${prefix}\`; its manager module may have failed to load (\`ceph health detail\`), or came with a later release`,
    );
  }
  return new Refusal(status, `${speaker}: ${messageOf(outs) || description} (${name} from \`${prefix}\`)`);
}
