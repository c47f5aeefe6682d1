import { describe, expect, test } from 'vitest';
import {
  cephRefusal,
  commandRefusal,
  unanswered,
  unconnected,
} from '../../../../src/service/ceph/client/refusal.ts';
import { notPossible } from '../../../../src/service/engine.ts';

describe('the status of a refusal follows the error number', () => {
  test.each([
    [-2, 404],
    [-22, 400],
    [-34, 400],
    [-13, 403],
    [-1, 409],
    [-11, 409],
    [-16, 409],
    [-17, 409],
    [-18, 409],
    [-20, 409],
    [-36, 400],
    [-33, 400],
    [-7, 413],
    [-27, 413],
    [-39, 409],
    [-21, 409],
    [-40, 409],
    [-30, 409],
    [-116, 409],
    [-95, 501],
    [-122, 409],
    [-110, 503],
    [-5, 503],
    [-99_999, 503],
  ])('the status of a refusal for the error number %i is %i', (rc, status) => {
    expect(cephRefusal('osd set', rc, 'words').status).toBe(status);
  });
});

test('the message of Ceph and the command are shown to the operator', () => {
  const { message } = cephRefusal('osd pool delete', -1, 'pool deletion is disabled\n');
  expect(message).toBe('Ceph: pool deletion is disabled (EPERM from `osd pool delete`)');
});

test('an error number that only this machine knows is shown by its name', () => {
  const { message } = cephRefusal('files.write', -122, 'disk quota exceeded');
  expect(message).toBe('Ceph: disk quota exceeded (EDQUOT from `files.write`)');
});

test('an error without a message is explained', () => {
  expect(cephRefusal('fs ls', -13, ' ').message).toBe('Ceph: permission denied (EACCES from `fs ls`)');
  expect(cephRefusal('fs ls', -99_999, '').message).toBe('Ceph: no reason given (error -99999 from `fs ls`)');
});

test('of the traceback of a manager module its last line is shown, and any other message as a whole', () => {
  const lines = '  File "module.py"\nKeyError: 7\n';
  const message = (outs: string) => cephRefusal('fs ls', -22, outs, 'the helper').message;
  expect(message(`Traceback (most recent call last):\n${lines}`)).toBe(
    'the helper: KeyError: 7 (EINVAL from `fs ls`)',
  );
  expect(message(`see below\n${lines}`)).toMatch(/^the helper: see below\n.*\nKeyError: 7 \(/);
});

test('a command that the cluster does not have is not possible there, and the reason may be a manager module', () => {
  // Ceph 18.2 answers so whose manager could load no module.
  expect(cephRefusal('crash ls', -22, 'command not known\n')).toMatchObject({
    status: 501,
    message: expect.stringMatching(/not possible on this cluster: .*`crash ls`.*manager module/) as string,
  });
});

test('a timeout says what to check', () => {
  expect(cephRefusal('status', -110, 'timed out').message).toContain('majority of the monitors');
});

test('a key that the monitors reject is distinguished from monitors that do not answer', () => {
  const complaint = 'monclient(hunting): handle_auth_bad_method server allowed_methods [2]';
  expect(unconnected('timed out', { complaints: [complaint] }).message).toMatch(
    /reject the user.*does not exist/,
  );
  const via = { words: ['ssh', 'mon1'] as const, env: {} };
  const refusedAt = 'RADOS permission denied (error connecting to the cluster)';
  expect(unconnected(refusedAt, { complaints: [], via }).message).toMatch(
    /reject the user.*See: ssh mon1 ceph/,
  );
  expect(unconnected('timed out', { complaints: [] }).message).toContain('timed out');
});

test('an error about a remote cluster says where it occurred', () => {
  const via = { words: ['ssh', 'mon1'] as const, env: {} };
  expect(unconnected('timed out', { complaints: [], via }).message).toContain('at `ssh mon1`');
  const lost =
    'auth: unable to find a keyring on /etc/ceph/ceph.client.x.keyring: (2) No such file or directory';
  expect(unconnected('denied', { complaints: [lost], via }).message).toMatch(
    /keyring is missing.*See: ssh mon1 ls/,
  );
});

test('an unsupported operation is refused with the reason', () => {
  expect(notPossible('not done there')).toMatchObject({
    status: 501,
    message: expect.stringContaining('not done there'),
  });
});

test('a command that is not answered waits for the monitors, or for the start of the helper', () => {
  const via = { words: ['cephadm', 'shell', '--'] as const, env: {} };
  expect(unanswered({ starting: false, via })).toBe('no majority of the monitors answers');
  expect(unanswered({ starting: false, via, silentMs: 1999 })).toMatch(/no majority/);
  expect(unanswered({ starting: false, via, silentMs: 2000 })).toBe(
    'no connection to the Ceph cluster by `cephadm shell --`: nothing comes through it any more, it may be cut',
  );
  expect(unanswered({ starting: false, silentMs: 60_000 })).toMatch(/no majority/);
  const none = 'no connection to the Ceph cluster: ';
  expect(unanswered({ starting: true, via })).toBe(`${none}\`cephadm shell --\` has not started yet`);
  expect(unanswered({ starting: true })).toBe(`${none}the helper process has not started yet`);
  expect(unanswered({ starting: true, via, to: 'node2' })).toMatch(/^no connection to node2: /);
  expect(unanswered({ starting: true, downReason: 'the pod does not run' })).toBe(
    `${none}the helper process has not started yet; its last run: the pod does not run`,
  );
});

test('a command that the capabilities of the user do not allow is refused with the command that shows them', () => {
  const denied = { rc: -13, outs: 'access denied' };
  const helper = { request: () => Promise.reject(new Error('unused')), complaints: [] };
  const via = { words: ['ssh', 'mon1'] as const, env: {} };
  expect(
    commandRefusal('osd set', denied, { ...helper, via, used: { name: 'client.reader' } }),
  ).toMatchObject({
    status: 403,
    message:
      'the capabilities of client.reader do not allow `osd set` (EACCES). See, as an administrator: ssh mon1 ceph auth get client.reader',
  });
  expect(commandRefusal('osd set', denied, helper).message).toMatch(/: ceph auth get client\.admin$/);
  const other = { rc: -13, outs: 'the module is read-only' };
  expect(commandRefusal('fs ls', other, helper).message).toBe(
    'Ceph: the module is read-only (EACCES from `fs ls`)',
  );
});
