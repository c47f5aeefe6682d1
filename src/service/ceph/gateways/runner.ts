import type { OwnService } from '../ownLog.ts';

/** The gateways that this service runs itself. */
export type GatewayKind = 'iscsi' | 'nfs';

/** Runs a gateway of this server as the services' definitions say. */
export interface GatewayRunner {
  /**
   * Applies the definitions now.
   * @param concerns limits the problems that are returned to these parts
   * @returns what the gateway does not serve as it should
   */
  refresh(concerns: (part: string) => boolean): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** The options that every gateway's daemon is run with. */
export interface RunnerOptions {
  /** The Ceph user without `client.`, and the path of ceph.conf, by which the daemon reaches the cluster. */
  readonly access: { readonly user: string; readonly conf?: string };
  /** The directory for the gateway's files, created when it is needed. */
  readonly directory: (kind: GatewayKind) => Promise<string>;
  readonly logExit: (kind: OwnService, program: string) => (why: string) => void;
  readonly isClosed: () => boolean;
}
