import type { OwnService } from '../ownLog.ts';

/** The gateways that this service runs itself. */
export type GatewayKind = 'iscsi' | 'nfs';

/** Runs one kind of gateway on this server according to the service definitions. */
export interface GatewayRunner {
  /**
   * Applies the definitions now.
   * @param concerns selects the parts whose problems are returned
   * @returns problems: parts that the gateway does not serve as defined
   */
  refresh(concerns: (part: string) => boolean): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** The options for all gateway daemons. */
export interface RunnerOptions {
  /** The Ceph user without `client.`, and the path of ceph.conf, with which the daemon connects to the cluster. */
  readonly access: { readonly user: string; readonly conf?: string };
  /** The directory for the gateway's files, created when it is needed. */
  readonly directory: (kind: GatewayKind) => Promise<string>;
  readonly logExit: (kind: OwnService, program: string) => (why: string) => void;
  /** Aborted when the service closes; nothing is started afterwards. */
  readonly closing: AbortSignal;
}
