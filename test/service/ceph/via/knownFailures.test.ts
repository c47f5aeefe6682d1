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

test('a local cluster has no way that could be blamed', () => {
  expect(explainFailure(['Host key verification failed.'], undefined)).toBeUndefined();
  expect(explainFailure(["No module named 'rados'"], undefined)).toMatch(/See: python3 -m rados$/);
});

test('unknown error messages are not interpreted', () => {
  expect(explainFailure(['the cat sat on the mat'], via)).toBeUndefined();
});

test('a line that is quoted has no space around it and at most 200 characters', () =>
  expect(quotedLine(`  ${'x'.repeat(201)}\n`)).toBe('x'.repeat(200)));
