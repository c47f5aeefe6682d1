import type { Export } from '../../sim/gateways/nfs.ts';

/** An export as it is kept. */
export interface KeptExport extends Export {
  /** By this the gateway and the file handles of clients know it; another directory gets another number. */
  readonly number: number;
}

export interface GaneshaConfig {
  readonly address: string;
  readonly port: number;
  /** Where the gateway keeps who its clients were, for its next start. */
  readonly recovery: string;
  /** Path of ceph.conf; the usual places without it. */
  readonly conf?: string;
  /** The Ceph user without `client.`. */
  readonly user: string;
  /** Name of the filesystem. */
  readonly filesystem: string;
  readonly exports: readonly KeptExport[];
}

/** What cannot stand between quotation marks in the configuration. */
export const UNQUOTABLE = /["\\\p{Cc}]/u;

const client = ({ subnet, rw }: KeptExport['access'][number]): string =>
  `  CLIENT { Clients = ${subnet}; Access_Type = ${rw ? 'RW' : 'RO'}; Protocols = 4; }`;

function exportBlock(
  { user, filesystem }: GaneshaConfig,
  { number, path, nfsPath, access }: KeptExport,
): string {
  return [
    'EXPORT {',
    `  Export_Id = ${number}; Path = "${path}"; Pseudo = "${nfsPath}"; Access_Type = NONE;`,
    ...access.map(client),
    `  FSAL { Name = CEPH; User_Id = "${user}"; Filesystem = "${filesystem}"; }`,
    '}',
  ].join('\n');
}

/**
 * The configuration of NFS-Ganesha: NFS version 4 alone, which needs neither rpcbind nor lock daemons. An export
 * lets nobody in but its clients; what they may do as root they may do there, too.
 */
export function ganeshaConfig(config: GaneshaConfig): string {
  const { address, port, recovery, conf, exports } = config;
  return [
    `NFS_CORE_PARAM { Protocols = 4; NFS_Port = ${port}; Bind_addr = ${address}; Enable_NLM = false; Enable_RQUOTA = false; }`,
    `NFSv4 { Minor_Versions = 0, 1, 2; RecoveryBackend = fs; RecoveryRoot = "${recovery}"; Only_Numeric_Owners = true; }`,
    ...(conf === undefined ? [] : [`CEPH { Ceph_Conf = "${conf}"; }`]),
    'EXPORT_DEFAULTS { Access_Type = NONE; Squash = No_Root_Squash; SecType = sys; Protocols = 4; Transports = TCP; }',
    ...exports.map((entry) => exportBlock(config, entry)),
    '',
  ].join('\n');
}

/** What it complains of in a part of its log, in its own words. */
export function complaintsIn(log: string): string[] {
  return log.split('\n').flatMap((line) => {
    const [, complaint] = /:CRIT :(.+)$/.exec(line) ?? [];
    // The same again, by line and block of the configuration.
    return complaint === undefined || complaint.startsWith('Config File (') ? [] : [complaint.trim()];
  });
}
