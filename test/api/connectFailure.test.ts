import { describe, expect, it } from 'vitest';
import { connectFailure } from '../../src/api/connectFailure.ts';

const attempt = { where: 'mgmt:7480', isTls: true, timeoutMs: 10_000 };
const read = (error: object) => connectFailure(error, attempt);

describe('connectFailure', () => {
  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its CA is unknown'],
    ['CERT_HAS_EXPIRED', 'expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'another host name'],
    ['EHOSTUNREACH', 'no route'],
    ['UND_ERR_CONNECT_TIMEOUT', 'firewall'],
    ['ECONNREFUSED', 'Nothing listens'],
  ])('the connection error %s means that nothing was sent, and reads: %s', (code, words) => {
    expect(read({ code })).toEqual({
      kind: 'unreachable',
      notSent: true,
      message: expect.stringContaining(words) as string,
    });
  });

  it('an error on an open connection means that the request may have arrived', () => {
    for (const code of ['EHOSTUNREACH', 'ETIMEDOUT', 'ECONNRESET'])
      expect(read({ code, syscall: 'read' })).not.toHaveProperty('notSent');
  });

  it.each([
    ['UND_ERR_HEADERS_TIMEOUT', 'mgmt:7480 did not answer within 10 s.'],
    ['UND_ERR_BODY_TIMEOUT', 'mgmt:7480 stopped in the middle of its answer for 10 s.'],
  ])('the timeout %s is reported with its duration', (code, message) => {
    expect(read({ code })).toEqual({ kind: 'timeout', afterMs: 10_000, message });
  });

  it('an unknown connection error is shown as it is', () => {
    expect(read({ code: 'EMFILE' }).message).toContain('EMFILE');
    expect(connectFailure(new Error('odd'), attempt).message).toContain('odd');
    expect(connectFailure(undefined, attempt).kind).toBe('unreachable');
  });
});
