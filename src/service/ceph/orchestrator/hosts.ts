import { ifRefused } from '../../engine.ts';
import type { Ceph } from '../client/ceph.ts';
import { isOffline, type OrchHost } from './read.ts';

/** A host of the orchestrator, and whether it is in maintenance mode; undefined if that is not known. */
export interface MaintainedHost extends OrchHost {
  readonly inMaintenance: boolean | undefined;
}

/** The record in which cephadm keeps its hosts, with their own status: `orch host ls` hides it while a host is offline. */
const CEPHADM_HOSTS = 'mgr/cephadm/inventory';

type CephadmHosts = Readonly<Record<string, Pick<OrchHost, 'status'>>>;

const isMaintenance = (status = ''): boolean => status.toLowerCase() === 'maintenance';

/** Adds their maintenance mode to the hosts that `orch host ls` has listed. */
export async function withMaintenance(
  ceph: Ceph,
  hosts: readonly OrchHost[],
): Promise<readonly MaintainedHost[]> {
  const kept = hosts.some(isOffline)
    ? await ceph
        .readText({ prefix: 'config-key get', key: CEPHADM_HOSTS }, { fresh: true })
        .then((text) => JSON.parse(text) as CephadmHosts)
        .catch(ifRefused((): CephadmHosts => ({})))
    : {};
  return hosts.map((host) => {
    const own = isOffline(host) ? kept[host.hostname ?? ''] : host;
    return { ...host, inMaintenance: own && isMaintenance(own.status) };
  });
}
