import { dirname } from 'node:path/posix';
import { commandLine } from '../../../lib/shell.ts';
import { shownCommand, type Via } from './via.ts';

/** The configuration file and the user that the helper connects with; unless given, librados searches the usual paths. */
export interface UsedAccess {
  readonly conf?: string;
  readonly name?: string;
}

/** The folder of the configuration file and the keyrings, unless others are named. */
const USUAL_FOLDER = '/etc/ceph';

/** The folders of the keyrings that a message names; it lists the files that were searched. */
function keyringFolders(line: string): readonly string[] {
  const paths = line.match(/\/[^\s,:]*/g) ?? [];
  return [...new Set(paths.map((path) => dirname(path)))];
}

/** A `ceph` command with the same configuration file and user. */
const cephCommand = ({ conf, name }: UsedAccess, ...words: readonly string[]): readonly string[] => [
  'ceph',
  ...(conf === undefined ? [] : ['-c', conf]),
  ...(name === undefined || name === 'client.admin' ? [] : ['-n', name]),
  ...words,
];

/** A known reason why the helper cannot connect to the cluster, recognized by an error message. */
interface KnownFailure {
  readonly pattern: RegExp;
  readonly what: string;
  /** The command that shows the problem when it is run where the helper runs. @param line the error message */
  readonly command: readonly string[] | ((used: UsedAccess, line: string) => readonly string[]);
  /** It concerns only a connection through a `via` command, never this machine. */
  readonly connection?: true;
}

const KNOWN_FAILURES: readonly KnownFailure[] = [
  {
    // Both are of librados; Ceph 20.2 only writes the second one.
    pattern: /handle_auth_bad_method|rados permission denied/i,
    what: 'the monitors reject the user: its key differs, it does not exist, or it lacks capabilities; compare `ceph auth get` with the keyring',
    command: (used) => cephCommand(used, 'status'),
  },
  {
    // The message of helper.py.
    pattern: /the configuration names the cluster/i,
    what: 'the fsid in ceph.conf is that of another cluster',
    command: ({ conf = `${USUAL_FOLDER}/ceph.conf` }) => ['grep', 'fsid', conf],
  },
  {
    pattern: /host key verification failed|host identification has changed|host key is known for/i,
    what: 'ssh does not know the host key, or it has changed',
    command: ['true'],
    connection: true,
  },
  {
    pattern: /password (?:has )?expired|password change required|account has expired/i,
    what: 'the password or the account there has expired',
    command: ['true'],
    connection: true,
  },
  {
    pattern: /permission denied \(|too many authentication failures/i,
    what: 'ssh cannot log in without a password',
    command: ['true'],
    connection: true,
  },
  {
    pattern: /sudo: .*(?:password|terminal|tty)|not in the sudoers|not allowed to (?:execute|run)/i,
    what: 'sudo asks for a password, or does not allow the command',
    command: ['true'],
    connection: true,
  },
  {
    pattern: /could not resolve hostname/i,
    what: 'the host name cannot be resolved here',
    command: ['true'],
    connection: true,
  },
  {
    pattern:
      /(?:context|cluster|user) ".*" does not exist|error: stat \S+: no such file|server localhost:8080 was refused|missing or incomplete configuration/i,
    what: 'kubectl has no such kubeconfig or context: name one with --kubeconfig or --context',
    command: ['true'],
    connection: true,
  },
  {
    pattern:
      /must be logged in to the server|getting credentials: |error reading input for (?:username|password)/i,
    what: 'the kubeconfig gives no valid credentials, or they have expired: log in to Kubernetes again',
    command: ['true'],
    connection: true,
  },
  {
    pattern: /error: unknown (?:shorthand )?flag/i,
    what: 'kubectl does not know an option: correct the command, and end it with --',
    command: ['true'],
    connection: true,
  },
  {
    pattern: /x509: /i,
    what: 'kubectl does not trust the certificate of the Kubernetes API server: compare the server and the certificate authority in the kubeconfig',
    command: ['true'],
    connection: true,
  },
  {
    pattern: /error from server \(forbidden\)/i,
    what: 'the user of the kubeconfig lacks a right in Kubernetes: needed are get on deployments, get, list and watch on pods, and create on pods/exec',
    command: ['true'],
    connection: true,
  },
  {
    pattern: /error from server \(notfound\)/i,
    what: 'the toolbox is not in this namespace: correct the command, or apply toolbox.yaml of Rook',
    command: ['true'],
    connection: true,
  },
  {
    pattern:
      /timed out waiting for the condition|container not found|in a completed pod|does not have a host assigned/i,
    what: 'the pod does not run: look for the reason with kubectl get pods and kubectl describe pod',
    command: ['true'],
    connection: true,
  },
  {
    pattern: /error dialing backend/i,
    what: "the kubelet of the pod's node cannot be reached: kubectl get nodes shows its state",
    command: ['true'],
    connection: true,
  },
  {
    pattern:
      /ssh: connect to host|banner exchange|connection (?:closed|reset) by|connection to .* closed|broken pipe|unable to connect to the server|connection to the server .* was refused/i,
    what: 'the connection failed or was lost',
    command: ['true'],
    connection: true,
  },
  {
    pattern: /python3['"”’]?:? .*(?:not found|no such file)|exec: "python3"/i,
    what: 'there is no python3',
    command: ['python3', '--version'],
  },
  {
    pattern: /no module named '?rados/i,
    what: 'python3 has no module rados there (install the package python3-rados)',
    command: ['python3', '-m', 'rados'],
  },
  {
    pattern: /error calling conf_read_file/i,
    what: 'ceph.conf is missing or cannot be read',
    command: ({ conf = USUAL_FOLDER }) => ['ls', '-l', conf],
  },
  {
    pattern: /unable to find a keyring|no keyring found|error reading file: \S*keyring/i,
    what: "the user's keyring is missing or cannot be read",
    command(_, line) {
      const folders = keyringFolders(line);
      return ['ls', '-l', ...(folders.length === 0 ? [USUAL_FOLDER] : folders)];
    },
  },
];

const MAX_LINE_LENGTH = 200;

/** A line of another program's output, shortened to be quoted in a sentence. */
export const quotedLine = (line: string): string => line.trim().slice(0, MAX_LINE_LENGTH);

/** A line to be quoted, without its beginning if it would otherwise be cut before the place that the pattern matches. */
function quotedFrom(line: string, pattern: RegExp): string {
  const found = pattern.exec(line);
  return found && found.index + found[0].length > MAX_LINE_LENGTH
    ? `… ${quotedLine(line.slice(found.index))}`
    : quotedLine(line);
}

/**
 * Explains why the helper cannot connect to the cluster, with a command that shows the problem.
 * @param complaints the last error lines of all programs involved, the oldest first
 * @param via undefined for this machine
 * @returns undefined for an unknown failure
 */
export function explainFailure(
  complaints: readonly string[],
  via: Via | undefined,
  used: UsedAccess = {},
): string | undefined {
  for (const { pattern, what, command, connection } of KNOWN_FAILURES) {
    const line = complaints.findLast((complaint) => pattern.test(complaint));
    if (line === undefined || (connection && via === undefined)) continue;
    const words = typeof command === 'function' ? command(used, line) : command;
    return `${what} (${quotedFrom(line, pattern)}). See: ${via ? shownCommand(via, ...words) : commandLine(...words)}`;
  }
  return undefined;
}
