import { isIPv4, isIPv6, SocketAddress } from 'node:net';

export type Family = 4 | 6;

/** An IP address as a number. Addresses of different families differ, even with the same number. */
export interface Ip {
  readonly family: Family;
  readonly value: bigint;
}

/** The addresses that share the first `prefix` bits of `first`, whose other bits are 0. */
export interface Subnet {
  readonly first: Ip;
  readonly prefix: number;
}

/** Number of bits in an address. */
export const WIDTH: Readonly<Record<Family, number>> = { 4: 32, 6: 128 };

/** Parses an address. Undefined for any other text, which includes IPv6 addresses with a zone (`fe80::1%eth0`). */
export function parseIp(text: string): Ip | undefined {
  if (isIPv4(text)) return { family: 4, value: joined(text.split('.').map(Number), 8) };
  if (isIPv6(text) && !text.includes('%')) return { family: 6, value: joined(words(text), 16) };
  return undefined;
}

const joined = (parts: readonly number[], bits: number): bigint =>
  parts.reduce((value, part) => (value << BigInt(bits)) | BigInt(part), 0n);

/** The eight 16-bit words of a valid IPv6 address, with the zeros that `::` stands for. */
function words(text: string): number[] {
  const [before = '', after] = text.split('::');
  const [front, back] = [wordsOf(before), wordsOf(after ?? '')];
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back];
}

function wordsOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((word) => {
    if (!word.includes('.')) return [Number.parseInt(word, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = word.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

/** The usual notation of an address (IPv6: RFC 5952). */
export function formatIp({ family, value }: Ip): string {
  const bits = family === 4 ? 8 : 16;
  const parts = Array.from({ length: WIDTH[family] / bits }, (_, index) =>
    Number(BigInt.asUintN(bits, value >> BigInt(WIDTH[family] - bits * (index + 1)))),
  );
  if (family === 4) return parts.join('.');
  return new SocketAddress({ address: parts.map((part) => part.toString(16)).join(':'), family: 'ipv6' })
    .address;
}

/** Number of addresses in a subnet. */
const count = ({ first, prefix }: Subnet): bigint => 1n << BigInt(WIDTH[first.family] - prefix);

/** The subnet of this prefix length that contains an address. */
export function subnetOf({ family, value }: Ip, prefix: number): Subnet {
  const rest = BigInt(WIDTH[family] - prefix);
  return { first: { family, value: (value >> rest) << rest }, prefix };
}

/** The last address of a subnet: in IPv4 the broadcast address. */
export function lastOf(subnet: Subnet): Ip {
  return { family: subnet.first.family, value: subnet.first.value + count(subnet) - 1n };
}

export function contains(subnet: Subnet, ip: Ip): boolean {
  return sameIp(subnetOf(ip, subnet.prefix).first, subnet.first);
}

/** True if two subnets overlap, which they do only if one contains the other. */
export function overlap(a: Subnet, b: Subnet): boolean {
  return a.prefix <= b.prefix ? contains(a, b.first) : contains(b, a.first);
}

export const sameIp = (a: Ip, b: Ip): boolean => a.family === b.family && a.value === b.value;

/**
 * True if a host can have the address. In IPv4 the first address of a subnet names the subnet and the last is
 * its broadcast address, except in subnets of one or two addresses (RFC 3021).
 */
export function isHostIn(subnet: Subnet, ip: Ip): boolean {
  if (!contains(subnet, ip)) return false;
  if (ip.family === 6 || count(subnet) <= 2n) return true;
  return !sameIp(ip, subnet.first) && !sameIp(ip, lastOf(subnet));
}

export const formatSubnet = ({ first, prefix }: Subnet): string => `${formatIp(first)}/${prefix}`;

/** Parses an address with a prefix length, such as `10.0.0.0/8`; undefined for any other text. */
export function parseCidr(text: string): { readonly ip: Ip; readonly prefix: number } | undefined {
  const [address = '', length = '', ...more] = text.split('/');
  const ip = parseIp(address);
  if (ip === undefined || more.length > 0 || !/^(?:0|[1-9]\d{0,2})$/.test(length)) return undefined;
  const prefix = Number(length);
  return prefix > WIDTH[ip.family] ? undefined : { ip, prefix };
}
