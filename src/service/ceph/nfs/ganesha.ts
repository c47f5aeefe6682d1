import type { Export } from '../../nfs/exports.ts';
import { clientBlocks } from './access.ts';

/** An export as it is saved in the cluster. */
export interface SavedExport extends Export {
  /** The number in the gateway and in clients' file handles; another directory gets another number. */
  readonly number: number;
}

/** The values that the configuration of ganesha.nfsd is made from. */
export interface GaneshaConfig {
  readonly address: string;
  readonly port: number;
  /** The directory in which the gateway stores its clients for its next start. */
  readonly recovery: string;
  /** Path of ceph.conf; the usual places without it. */
  readonly conf?: string;
  /** The Ceph user without `client.`. */
  readonly user: string;
  /** Name of the filesystem. */
  readonly filesystem: string;
  readonly exports: readonly SavedExport[];
}

/** Characters that a quoted text in the configuration cannot hold. */
export const UNQUOTABLE = /["\\\p{Cc}]/u;

function exportBlock(
  { user, filesystem }: GaneshaConfig,
  { number, path, nfsPath, access }: SavedExport,
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
 * The lease and grace periods of NFSv4, in seconds. While clients reclaim their open files after a restart, nobody
 * opens new ones, so the default of a minute and a half is long.
 */
const LEASE = 20;
const GRACE = 30;

/**
 * The configuration of NFS-Ganesha: only NFS version 4, which needs neither rpcbind nor lock daemons. An export
 * serves only its clients, whose root is root there, too. Where it may not mark itself as a writer to disks (in a container
 * without CAP_SYS_RESOURCE) it serves all the same; versions before 5 only warn of the option.
 */
export function ganeshaConfig(config: GaneshaConfig): string {
  const { address, port, recovery, conf, exports } = config;
  return [
    `NFS_CORE_PARAM { Protocols = 4; NFS_Port = ${port}; Bind_addr = ${address}; Enable_NLM = false; Enable_RQUOTA = false; Allow_Set_Io_Flusher_Fail = true; }`,
    `NFSv4 { Minor_Versions = 0, 1, 2; RecoveryBackend = fs; RecoveryRoot = "${recovery}"; Only_Numeric_Owners = true; Lease_Lifetime = ${LEASE}; Grace_Period = ${GRACE}; }`,
    ...(conf === undefined ? [] : [`CEPH { Ceph_Conf = "${conf}"; }`]),
    'EXPORT_DEFAULTS { Access_Type = NONE; Squash = No_Root_Squash; SecType = sys; Protocols = 4; Transports = TCP; }',
    ...exports.map((entry) => exportBlock(config, entry)),
    '',
  ].join('\n');
}

/**
 * The wanted exports that can be added while the present ones exist: Ganesha adds new exports before it removes old
 * ones, and refuses one whose path is still taken.
 */
export function addableExports(
  present: readonly SavedExport[],
  wanted: readonly SavedExport[],
): readonly SavedExport[] {
  const numberAt = new Map(present.map(({ nfsPath, number }) => [nfsPath, number]));
  return wanted.filter(({ nfsPath, number }) => (numberAt.get(nfsPath) ?? number) === number);
}

/** Lines that repeat a problem: with its place in the configuration, and (since version 5) of all exports as a whole. */
const REPEATS = /^Config File \(|^Error while parsing EXPORT entries/;

/**
 * The problems with exports in a part of its log, in its own words. Other errors there are harmless.
 */
export function problemsIn(log: string): string[] {
  return log.split('\n').flatMap((line) => {
    const [, problem] = /:(?:CONFIG|EXPORT|FSAL) :CRIT :(.+)$/.exec(line) ?? [];
    return problem === undefined || REPEATS.test(problem) ? [] : [problem.trim()];
  });
}

/** The line that it logs when it takes connections. */
const READY = 'NFS SERVER INITIALIZED';
/** Lines of the log that explain why it exited. */
const LAST_LINES = 2;

/** Reads from a log that the gateway is ready, or why it could not start; neither while it is starting. */
export function readStart(log: string): { readonly ready: boolean; readonly failure?: string } {
  if (log.includes(READY)) return { ready: true };
  if (!log.includes(':FATAL :')) return { ready: false };
  const lines = log
    .split('\n')
    .flatMap(
      (line) => /:(?:DISP|CONFIG|FSAL|MAIN) :(?:WARN|CRIT|FATAL) :(.+)$/.exec(line)?.[1]?.trim() ?? [],
    );
  return { ready: false, failure: lines.slice(-LAST_LINES).join('; ') };
}
