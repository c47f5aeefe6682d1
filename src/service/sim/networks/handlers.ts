import type { Section } from '../../engine.ts';
import { readNetwork, requireRoom, toWire } from '../../networks/plan.ts';
import { formatSubnet, type Subnet } from '../../values/ip.ts';
import type { FireHooks } from '../hooks/events.ts';
import { logManagement } from '../log/write.ts';
import { requireUnused } from './networks.ts';
import type { Site } from './site.ts';

/** Handlers of networks. Hooks run before and after every change. */
export const networkHandlers = (site: Site, fire: FireHooks) => {
  const { networks, model } = site;

  function change(subnet: Subnet, what: string, apply: () => void): void {
    const details = { NETWORK: formatSubnet(subnet) };
    fire('PreNetworkConfig', details);
    apply();
    site.save();
    logManagement(model, 'notice', `network ${details.NETWORK} ${what}`);
    fire('PostNetworkConfig', details);
  }

  return {
    listNetworks: () => networks.entries().map(([id, plan]) => toWire(id, plan)),
    createNetwork({ body }) {
      const plan = readNetwork(body);
      requireRoom(site, plan);
      const id = networks.reserve();
      change(plan.subnet, 'created', () => networks.add(plan, id));
      return toWire(id, plan);
    },
    replaceNetwork({ params: { id }, body }) {
      const old = networks.get(id);
      const plan = readNetwork(body);
      requireRoom(site, plan, id);
      requireUnused(site, old.subnet, plan.subnet);
      change(plan.subnet, 'changed', () => networks.replace(id, plan));
    },
    deleteNetwork({ params: { id } }) {
      const { subnet } = networks.get(id);
      requireUnused(site, subnet);
      change(subnet, 'deleted', () => networks.remove(id));
    },
  } satisfies Section;
};
