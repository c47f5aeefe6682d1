import type { Export } from '../../nfs/exports.ts';
import { clientBlocks } from './access.ts';

/** An export as it is saved in the cluster. */
export interface SavedExport extends Export {
  /** The export id in the gateway and in clients' file handles; another directory gets another number. */
  readonly number: number;
}

/** The values in the configuration of ganesha.nfsd. */
export interface GaneshaConfig {
  readonly address: string;
  readonly port: number;
  /** The directory in which the gateway stores its clients for its next start. */
  readonly recovery: string;
  /** Path of ceph.conf; unless given, librados searches its usual paths. */
  readonly conf?: string;
  /** The Ceph user without `client.`. */
  readonly user: string;
  /** Name of the filesystem. */
  readonly filesystem: string;
  readonly exports: readonly SavedExport[];
}

/** Characters that a quoted text in the configuration cannot contain. */
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
 * The lease and grace periods of NFSv4, in seconds. During the grace period after a restart, clients cannot open new
 * files, so the default of 90 seconds is too long.
 */
const LEASE = 20;
const GRACE = 30;

/**
 * The configuration of NFS-Ganesha: only NFS version 4, which needs neither rpcbind nor lock daemons. An export serves
 * only its listed clients, without root squash. `Allow_Set_Io_Flusher_Fail` lets it start in a container without
 * CAP_SYS_RESOURCE; versions before 5 only warn about this option.
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

/** Lines that only repeat a problem: with its place in the configuration, and (since version 5) for all exports. */
const REPEATS = /^Config File \(|^Error while parsing EXPORT entries/;

/** The problems with exports in a part of the gateway's log. Other errors there are harmless. */
export function problemsIn(log: string): string[] {
  return log.split('\n').flatMap((line) => {
    const [, problem] = /:(?:CONFIG|EXPORT|FSAL) :CRIT :(.+)$/.exec(line) ?? [];
    return problem === undefined || REPEATS.test(problem) ? [] : [problem.trim()];
  });
}

/** The line that the gateway logs when it accepts connections. */
export const STARTED = 'NFS SERVER INITIALIZED';
/** The line that the gateway logs when it has reloaded its exports. */
export const RELOADED = 'Reread exports complete';
/** The name of the configuration in the gateway's directory. */
export const GANESHA_CONF = 'ganesha.conf';

/** The command that starts the gateway, which logs to its output. */
export const ganeshaCommand = (directory: string) =>
  [
    'ganesha.nfsd',
    '-F',
    '-L',
    'STDOUT',
    '-N',
    'EVENT',
    '-f',
    `${directory}/${GANESHA_CONF}`,
    '-p',
    `${directory}/nfsd.pid`,
  ] as const;
/** The number of last log lines that explain a failed start. */
const LAST_LINES = 2;

/** Parses the log of a start: ready, failed with a reason, or neither while the gateway is starting. */
export function readStart(log: string): { readonly ready: boolean; readonly failure?: string } {
  if (log.includes(STARTED)) return { ready: true };
  if (!log.includes(':FATAL :')) return { ready: false };
  const lines = log
    .split('\n')
    .flatMap(
      (line) => /:(?:DISP|CONFIG|FSAL|MAIN) :(?:WARN|CRIT|FATAL) :(.+)$/.exec(line)?.[1]?.trim() ?? [],
    );
  return { ready: false, failure: lines.slice(-LAST_LINES).join('; ') };
}
