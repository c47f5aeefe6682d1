import fc from 'fast-check';
import { BlockList } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  contains,
  formatIp,
  formatSubnet,
  isHostIn,
  lastOf,
  overlap,
  parseCidr,
  parseIp,
  sameIp,
  subnetOf,
  WIDTH,
  type Family,
  type Ip,
} from '../../../src/service/values/ip.ts';
import { readCidr } from '../../../src/service/values/readIp.ts';

const addressOf = (family: Family): fc.Arbitrary<Ip> =>
  fc.bigInt({ min: 0n, max: (1n << BigInt(WIDTH[family])) - 1n }).map((value) => ({ family, value }));
const family = fc.constantFrom<Family>(4, 6);
const address = family.chain(addressOf);
/** Two addresses of one family that often have the same prefix, and a prefix length. */
const pair = family.chain((one) =>
  fc
    .record({
      a: addressOf(one),
      bits: addressOf(one),
      prefix: fc.nat(WIDTH[one]),
      shift: fc.nat(WIDTH[one]),
    })
    .map(({ a, bits, prefix, shift }) => ({
      a,
      b: { family: one, value: a.value ^ (bits.value >> BigInt(shift)) },
      prefix,
    })),
);
const nodeFamily = (ip: Ip) => (ip.family === 4 ? 'ipv4' : 'ipv6');

describe('IP addresses', () => {
  test('an address is written as it was read', () => {
    fc.assert(
      fc.property(address, (ip) => {
        expect(parseIp(formatIp(ip))).toEqual(ip);
      }),
    );
    fc.assert(fc.property(fc.ipV4(), (text) => formatIp(parseIp(text)!) === text));
  });

  test('an address is the same in each of its spellings', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const ip = parseIp(text)!;
        expect(parseIp(text.toUpperCase())).toEqual(ip);
        expect(parseIp(formatIp(ip))).toEqual(ip);
      }),
    );
  });

  test.each([
    ['0.0.0.0', 0n],
    ['255.255.255.255', 0xffff_ffffn],
    ['10.1.2.3', 0x0a01_0203n],
    ['::', 0n],
    ['::1', 1n],
    ['1::', 1n << 112n],
    ['::ffff:10.1.2.3', 0xffff_0a01_0203n],
    ['2001:db8::8:800:200c:417a', 0x2001_0db8_0000_0000_0008_0800_200c_417an],
  ])('the address %s is %i', (text, value) => {
    expect(parseIp(text)?.value).toBe(value);
  });

  test.each([
    '',
    '10.0.0',
    '10.0.0.256',
    '010.0.0.1',
    '10.0.0.1 ',
    '10.0.0.1/8',
    'fe80::1%eth0',
    ':::',
    '1::2::3',
    'host',
  ])('%j is not an address', (text) => {
    expect(parseIp(text)).toBeUndefined();
  });

  test('a text is an address only if Node accepts it as one', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseIp(text) === undefined || /^[\da-f:.]+$/i.test(text)).toBe(true);
      }),
    );
  });
});

describe('subnets', () => {
  test('a subnet contains the same addresses as the kernel says', () => {
    fc.assert(
      fc.property(pair, ({ a, b, prefix }) => {
        const list = new BlockList();
        list.addSubnet(formatIp(a), prefix, nodeFamily(a));
        expect(contains(subnetOf(a, prefix), b)).toBe(list.check(formatIp(b), nodeFamily(b)));
      }),
    );
  });

  test('a subnet ranges from its first to its last address', () => {
    fc.assert(
      fc.property(pair, ({ a, prefix }) => {
        const subnet = subnetOf(a, prefix);
        const last = lastOf(subnet);
        expect(last.value - subnet.first.value + 1n).toBe(1n << BigInt(WIDTH[a.family] - prefix));
        expect(contains(subnet, subnet.first) && contains(subnet, a) && contains(subnet, last)).toBe(true);
      }),
    );
  });

  test('a subnet does not contain an address of the other family', () => {
    expect(contains(subnetOf(parseIp('::')!, 0), parseIp('10.0.0.1')!)).toBe(false);
    expect(contains(subnetOf(parseIp('0.0.0.0')!, 0), parseIp('::')!)).toBe(false);
  });

  test('two subnets overlap if they share an address, in either order', () => {
    fc.assert(
      fc.property(pair, fc.nat(32), ({ a, b, prefix }, other) => {
        const [one, two] = [subnetOf(a, prefix), subnetOf(b, other)];
        const shares = [one.first, lastOf(one)].some((ip) => contains(two, ip)) || contains(one, two.first);
        expect(overlap(one, two)).toBe(shares);
        expect(overlap(two, one)).toBe(shares);
      }),
    );
  });

  test.each([
    ['10.0.0.0/24', '10.0.0.0', false],
    ['10.0.0.0/24', '10.0.0.1', true],
    ['10.0.0.0/24', '10.0.0.255', false],
    ['10.0.0.0/24', '10.0.1.1', false],
    ['10.0.0.0/31', '10.0.0.0', true],
    ['10.0.0.0/31', '10.0.0.1', true],
    ['10.0.0.7/32', '10.0.0.7', true],
    ['0.0.0.0/0', '192.0.2.1', true],
    ['fd00::/64', 'fd00::', true],
  ])('the subnet %s has room for a host at %s: %s', (cidr, ip, expected) => {
    const { ip: first, prefix } = parseCidr(cidr)!;
    expect(isHostIn(subnetOf(first, prefix), parseIp(ip)!)).toBe(expected);
  });

  test('a subnet is written as it was read in CIDR notation', () => {
    fc.assert(
      fc.property(pair, ({ a, prefix }) => {
        const text = formatSubnet(subnetOf(a, prefix));
        const parsed = parseCidr(text)!;
        expect(parsed.prefix).toBe(prefix);
        expect(sameIp(parsed.ip, subnetOf(a, prefix).first)).toBe(true);
        expect(formatSubnet(readCidr('subnet', text))).toBe(text);
      }),
    );
  });

  test.each([
    ['10.0.0.0', 'has no prefix length: write 10.0.0.0/32'],
    ['fd00::1', 'has no prefix length: write fd00::1/128'],
    ['10.0.0.5/8', 'is an address within 10.0.0.0/8'],
    ['10.0.0.0/33', 'is not a subnet'],
    ['10.0.0.0/08', 'is not a subnet'],
    ['10.0.0.0/8/8', 'is not a subnet'],
    ['10.0.0.0/-1', 'is not a subnet'],
    ['everyone', 'is not a subnet'],
  ])('the subnet %s is refused: %s', (text, reason) => {
    expect(() => readCidr('subnet', text)).toThrow(`subnet ${reason}`);
  });
});
