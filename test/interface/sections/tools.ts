import type { Upload } from '../../../src/api/operation.ts';
import type { Site } from '../site.ts';

/** Content that is uploaded in chunks. */
export const fileOf = (content: string | Uint8Array): Upload => ({
  name: 'file',
  content: (async function* () {
    const bytes = Buffer.from(content);
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  })(),
});

/** The id of one of the servers in `ClusterTraits.gateways`. */
export async function gatewayId({ api, traits }: Site, index: 0 | 1): Promise<number> {
  const servers = await api.listServerNames();
  return servers.find(({ hostname }) => hostname === traits.gateways[index].hostname)?.id ?? Number.NaN;
}

/** The NFS service of the first of those servers, created if it does not exist, because the interface cannot delete one. */
export async function nfsService(site: Site): Promise<number> {
  const server = await gatewayId(site, 0);
  for (let serviceId = 1; serviceId < 10; serviceId++) {
    const servers = await site.api.listNfsServers({ params: { serviceId } }).catch((): number[] => []);
    if (servers.includes(server)) return serviceId;
  }
  const { id = Number.NaN } = await site.api.createNfsService({ body: { servers: [server] } });
  return id;
}
