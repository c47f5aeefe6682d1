import { Refusal } from '../engine.ts';
import { formatSubnet, parseCidr, parseIp, sameIp, subnetOf, WIDTH, type Ip, type Subnet } from './ip.ts';

/** Parses the IP address in a field of a request. @throws Refusal 400 */
export function readIp(field: string, text: string): Ip {
  const ip = parseIp(text);
  if (ip === undefined) {
    throw new Refusal(
      400,
      `${field} is not an IP address: ${JSON.stringify(text)}; write it like 10.0.0.1 or fd00::1`,
    );
  }
  return ip;
}

/**
 * The subnet of an address and a prefix length. Bits after the prefix are refused rather than dropped, because most
 * often the length is what is wrong.
 * @throws Refusal 400
 */
export function readSubnet(field: string, ip: Ip, prefix: number): Subnet {
  if (prefix < 0 || prefix > WIDTH[ip.family]) {
    throw new Refusal(
      400,
      `${field}: the prefix of an IPv${ip.family} network has 0 to ${WIDTH[ip.family]} bits, not ${prefix}`,
    );
  }
  const subnet = subnetOf(ip, prefix);
  if (!sameIp(subnet.first, ip)) {
    throw new Refusal(
      400,
      `${field} is an address within ${formatSubnet(subnet)}: use the first address of the network`,
    );
  }
  return subnet;
}

/** Parses a subnet in CIDR notation. @throws Refusal 400 */
export function readCidr(field: string, text: string): Subnet {
  const cidr = parseCidr(text);
  if (cidr === undefined) {
    const address = parseIp(text);
    throw new Refusal(
      400,
      address === undefined
        ? `${field} is not a subnet: ${JSON.stringify(text)}; write it like 10.0.0.0/8 or fd00::/64`
        : `${field} has no prefix length: write ${text}/${WIDTH[address.family]} for this one address`,
    );
  }
  return readSubnet(field, cidr.ip, cidr.prefix);
}
