import { commandLine } from '../../../lib/shell.ts';
import { shownCommand, type ReachedPlace } from './place.ts';

/** Something that keeps the helper from the cluster, told by what was said on the way. */
interface Lack {
  readonly signs: RegExp;
  readonly what: string;
  /** The command that shows it, at the place. */
  readonly shown: readonly string[];
  /** Of the way to a place: never true of this machine. */
  readonly onTheWay?: true;
}

const LACKS: readonly Lack[] = [
  {
    signs: /host key verification failed|host identification has changed|host key is known for/i,
    what: 'ssh does not know the host key, or it has changed',
    shown: ['true'],
    onTheWay: true,
  },
  {
    signs: /password (?:has )?expired|password change required|account has expired/i,
    what: 'the password or the account there has expired',
    shown: ['true'],
    onTheWay: true,
  },
  {
    signs: /permission denied \(|too many authentication failures/i,
    what: 'ssh is not let in without a password',
    shown: ['true'],
    onTheWay: true,
  },
  {
    signs: /sudo: .*(?:password|terminal|tty)|not in the sudoers|not allowed to (?:execute|run)/i,
    what: 'sudo asks for a password, or does not allow it',
    shown: ['true'],
    onTheWay: true,
  },
  {
    signs: /could not resolve hostname/i,
    what: 'the name of the host is not known here',
    shown: ['true'],
    onTheWay: true,
  },
  {
    signs:
      /ssh: connect to host|banner exchange|connection (?:closed|reset) by|connection to .* closed|broken pipe|unable to connect to the server/i,
    what: 'the connection cannot be made, or broke',
    shown: ['true'],
    onTheWay: true,
  },
  {
    signs: /python3['"”’]?:? .*(?:not found|no such file)|exec: "python3"/i,
    what: 'there is no python3',
    shown: ['python3', '--version'],
  },
  {
    signs: /no module named '?rados/i,
    what: 'python3 has no module rados there (install the package python3-rados)',
    shown: ['python3', '-m', 'rados'],
  },
  {
    signs: /error calling conf_read_file/i,
    what: 'ceph.conf is missing or cannot be read',
    shown: ['ls', '-l', '/etc/ceph'],
  },
  {
    signs: /unable to find a keyring|no keyring found|error reading file: \S*keyring/i,
    what: "the user's keyring is missing or cannot be read",
    shown: ['ls', '-l', '/etc/ceph'],
  },
];

const LONGEST_LINE = 200;

/** A line of somebody else within a sentence. */
export const quotedLine = (line: string): string => line.trim().slice(0, LONGEST_LINE);

/**
 * A sentence about what is missing at a place, or on this machine without one, with the command that shows it.
 * @param said the last words of all programs on the way, oldest first
 */
export function lackIn(said: readonly string[], place: ReachedPlace | undefined): string | undefined {
  for (const { signs, what, shown, onTheWay } of LACKS) {
    const line = said.findLast((words) => signs.test(words));
    if (line === undefined || (onTheWay && place === undefined)) continue;
    return `${what} (${quotedLine(line)}). See: ${place ? shownCommand(place, ...shown) : commandLine(...shown)}`;
  }
  return undefined;
}
