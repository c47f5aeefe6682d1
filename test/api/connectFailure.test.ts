import { describe, expect, it } from 'vitest';
import { connectFailure } from '../../src/api/connectFailure.ts';

const attempt = { where: 'mgmt:7480', isTls: true, timeoutMs: 10_000 };
const read = (error: object) => connectFailure(error, attempt);

describe('connectFailure', () => {
  const NO_ROUTE = 'There is no route to mgmt:7480. Check the network of this machine.';
  const NO_ACCEPT = 'mgmt:7480 did not accept a connection in time. Is it down, or behind a firewall?';
  const UNKNOWN_CA =
    'The certificate of mgmt:7480 is not trusted: its CA is unknown here. Give the CA to this context.';
  const NO_TLS = 'mgmt:7480 does not speak TLS. Does its URL begin with http:// instead?';

  it.each([
    [
      'ECONNREFUSED',
      'Nothing listens at mgmt:7480 (connection refused). Is the service running, and is the address right?',
    ],
    ['ENOTFOUND', 'The host of mgmt:7480 was not found. Check its name, and the DNS of this machine.'],
    ['EAI_AGAIN', 'The host of mgmt:7480 could not be looked up: DNS did not answer.'],
    ['EHOSTUNREACH', NO_ROUTE],
    ['ENETUNREACH', NO_ROUTE],
    ['ETIMEDOUT', NO_ACCEPT],
    ['UND_ERR_CONNECT_TIMEOUT', NO_ACCEPT],
    ['ENOENT', 'There is no socket at mgmt:7480. Is the service running?'],
    ['EACCES', 'This user may not use the socket at mgmt:7480.'],
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'The certificate of mgmt:7480 is not trusted: it is self-signed. Give its CA to this context.',
    ],
    ['SELF_SIGNED_CERT_IN_CHAIN', UNKNOWN_CA],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNKNOWN_CA],
    ['UNABLE_TO_GET_ISSUER_CERT', UNKNOWN_CA],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNKNOWN_CA],
    [
      'CERT_SIGNATURE_FAILURE',
      'The certificate of mgmt:7480 is not trusted: it was signed by a CA other than the one in this context.',
    ],
    ['CERT_HAS_EXPIRED', 'The certificate of mgmt:7480 has expired, or the clock of this machine is wrong.'],
    [
      'CERT_NOT_YET_VALID',
      'The certificate of mgmt:7480 is not valid yet, or the clock of this machine is wrong.',
    ],
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'The certificate of mgmt:7480 is for another host name. Use the name that it was made for.',
    ],
    ['EPROTO', NO_TLS],
    ['ERR_SSL_WRONG_VERSION_NUMBER', NO_TLS],
    ['ERR_SSL_PACKET_LENGTH_TOO_LONG', NO_TLS],
  ])('the connection error %s means that nothing was sent, and reads: %s', (code, message) => {
    expect(read({ code })).toEqual({ kind: 'unreachable', notSent: true, message });
  });

  it.each([
    { code: 'EHOSTUNREACH', syscall: 'read' },
    { code: 'ETIMEDOUT', syscall: 'read' },
    { code: 'EPROTO', syscall: 'read' },
    { code: 'ECONNREFUSED', syscall: 'write' },
    { code: 'ECONNRESET' },
    { code: 'EPIPE' },
    { code: 'UND_ERR_SOCKET' },
    { code: 'UND_ERR_ABORTED' },
    { code: 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' },
  ])('the error %j on an open connection means that the request may have arrived', (error) => {
    expect(read(error)).toEqual({
      kind: 'unreachable',
      message: 'mgmt:7480 closed the connection before its answer was complete.',
    });
  });

  it('a handshake that fails while the console writes was not with TLS', () => {
    expect(read({ code: 'EPROTO', syscall: 'write' }).message).toBe(NO_TLS);
    expect(read({ code: 'ECONNREFUSED', syscall: 'connect' })).toHaveProperty('notSent', true);
  });

  it('an answer that is not HTTP may be one of TLS', () => {
    const said = (isTls: boolean) => connectFailure({ name: 'HTTPParserError' }, { ...attempt, isTls });
    expect(said(true)).toEqual({ kind: 'malformed', message: 'mgmt:7480 did not answer with HTTP.' });
    expect(said(false).message).toBe(
      'mgmt:7480 did not answer with HTTP. Does its URL begin with https:// instead?',
    );
  });

  it.each(['UND_ERR_DESTROYED', 'UND_ERR_CLOSED'])(
    'after %s the request was cancelled by the console',
    (code) => {
      expect(read({ code })).toEqual({ kind: 'cancelled', message: 'This program closed the connection.' });
    },
  );

  it.each([
    ['UND_ERR_HEADERS_TIMEOUT', 'mgmt:7480 did not answer within 10 s.'],
    ['UND_ERR_BODY_TIMEOUT', 'mgmt:7480 stopped in the middle of its answer for 10 s.'],
  ])('the timeout %s is reported with its duration', (code, message) => {
    expect(read({ code })).toEqual({ kind: 'timeout', afterMs: 10_000, message });
  });

  it('an unknown connection error is shown as it is', () => {
    expect(read({ code: 'EMFILE' })).toEqual({
      kind: 'unreachable',
      message: 'mgmt:7480 could not be reached: EMFILE.',
    });
    expect(connectFailure(new Error('odd'), attempt).message).toContain('odd');
    expect(connectFailure(undefined, attempt).kind).toBe('unreachable');
  });
});
