import { Refusal, type CallContext, type Handlers } from '../../engine.ts';
import { restoreBackup } from '../config/restoreBackup.ts';
import type { Fire } from '../hooks/events.ts';
import { logManagement } from '../log/write.ts';
import { parseIp, sameIp } from '../networks/ip.ts';
import { readIp } from '../networks/readIp.ts';
import { addressesOf } from '../networks/servers.ts';
import type { Site } from '../networks/site.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
/** Prefix length of the networks of the servers, in bits. */
const NETMASK = 16;

export const setupHandlers = (site: Site, fire: Fire) => {
  const { model } = site;
  // The management service runs on the first server.
  const server = model.hosts[0]!;
  const addresses = addressesOf(server);
  return {
    listInterfaces: () => ({
      ips: addresses.map(({ nic, ip }) => ({ interfaceName: nic.name, ip, netmask: NETMASK })),
      interfaces: addresses.map(({ nic }) => nic.name),
      currentInterface: site.main.nic.name,
      currentIp: site.main.ip,
    }),
    setMainIp({ body: { interfaceName, ip } }) {
      const address = addresses.find(({ nic }) => nic.name === interfaceName);
      if (address === undefined) {
        const names = addresses.map(({ nic }) => nic.name).join(', ');
        throw new Refusal(
          404,
          `${server.name} has no network interface ${JSON.stringify(interfaceName)}: choose ${names}`,
        );
      }
      if (!sameIp(readIp('ip', ip), parseIp(address.ip)!))
        throw new Refusal(400, `${ip} is not configured on ${interfaceName}, which has ${address.ip}`);
      fire('PreNetworkConfig', { ADDRESS: address.ip }, server);
      site.main = address;
      site.save();
      logManagement(model, 5, `management address set to ${address.ip} on ${interfaceName}`);
      fire('PostNetworkConfig', { ADDRESS: address.ip }, server);
    },
    importCluster(): never {
      throw new Refusal(
        409,
        `this service manages the cluster ${model.fsid} already: start another service for another cluster`,
      );
    },
    restoreBackup({ body }, { by }: CallContext) {
      if (!UUID.test(body.backupUuid))
        throw new Refusal(400, `${JSON.stringify(body.backupUuid)} is no id of a backup, which is a UUID`);
      return model.tasks.start(restoreBackup(model, body, by));
    },
  } satisfies Handlers;
};
