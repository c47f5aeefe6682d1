import type { Export } from '../../nfs/exports.ts';
import { clientBlocks } from './access.ts';

/** An export as it is kept. */
export interface KeptExport extends Export {
  /** By this the gateway and the file handles of clients know it; another directory gets another number. */
  readonly number: number;
}

/** The values that the configuration of ganesha.nfsd is made from. */
export interface GaneshaConfig {
  readonly address: string;
  readonly port: number;
  /** The directory in which the gateway remembers its clients for its next start. */
  readonly recovery: string;
  /** Path of ceph.conf; the usual places without it. */
  readonly conf?: string;
  /** The Ceph user without `client.`. */
  readonly user: string;
  /** Name of the filesystem. */
  readonly filesystem: string;
  readonly exports: readonly KeptExport[];
}

/** Characters that cannot stand between quotation marks in the configuration. */
export const UNQUOTABLE = /["\\\p{Cc}]/u;

function exportBlock(
  { user, filesystem }: GaneshaConfig,
  { number, path, nfsPath, access }: KeptExport,
): string {
  return [
    'EXPORT {',
    `  Export_Id = ${number}; Path = "${path}"; Pseudo = "${nfsPath}"; Access_Type = NONE;`,
    ...clientBlocks(access).map((block) => `  ${block}`),
    `  FSAL { Name = CEPH; User_Id = "${user}"; Filesystem = "${filesystem}"; }`,
    '}',
  ].join('\n');
}

/**
 * Seconds in which clients say that they are there, and in which they may take up again what they had opened when
 * the gateway starts again. Nobody opens anything new meanwhile, so a minute and a half (the default) is long.
 */
const LEASE = 20;
const GRACE = 30;

/**
 * The configuration of NFS-Ganesha: NFS version 4 alone, which needs neither rpcbind nor lock daemons. An export
 * lets nobody in but its clients; what they may do as root they may do there, too.
 */
export function ganeshaConfig(config: GaneshaConfig): string {
  const { address, port, recovery, conf, exports } = config;
  return [
    `NFS_CORE_PARAM { Protocols = 4; NFS_Port = ${port}; Bind_addr = ${address}; Enable_NLM = false; Enable_RQUOTA = false; }`,
    `NFSv4 { Minor_Versions = 0, 1, 2; RecoveryBackend = fs; RecoveryRoot = "${recovery}"; Only_Numeric_Owners = true; Lease_Lifetime = ${LEASE}; Grace_Period = ${GRACE}; }`,
    ...(conf === undefined ? [] : [`CEPH { Ceph_Conf = "${conf}"; }`]),
    'EXPORT_DEFAULTS { Access_Type = NONE; Squash = No_Root_Squash; SecType = sys; Protocols = 4; Transports = TCP; }',
    ...exports.map((entry) => exportBlock(config, entry)),
    '',
  ].join('\n');
}

/**
 * The wanted exports that can be added while the present ones are there. It adds new exports before it removes old
 * ones, and refuses one whose place is still taken.
 */
export function withoutSuccessors(
  present: readonly KeptExport[],
  wanted: readonly KeptExport[],
): readonly KeptExport[] {
  const numberAt = new Map(present.map(({ nfsPath, number }) => [nfsPath, number]));
  return wanted.filter(({ nfsPath, number }) => (numberAt.get(nfsPath) ?? number) === number);
}

/**
 * The complaints in a part of its log, in its own words: about exports alone, for it misses much that it can do
 * without.
 */
export function complaintsIn(log: string): string[] {
  return log.split('\n').flatMap((line) => {
    const [, complaint] = /:(?:CONFIG|EXPORT|FSAL) :CRIT :(.+)$/.exec(line) ?? [];
    // The same again, by line and block of the configuration.
    return complaint === undefined || complaint.startsWith('Config File (') ? [] : [complaint.trim()];
  });
}

/** Says in its log that it takes connections. */
const READY = 'NFS SERVER INITIALIZED';
/** Words of a log before its end, at the most. */
const LAST_WORDS = 2;

/** Reads from a log that the gateway is ready, or why its start has failed; neither while it still starts. */
export function startIn(log: string): { readonly ready: boolean; readonly failure?: string } {
  if (log.includes(READY)) return { ready: true };
  if (!log.includes(':FATAL :')) return { ready: false };
  const words = log
    .split('\n')
    .flatMap(
      (line) => /:(?:DISP|CONFIG|FSAL|MAIN) :(?:WARN|CRIT|FATAL) :(.+)$/.exec(line)?.[1]?.trim() ?? [],
    );
  return { ready: false, failure: words.slice(-LAST_WORDS).join('; ') };
}
