import { Refusal } from '../../engine.ts';
import type { Export } from '../../nfs/exports.ts';
import { formatIp, WIDTH, type Subnet } from '../../values/ip.ts';
import { readCidr } from '../../values/readIp.ts';

/** The longest prefix of an IPv6 network that NFS-Ganesha 4.3 can parse. */
const MAX_IPV6_PREFIX = 99;

const read = (subnet: string): Subnet => readCidr('subnet', subnet);

const isSingle = ({ first, prefix }: Subnet): boolean => prefix === WIDTH[first.family];

/** @throws Refusal 400 for a subnet that the gateway's configuration cannot express */
export function requireSupportedSubnet(subnet: string): void {
  const { first, prefix } = read(subnet);
  if (first.family === 6 && prefix > MAX_IPV6_PREFIX && !isSingle({ first, prefix })) {
    throw new Refusal(
      400,
      `subnet ${subnet}: for IPv6 the gateway accepts networks up to /${MAX_IPV6_PREFIX}, or a single address with /${WIDTH[6]}`,
    );
  }
}

/** A subnet in the gateway's notation, which has no prefix of length 0. */
function addressesOf(subnet: Subnet): readonly string[] {
  const { first, prefix } = subnet;
  if (prefix === 0) return first.family === 4 ? ['0.0.0.0/1', '128.0.0.0/1'] : ['::/1', '8000::/1'];
  return [isSingle(subnet) ? formatIp(first) : `${formatIp(first)}/${prefix}`];
}

/** The clients of an export, the smallest networks first, because the gateway uses the first match. */
export const clientsOf = (access: Export['access']) =>
  access
    .map(({ subnet, rw }) => ({ subnet: read(subnet), rw }))
    .toSorted((a, b) => b.subnet.prefix - a.subnet.prefix)
    .map(({ subnet, rw }) => ({ addresses: addressesOf(subnet), rw }));

/** The CLIENT blocks of an export in the gateway's configuration. */
export const clientBlocks = (access: Export['access']): string[] =>
  clientsOf(access).map(
    ({ addresses, rw }) =>
      `CLIENT { Clients = ${addresses.join(', ')}; Access_Type = ${rw ? 'RW' : 'RO'}; Protocols = 4; }`,
  );
