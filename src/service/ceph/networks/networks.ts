import type { Network } from '../../../api/contract/networks.ts';
import { readNetwork, requireRoom, toWire, type NetworkPlan } from '../../networks/plan.ts';
import { Numbered } from '../../numbered.ts';
import { refuseStranded } from '../../rules/networks.ts';
import { enforce } from '../../rules/refused.ts';
import { parseIp } from '../../values/ip.ts';
import type { Collection } from '../state/collection.ts';

/** A stored network: the interface's fields without the id. */
export type SavedNetwork = Omit<Network, 'id'> & { readonly ip: string; readonly netmask: number };

const planOf = (saved: SavedNetwork): NetworkPlan => readNetwork(saved as Parameters<typeof readNetwork>[0]);

/** Loads all stored networks in the form that the checks expect. */
export async function planned(saved: Collection<SavedNetwork>): Promise<{ networks: Numbered<NetworkPlan> }> {
  const networks = new Numbered<NetworkPlan>('network');
  for (const [id, network] of await saved.entries()) networks.add(planOf(network), id);
  return { networks };
}

/**
 * Checks a requested network, and converts it to the stored form.
 * @param own the id of the network that is replaced
 * @throws Refusal 400, 409
 */
export async function checkedNetwork(
  saved: Collection<SavedNetwork>,
  body: Parameters<typeof readNetwork>[0],
  own?: number,
): Promise<SavedNetwork> {
  const plan = readNetwork(body);
  requireRoom(await planned(saved), plan, own);
  const { id: _, ...network } = toWire(0, plan);
  return { ...network, ip: plan.ip, netmask: plan.subnet.prefix };
}

/** @throws Refusal 409 when a virtual IP address of an HA group is in `old` and not in `next` */
export async function requireUnused(
  old: SavedNetwork,
  groups: Pick<Collection<{ readonly virtualIp: string }>, 'entries'>,
  next?: SavedNetwork,
): Promise<void> {
  const { subnet } = planOf(old);
  const later = next && planOf(next).subnet;
  const used = (await groups.entries()).flatMap(([id, { virtualIp: text }]) => {
    const ip = parseIp(text);
    return ip === undefined ? [] : [{ ip, text, holder: `HA group ${id}` }];
  });
  enforce(refuseStranded(subnet, used, later));
}
