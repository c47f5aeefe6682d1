import { Refusal, type Section } from '../../engine.ts';
import { restoration } from '../backups/backups.ts';
import type { Configuration } from '../config/configuration.ts';
import { secretOf } from '../config/files.ts';
import type { Fire } from '../hooks/events.ts';
import { logManagement } from '../log/write.ts';
import { parseIp, sameIp } from '../../values/ip.ts';
import { readIp } from '../../values/readIp.ts';
import { addressesOf } from '../networks/servers.ts';
import type { Site } from '../networks/site.ts';
import { daemonsOf } from '../quorum.ts';

/** How addresses of monitors are written: host, host:port, or [v2:address:port/nonce,...]. */
const ADDRESS = /^[\w.:,/[\]-]{1,300}$/;
const IPV4 = /\d+(?:\.\d+){3}/g;
/** Prefix length of the networks of the servers, in bits. */
const NETMASK = 16;

export const setupHandlers = (site: Site, configuration: Configuration, fire: Fire) => {
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
    importCluster({ body: { adminKey, mons } }) {
      const wrong = mons.find((mon) => !ADDRESS.test(mon));
      if (wrong !== undefined)
        throw new Refusal(
          400,
          `${JSON.stringify(wrong)} is no address of a monitor: write 10.0.0.1 or 10.0.0.1:6789`,
        );
      if (!model.created)
        throw new Refusal(
          409,
          `nothing was imported: no monitor answers at ${mons.join(', ')}, for a simulated service reaches no cluster but its own; create one`,
        );
      const own = new Set(daemonsOf(model, 'mon').map(({ host }) => host.ip));
      const isOwn = mons.every((mon) => mon.match(IPV4)?.every((ip) => own.has(ip)));
      if (adminKey !== secretOf(model.fsid, 'admin') || !isOwn)
        throw new Refusal(
          409,
          `this service manages the cluster ${model.fsid} already, and what was named is another: start another service for it`,
        );
      logManagement(model, 5, `the cluster ${model.fsid} is managed already: nothing was imported`);
    },
    restoreBackup: ({ body }, { by }) => model.tasks.start(restoration({ model, configuration }, body, by)),
  } satisfies Section;
};
