import { expect, test } from 'vitest';
import { explainFailure, quotedLine } from '../../../../src/service/ceph/via/knownFailures.ts';
import type { Via } from '../../../../src/service/ceph/via/via.ts';

const via: Via = { words: ['ssh', 'mon1', 'sudo'], env: {} };

test.each([
  ['Host key verification failed.', 'does not know the host key', 'ssh mon1 sudo true'],
  [
    'root@mon1: Permission denied (publickey,password).',
    'cannot log in without a password',
    'ssh mon1 sudo true',
  ],
  ['sudo: a password is required', 'sudo asks for a password', 'ssh mon1 sudo true'],
  ['sudo: a terminal is required to read the password; either use -S', 'sudo asks', 'ssh mon1 sudo true'],
  ['Password change required but no TTY available.', 'has expired', 'ssh mon1 sudo true'],
  [
    'ssh: Could not resolve hostname mon1: Name or service not known',
    'host name cannot be resolved',
    'ssh mon1 sudo true',
  ],
  ['ssh: connect to host mon1 port 22: Connection refused', 'connection failed', 'ssh mon1 sudo true'],
  ['Connection timed out during banner exchange', 'connection failed or was lost', 'ssh mon1 sudo true'],
  ['bash: line 1: python3: command not found', 'no python3', 'ssh mon1 sudo python3 --version'],
  ['sudo: python3: command not found', 'no python3', 'ssh mon1 sudo python3 --version'],
  ["env: 'python3': No such file or directory", 'no python3', 'python3 --version'],
  ['error: exec: "python3": executable file not found in $PATH: unknown', 'no python3', 'python3 --version'],
  ["ModuleNotFoundError: No module named 'rados'", 'install the package python3-rados', 'python3 -m rados'],
  [
    '[errno 2] RADOS object not found (error calling conf_read_file)',
    'ceph.conf is missing',
    'ssh mon1 sudo ls -l /etc/ceph',
  ],
  [
    'auth: unable to find a keyring on /etc/ceph/ceph.client.admin.keyring: (2) No such file or directory',
    "the user's keyring is missing",
    'ssh mon1 sudo ls -l /etc/ceph',
  ],
])('%s is explained in a sentence, with the command that shows it', (line, what, command) => {
  const failure = explainFailure(['a banner', line, 'a last line'], via);
  expect(failure).toContain(what);
  expect(failure).toContain(line);
  expect(failure).toMatch(new RegExp(`See: .*${command}$`));
});

const kubectl: Via = {
  words: ['kubectl', 'exec', '-i', '-n', 'rook-ceph', 'deploy/rook-ceph-tools', '--'],
  env: {},
};

test.each([
  ['error: context "prod" does not exist', 'no such kubeconfig or context'],
  ['error: stat /root/kube.conf: no such file or directory', 'no such kubeconfig or context'],
  [
    'The connection to the server localhost:8080 was refused - did you specify the right host or port?',
    'no such kubeconfig or context',
  ],
  [
    'The connection to the server 10.0.0.1:6443 was refused - did you specify the right host or port?',
    'the connection failed or was lost',
  ],
  [
    'Unable to connect to the server: dial tcp 10.0.0.1:6443: i/o timeout',
    'the connection failed or was lost',
  ],
  [
    'Error from server: error dialing backend: dial tcp 10.0.0.2:10250: connect: connection refused',
    "the kubelet of the pod's node cannot be reached",
  ],
  ['error: You must be logged in to the server (Unauthorized)', 'the kubeconfig gives no valid credentials'],
  ['error: error reading input for Password', 'the kubeconfig gives no valid credentials'],
  [
    'Unable to connect to the server: getting credentials: exec: executable gke-gcloud-auth-plugin not found',
    'the kubeconfig gives no valid credentials',
  ],
  ["error: unknown shorthand flag: 'I' in -I", 'end it with --'],
  [
    'Unable to connect to the server: x509: certificate signed by unknown authority',
    'does not trust the certificate of the Kubernetes API server',
  ],
  [
    'Unable to connect to the server: tls: failed to verify certificate: x509: certificate has expired',
    'does not trust the certificate of the Kubernetes API server',
  ],
  [
    'Error from server (Forbidden): pods "tools" is forbidden: User "reader" cannot create resource "pods/exec"',
    'lacks a right in Kubernetes',
  ],
  ['Error from server (NotFound): namespaces "rook" not found', 'is not in this namespace'],
  ['Error from server (NotFound): deployments.apps "rook-ceph-tools" not found', 'is not in this namespace'],
  ['error: timed out waiting for the condition', 'the pod does not run'],
  ['error: cannot exec into a container in a completed pod; current phase is Failed', 'the pod does not run'],
  ['error: unable to upgrade connection: container not found ("rook-ceph-tools")', 'the pod does not run'],
])('%s, from kubectl, is explained in a sentence that says what to do', (line, what) => {
  const failure = explainFailure([line, 'a last line'], kubectl);
  expect(failure).toContain(what);
  expect(failure).toMatch(/See: kubectl exec .* -- true$/);
});

test('a long line is quoted from the place that tells the reason', () => {
  const line = `error: Internal error occurred: ${'x'.repeat(300)}: exec: "python3": executable file not found in $PATH: unknown`;
  expect(explainFailure([line], kubectl)).toContain(
    '(… exec: "python3": executable file not found in $PATH: unknown)',
  );
});

test('a local cluster has no way that could be blamed', () => {
  expect(explainFailure(['Host key verification failed.'], undefined)).toBeUndefined();
  expect(explainFailure(["No module named 'rados'"], undefined)).toMatch(/See: python3 -m rados$/);
});

test('unknown error messages are not interpreted', () => {
  expect(explainFailure(['the cat sat on the mat'], via)).toBeUndefined();
});

test('a line that is quoted has no space around it and at most 200 characters', () =>
  expect(quotedLine(`  ${'x'.repeat(201)}\n`)).toBe('x'.repeat(200)));

test('the command that shows a problem names the configuration file, the user and the keyring that are in use', () => {
  const used = { conf: '/srv/ceph.conf', name: 'client.deck' };
  const shown = (line: string, access = {}) => explainFailure([line], via, access)?.replace(/.* See: /, '');
  const noConf = 'error calling conf_read_file';
  const noKeyring = 'AuthRegistry(0x7f) no keyring found at /srv/keys/deck.keyring, disabling cephx';
  const usualKeyrings =
    'auth: unable to find a keyring on /etc/ceph/ceph.client.admin.keyring,/etc/ceph/keyring,: (2) No such file';
  const otherFsid = 'the configuration names the cluster aa, but bb answers';
  const rejected = 'RADOS permission denied (error connecting to the cluster)';
  expect(shown(noConf, used)).toBe('ssh mon1 sudo ls -l /srv/ceph.conf');
  expect(shown(noKeyring, used)).toBe('ssh mon1 sudo ls -l /srv/keys');
  expect(shown(usualKeyrings)).toBe('ssh mon1 sudo ls -l /etc/ceph');
  expect(shown(otherFsid, used)).toBe('ssh mon1 sudo grep fsid /srv/ceph.conf');
  expect(shown(otherFsid)).toBe('ssh mon1 sudo grep fsid /etc/ceph/ceph.conf');
  expect(explainFailure([otherFsid], via)).toContain('the fsid in ceph.conf is that of another cluster');
  expect(shown(rejected, used)).toBe('ssh mon1 sudo ceph -c /srv/ceph.conf -n client.deck status');
  expect(shown(rejected)).toBe('ssh mon1 sudo ceph status');
});
