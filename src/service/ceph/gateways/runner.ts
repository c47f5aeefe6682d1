import type { OwnService } from '../ownLog.ts';

/** The gateways that this service runs itself. */
export type GatewayKind = 'iscsi' | 'nfs';

/** A gateway of this server, run as the definitions have it. */
export interface GatewayRun {
  /** Looks at the definitions now. @returns what the gateway does not serve as it should, and is asked about */
  refresh(concerns: (part: string) => boolean): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** The surroundings that every gateway's daemon is run with. */
export interface RunOptions {
  /** The Ceph user without `client.`, and the path of ceph.conf, by which the daemon reaches the cluster. */
  readonly access: { readonly user: string; readonly conf?: string };
  /** The directory for what it keeps, made when it is asked for. */
  readonly place: (kind: GatewayKind) => Promise<string>;
  readonly died: (kind: OwnService, program: string) => (why: string) => void;
  readonly isClosed: () => boolean;
}
