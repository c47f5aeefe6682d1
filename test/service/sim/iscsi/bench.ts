import { storageBench } from '../storage.ts';

/** A cluster of twelve servers, of which two are gateways of iSCSI service 1. */
export function iscsiBench() {
  const { api, ...rest } = storageBench({ scale: 60 });
  const service = (serviceId = 1) => api.getIscsiService({ params: { serviceId } });
  return {
    api,
    ...rest,
    service,
    clientOf: async (name: string) => (await service()).clients?.find((one) => one.name === name),
    groupOf: async (name: string) => (await service()).groups?.find((one) => one.name === name),
    gateways: async () => (await api.getClusterStatus()).iscsi,
    /** The request body that makes a server a gateway. */
    gateway: (serverId: number) => ({ serverId, ip: `10.20.0.${10 + serverId}` }),
    /** Servers that are gateways already, and one that is not. */
    async servers() {
      const names = (await service()).gateways?.map(({ name = '' }) => name) ?? [];
      const all = await api.listServerNames();
      const free = all.filter(({ hostname = '' }) => !names.includes(hostname)).map(({ id = 0 }) => id);
      return { taken: all.find(({ hostname }) => hostname === names[0])?.id ?? 0, free };
    },
  };
}
