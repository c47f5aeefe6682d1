import type { Clock } from '../../../lib/clock.ts';
import type { Ceph } from '../client/ceph.ts';
import type { RunProgram } from '../via/programs.ts';
import { createAdmin, type Admin } from './gateway/admin.ts';
import { createGateway, type Gateway } from './gateway/gateway.ts';
import { createGatewayHttp } from './gateway/http.ts';
import { createRadosgwAdmin, createServiceKey } from './gateway/serviceKey.ts';

/** The S3 service of a cluster. */
export interface ObjectStore {
  readonly gateway: Gateway;
  readonly admin: Admin;
  close(): void;
}

export interface ObjectStoreOptions {
  readonly ceph: Ceph;
  readonly clock: Clock;
  /** Runs radosgw-admin. */
  readonly run: RunProgram;
  /** Path of ceph.conf and the Ceph user, for radosgw-admin. */
  readonly conf: string | undefined;
  readonly name: string;
  /** Base URL of the gateway to use; undefined to use those that the cluster reports. */
  readonly url: string | undefined;
  /** Milliseconds for which clients share one reading of a list. */
  readonly shareMs: number;
}

/** Connects to the gateways on the first use. */
export function createObjectStore(options: ObjectStoreOptions): ObjectStore {
  const { ceph, clock, run, conf, name, url, shareMs } = options;
  const http = createGatewayHttp(clock);
  const gateway = createGateway({
    ceph,
    clock,
    http,
    serviceKey: createServiceKey(ceph, createRadosgwAdmin(run, conf, name)),
    ...(url !== undefined && { url: new URL(url).origin }),
  });
  return { gateway, admin: createAdmin(gateway, clock, shareMs), close: () => http.close() };
}
