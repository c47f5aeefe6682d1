import type { Setting } from '../../../api/contract/config.ts';
import type { NetworkPlan } from '../../networks/plan.ts';
import { formatSubnet } from '../../values/ip.ts';
import { Dice } from '../model/random.ts';
import { daemonsOf } from '../monitors/quorum.ts';
import type { Site } from '../networks/site.ts';

/** The ceph.conf with which a client finds the cluster. */
export function clientConf({ model, networks }: Site): string {
  const mons = daemonsOf(model, 'mon').map(({ host }) => `[v2:${host.ip}:3300/0,v1:${host.ip}:6789/0]`);
  const subnets = (type: NetworkPlan['type']) =>
    networks
      .values()
      .filter((plan) => plan.type === type)
      .map(({ subnet }) => formatSubnet(subnet))
      .join(',');
  return section('global', [
    ['fsid', model.fsid],
    ['mon_host', mons.join(' ')],
    ['public_network', subnets('store_public')],
    ['cluster_network', subnets('store_internal')],
  ]);
}

/** The changed settings, as a section for all daemons. */
export const settingsConf = (settings: readonly Setting[]): string =>
  section(
    'global',
    settings.map(({ name = '', value }) => [name, String(value?.value)]),
  );

/** The CephX key of a user. It is derived from the fsid of the cluster and opens nothing. */
export function secretOf(fsid: string, user: string): string {
  // Layout of a CephX secret: type AES (1), creation time, length and 16 bytes, little-endian.
  const secret = Buffer.alloc(28);
  secret.writeUInt16LE(1, 0);
  secret.writeUInt32LE(0x5f5e0ff0, 2);
  secret.writeUInt16LE(16, 10);
  secret.write(new Dice(0).fork(`${fsid} ${user}`).hex(32), 12, 'hex');
  return secret.toString('base64');
}

/** A keyring with the key and the capabilities of a user. */
export const keyring = (
  fsid: string,
  user: string,
  caps: readonly (readonly [daemon: string, allowed: string])[],
): string =>
  section(`client.${user}`, [
    ['key', secretOf(fsid, user)],
    ...caps.map(([daemon, allowed]) => [`caps ${daemon}`, `"${allowed}"`] as const),
  ]);

function section(name: string, lines: readonly (readonly [key: string, value: string])[]): string {
  const written = lines.filter(([, value]) => value !== '').map(([key, value]) => `\t${key} = ${value}\n`);
  return `[${name}]\n${written.join('')}`;
}
