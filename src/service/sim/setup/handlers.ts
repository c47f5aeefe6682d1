import { Refusal, type Section } from '../../engine.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { otherCluster, refuseMainIp, refuseMonitors } from '../../rules/setup.ts';
import { readIp } from '../../values/readIp.ts';
import { secretOf } from '../config/files.ts';
import type { FireHooks } from '../hooks/events.ts';
import { logManagement } from '../log/write.ts';
import { daemonsOf } from '../monitors/quorum.ts';
import { addressesOf, NETMASK } from '../networks/servers.ts';
import type { Site } from '../networks/site.ts';

const IPV4 = /\d+(?:\.\d+){3}/g;

export const setupHandlers = (site: Site, fire: FireHooks) => {
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
      readIp('ip', ip);
      const own = addresses.map(({ nic, ip: known }) => ({ interfaceName: nic.name, ip: known }));
      enforce(refuseMainIp({ interfaceName, ip }, server.name, own));
      const address = addresses.find(({ nic }) => nic.name === interfaceName)!;
      fire('PreNetworkConfig', { ADDRESS: address.ip }, server);
      site.main = address;
      site.save();
      logManagement(model, 'notice', `management address set to ${address.ip} on ${interfaceName}`);
      fire('PostNetworkConfig', { ADDRESS: address.ip }, server);
    },
    importCluster({ body: { adminKey, mons } }) {
      enforce(refuseMonitors(mons));
      if (!model.created)
        throw new Refusal(
          409,
          `nothing was imported: no monitor answers at ${mons.join(', ')}, as a simulated service can reach only its own cluster; create one`,
        );
      const own = new Set(daemonsOf(model, 'mon').map(({ host }) => host.ip));
      const isOwn = mons.every((mon) => mon.match(IPV4)?.every((ip) => own.has(ip)));
      if (adminKey !== secretOf(model.fsid, 'admin') || !isOwn) throw refusal(otherCluster(model.fsid));
      logManagement(model, 'notice', `the cluster ${model.fsid} is already managed: nothing was imported`);
    },
  } satisfies Section;
};
