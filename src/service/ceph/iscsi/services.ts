import { createHash } from 'node:crypto';
import type { IscsiService as WireService } from '../../../api/contract/iscsi.ts';
import { Refusal } from '../../engine.ts';
import { loadAccess, type SavedAccess } from '../../iscsi/saved.ts';
import { groupOf, toWire as accessToWire, type IscsiServiceModel } from '../../iscsi/service.ts';
import type { Credentials } from '../../values/initiator.ts';
import type { Collection } from '../state/collection.ts';
import type { TgtTarget } from './tgtItems.ts';

/** A server that serves the targets of a service. */
export interface SavedGateway {
  /** Server id. */
  readonly server: number;
  readonly name: string;
  /** The address that clients connect to. */
  readonly ip: string;
  /** It is run over ssh, not by the management service of its server. */
  readonly overSsh?: true;
}

/** An iSCSI service as it is saved in the cluster. */
export interface SavedIscsi extends SavedAccess {
  readonly gateways: readonly SavedGateway[];
}

/** The ids of the servers whose gateways are run over ssh. */
export const serversOverSsh = (gateways: readonly SavedGateway[]): number[] =>
  gateways.flatMap(({ server, overSsh }) => (overSsh ? [server] : []));

/** The maximum number of characters of a client's or group's name in the target's name, where operators recognise it. */
const MAX_NAME_PART = 40;

/** A name in a form that is valid in an iSCSI name (RFC 3722), with a digest that distinguishes similar names. */
function label(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9.:-]/g, '-');
  return `${plain.slice(-MAX_NAME_PART)}.${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}

const clientTarget = (iqn: string, name: string): string => `${iqn}:${label(name)}`;
const groupTarget = (iqn: string, name: string): string => `${iqn}:group.${label(name)}`;

const accountsOf = (clients: readonly { readonly credentials: Credentials }[]) =>
  clients.map(({ credentials }) => credentials).filter(({ username }) => username !== '');

/**
 * The targets that tgt has to serve. All clients of a target see the same disks, so each client has its own target; the
 * clients of a group share one, because their disk reservations must be common. A client that queries the portal sees
 * only its own target.
 */
export function targetsOf(saved: SavedIscsi): TgtTarget[] {
  const service = loadAccess(saved);
  const single = [...service.clients.values()].filter(({ name }) => groupOf(service, name) === undefined);
  return [
    ...single.map((client) => ({
      name: clientTarget(saved.iqn, client.name),
      initiators: [client.name],
      accounts: accountsOf([client]),
      luns: client.luns,
    })),
    // A target without initiators would accept all clients, so groups without members are left out.
    ...[...service.groups.values()]
      .filter(({ members }) => members.size > 0)
      .map(({ name, members, luns }) => ({
        name: groupTarget(saved.iqn, name),
        initiators: [...members],
        accounts: accountsOf([...members].flatMap((member) => service.clients.get(member) ?? [])),
        luns,
      })),
  ];
}

/** The service in the interface's format; each client has the name of its target. */
export function iscsiToWire(saved: SavedIscsi): WireService {
  const service = loadAccess(saved);
  const wire = accessToWire(service);
  const targetOf = (name = '') => {
    const group = groupOf(service, name);
    return group ? groupTarget(saved.iqn, group.name) : clientTarget(saved.iqn, name);
  };
  return {
    ...wire,
    gateways: saved.gateways.map(({ name, ip }) => ({ name, ip })),
    clients: wire.clients?.map((client) => ({ ...client, target: targetOf(client.name) })) ?? [],
  };
}

/**
 * Refuses credentials that tgt cannot serve: it has one password per username for all services of a server, and a target
 * requires a password from all of its clients or from none.
 * @throws Refusal 409
 */
export async function requireServable(
  services: Collection<SavedIscsi>,
  id: number,
  changed: IscsiServiceModel,
): Promise<void> {
  const others = (await services.entries())
    .filter(([other]) => other !== id)
    .map(([, saved]) => loadAccess(saved));
  const passwords = new Map<string, string>();
  for (const { credentials } of [...others, changed].flatMap(({ clients }) => [...clients.values()])) {
    const { username, password } = credentials;
    if (username !== '' && (passwords.get(username) ?? password) !== password)
      throw new Refusal(
        409,
        `${username} has another password for another client, and the gateway allows one per username: choose another username`,
      );
    passwords.set(username, password);
  }
  for (const { name, members } of changed.groups.values()) {
    const [some, none] = Map.groupBy(
      members,
      (member) => changed.clients.get(member)?.credentials.username !== '',
    ).values();
    if (some && none)
      throw new Refusal(
        409,
        `${none[0]} and ${some[0]} would be in the group ${name}, one with a password and one without: set passwords for all of its hosts, or for none`,
      );
  }
}
