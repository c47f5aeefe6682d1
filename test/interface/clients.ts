/** The identity of an iSCSI client. */
export interface IscsiLogin {
  /** The iSCSI name of the client. */
  readonly initiator: string;
  readonly username?: string;
  readonly password?: string;
}

/**
 * Other clients of a cluster, which are independent of the service and see what users see. Each call resolves to the
 * output of its program, and rejects with the error message.
 */
export interface OtherClients {
  rbd(...args: string[]): Promise<string>;
  radosgwAdmin(...args: string[]): Promise<string>;
  /** Runs s3cmd with a configuration file from the service. */
  s3cmd(config: string, ...args: string[]): Promise<string>;
  /** Sets the CORS rules of a bucket, as XML. */
  setCors(config: string, bucket: string, rules: string): Promise<void>;
  readonly nfs: NfsClient;
  readonly iscsi: IscsiClient;
}

/** An NFS client of the gateway on the first server, or on another of `ClusterTraits.gateways`. Paths are those of the gateway. */
export interface NfsClient {
  names(path: string, server?: number): Promise<string[]>;
  read(path: string, server?: number): Promise<string>;
  write(path: string, content: string, server?: number): Promise<void>;
}

/** An iSCSI client, of a gateway chosen in the same way. */
export interface IscsiClient {
  /** The targets that the client sees, with their LUNs. */
  targets(login: IscsiLogin, server?: number): Promise<string>;
  /** The size of a disk in bytes. */
  size(login: IscsiLogin, target: string, lun: number): Promise<number>;
  /** The beginning of a disk, up to the first NUL. */
  read(login: IscsiLogin, target: string, lun: number): Promise<string>;
  write(login: IscsiLogin, target: string, lun: number, content: string): Promise<void>;
}
