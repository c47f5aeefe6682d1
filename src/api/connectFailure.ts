import type { Failure } from './failure.ts';

/** The target and the time limit of a request that failed. */
export interface Attempt {
  /** The service as an operator names it: `host:port`, or the path of its socket. */
  readonly where: string;
  readonly isTls: boolean;
  readonly timeoutMs: number;
}

const noRoute = (where: string) => `There is no route to ${where}. Check the network of this machine.`;
const noAccept = (where: string) =>
  `${where} did not accept a connection in time. Is it down, or behind a firewall?`;
const unknownCa = (where: string) =>
  `The certificate of ${where} is not trusted: its CA is unknown here. Give the CA to this context.`;
const noTls = (where: string) => `${where} does not speak TLS. Does its URL begin with http:// instead?`;

/** Messages by error code, for failures where the request certainly did not reach the service. */
const NOT_SENT: Readonly<Record<string, (where: string) => string>> = {
  ECONNREFUSED: (where) =>
    `Nothing listens at ${where} (connection refused). Is the service running, and is the address right?`,
  ENOTFOUND: (where) => `The host of ${where} was not found. Check its name, and the DNS of this machine.`,
  EAI_AGAIN: (where) => `The host of ${where} could not be looked up: DNS did not answer.`,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  ETIMEDOUT: noAccept,
  UND_ERR_CONNECT_TIMEOUT: noAccept,
  ENOENT: (where) => `There is no socket at ${where}. Is the service running?`,
  EACCES: (where) => `This user may not use the socket at ${where}.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: (where) =>
    `The certificate of ${where} is not trusted: it is self-signed. Give its CA to this context.`,
  SELF_SIGNED_CERT_IN_CHAIN: unknownCa,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownCa,
  UNABLE_TO_GET_ISSUER_CERT: unknownCa,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownCa,
  CERT_SIGNATURE_FAILURE: (where) =>
    `The certificate of ${where} is not trusted: it was signed by a CA other than the one in this context.`,
  CERT_HAS_EXPIRED: (where) =>
    `The certificate of ${where} has expired, or the clock of this machine is wrong.`,
  CERT_NOT_YET_VALID: (where) =>
    `The certificate of ${where} is not valid yet, or the clock of this machine is wrong.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (where) =>
    `The certificate of ${where} is for another host name. Use the name that it was made for.`,
  EPROTO: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
};

/** Error codes of a connection that broke while in use. */
const BROKEN = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_ABORTED',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
]);

interface SystemError {
  readonly code?: unknown;
  readonly name?: string;
  readonly syscall?: string;
  readonly message?: string;
}

/** True if an established connection failed: for a dead host the codes are the same as when connecting. */
const wasOpen = (code: string, syscall: string | undefined) =>
  syscall === 'read' || (syscall === 'write' && code !== 'EPROTO');

function timeoutFailure(code: string, { where, timeoutMs }: Attempt): Failure | undefined {
  const seconds = `${timeoutMs / 1000} s`;
  if (code === 'UND_ERR_HEADERS_TIMEOUT')
    return { kind: 'timeout', afterMs: timeoutMs, message: `${where} did not answer within ${seconds}.` };
  if (code === 'UND_ERR_BODY_TIMEOUT') {
    const message = `${where} stopped in the middle of its answer for ${seconds}.`;
    return { kind: 'timeout', afterMs: timeoutMs, message };
  }
  return undefined;
}

/** Converts an error of the HTTP library into a failure that says what to check. */
export function connectFailure(error: unknown, attempt: Attempt): Failure {
  const { where, isTls } = attempt;
  const system = (error ?? {}) as SystemError;
  const code = typeof system.code === 'string' ? system.code : '';
  const timeout = timeoutFailure(code, attempt);
  if (timeout !== undefined) return timeout;
  if (BROKEN.has(code) || wasOpen(code, system.syscall))
    return { kind: 'unreachable', message: `${where} closed the connection before its answer was complete.` };
  const notSent = Object.hasOwn(NOT_SENT, code) ? NOT_SENT[code] : undefined;
  if (notSent !== undefined) return { kind: 'unreachable', message: notSent(where), notSent: true };
  if (system.name === 'HTTPParserError') {
    const hint = isTls ? '' : ' Does its URL begin with https:// instead?';
    return { kind: 'malformed', message: `${where} did not answer with HTTP.${hint}` };
  }
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED')
    return { kind: 'cancelled', message: 'This program closed the connection.' };
  const why = code || system.message || 'unknown error';
  return { kind: 'unreachable', message: `${where} could not be reached: ${why}.` };
}
