import { connect } from 'node:net';
import type { Clock } from '../../../lib/clock.ts';
import { portalText, type Portal } from './portal.ts';

/**
 * A request to tgtd over its control socket, in the protocol of the tool tgtadm (tgtadm.h of tgt 1.0.85). The tool itself
 * is not used because it takes passwords on its command line, where every user of the server can read them.
 */
export interface TgtRequest {
  readonly mode: 'system' | 'target' | 'logicalunit' | 'connection' | 'account';
  readonly op: 'new' | 'delete' | 'show' | 'bind' | 'unbind' | 'update';
  /** Number of the target. */
  readonly target?: number;
  readonly lun?: number;
  readonly session?: number;
  readonly connection?: number;
  readonly force?: boolean;
  /** Further arguments, as `name=value`; a comma separates them. */
  readonly params?: string;
}

const MODES = { system: 0, target: 1, logicalunit: 2, connection: 6, account: 7 } as const;
const OPS = { new: 0, delete: 1, show: 2, bind: 3, unbind: 4, update: 5 } as const;

/** The size of a request's header in bytes. Its numbers have host byte order; all supported platforms are little endian. */
const HEADER = 120;
/** The offsets of the header's fields. */
const AT = {
  mode: 0,
  op: 4,
  driver: 8,
  length: 72,
  target: 76,
  session: 80,
  lun: 88,
  connection: 96,
  host: 100,
  force: 116,
} as const;
/** The size of an answer's header in bytes: an error number, then the total length. */
const ANSWER_HEADER = 8;
/** The value of a number that is not given. */
const NONE = -1;
const TIMEOUT_MS = 10_000;
/** The errors of tgtadm_error.h that can be expected here. */
const ERRORS: Readonly<Record<number, string>> = {
  4: 'no such target',
  5: 'no such LUN',
  6: 'no such session',
  9: 'the target exists',
  11: 'the LUN exists',
  13: 'no such initiator',
  14: 'the account exists',
  15: 'no such account',
  17: 'invalid request',
  22: 'the image cannot be opened',
};

/** A request that tgtd refused or did not answer. */
export class TgtError extends Error {
  override readonly name = 'TgtError';
  /** True if tgtd itself answered with the error. */
  readonly answered: boolean;

  constructor(message: string, answered: boolean) {
    super(message);
    this.answered = answered;
  }
}

function encodeRequest(request: TgtRequest): Buffer {
  const { mode, op, target = NONE, lun, session = 0, connection = 0, force = false, params } = request;
  // Parameters follow the header, terminated by a NUL byte; without parameters nothing does.
  const tail = params === undefined ? Buffer.alloc(0) : Buffer.from(`${params}\0`);
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(MODES[mode], AT.mode);
  header.writeUInt32LE(OPS[op], AT.op);
  header.write('iscsi', AT.driver);
  header.writeUInt32LE(HEADER + tail.length, AT.length);
  header.writeInt32LE(target, AT.target);
  header.writeBigUInt64LE(BigInt(session), AT.session);
  header.writeBigInt64LE(BigInt(lun ?? NONE), AT.lun);
  header.writeUInt32LE(connection, AT.connection);
  header.writeUInt32LE(force ? 1 : 0, AT.force);
  return Buffer.concat([header, tail]);
}

/** Sends a request to the control socket of a tgtd, and resolves with everything that it answers. */
export type TgtExchange = (request: Buffer) => Promise<Buffer>;

/** The exchange with a tgtd of this server, at the path of its socket. */
export const exchangeHere =
  (socket: string, clock: Clock): TgtExchange =>
  (request) =>
    new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const connection = connect(socket);
      const timer = clock.after(TIMEOUT_MS, () => connection.destroy(new Error('it does not answer')));
      connection.on('data', (chunk) => chunks.push(chunk));
      connection.on('error', reject);
      connection.on('close', () => {
        timer[Symbol.dispose]();
        resolve(Buffer.concat(chunks));
      });
      connection.write(request);
    });

/** Sends a request to tgtd, and resolves with its output. @throws TgtError when tgtd refuses or does not answer */
export async function requestTgt(exchange: TgtExchange, request: TgtRequest): Promise<string> {
  const answer = await exchange(encodeRequest(request)).catch((failure: Error) => {
    throw new TgtError(`tgtd cannot be reached: ${failure.message}`, false);
  });
  if (answer.length < ANSWER_HEADER) throw new TgtError('tgtd did not answer', false);
  const error = answer.readUInt32LE(0);
  if (error === 0) return answer.toString('utf8', ANSWER_HEADER).replace(/\0.*$/s, '');
  const why = ERRORS[error] ?? `error ${error}`;
  throw new TgtError(`tgtd: ${why} (${request.mode} ${request.op})`, true);
}

/** The control port, which tgtd appends to the path in TGT_IPC_SOCKET to name its socket. */
const CONTROL_PORT = '0';
/** The file name in TGT_IPC_SOCKET, and that of the socket. */
export const TGT_SOCKET_BASE = 'tgt';
export const TGT_SOCKET = `${TGT_SOCKET_BASE}.${CONTROL_PORT}`;

/** The command that starts tgtd with a portal. */
export const tgtCommand = (portal: Portal) =>
  ['tgtd', '-f', '-C', CONTROL_PORT, '--iscsi', `portal=${portalText(portal)}`] as const;
