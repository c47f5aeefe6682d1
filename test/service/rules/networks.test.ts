import { expect, test } from 'vitest';
import { refuseStranded } from '../../../src/service/rules/networks.ts';
import { parseIp, subnetOf } from '../../../src/service/values/ip.ts';

const subnet = (ip: string, prefix: number) => subnetOf(parseIp(ip)!, prefix);
const used = [1, 2, 3, 4, 5].map((id) => ({
  ip: parseIp(`10.0.0.${id}`)!,
  text: `10.0.0.${id}`,
  holder: `HA group ${id}`,
}));

test('a network keeps the addresses that are in use', () => {
  const old = subnet('10.0.0.0', 24);
  expect(refuseStranded(old, used.slice(0, 1))).toEqual({
    status: 409,
    message: '10.0.0.0/24 is in use by HA group 1 (10.0.0.1): move them first',
  });
  expect(refuseStranded(old, used)?.message).toContain('HA group 3 (10.0.0.3) and 2 more: move them first');
  expect(refuseStranded(old, used, subnet('10.0.0.4', 30))?.message).toContain('HA group 3 (10.0.0.3): move');
});

test('a network without used addresses can be changed, and any network can grow', () => {
  expect(refuseStranded(subnet('10.1.0.0', 24), used)).toBeUndefined();
  expect(refuseStranded(subnet('10.0.0.0', 24), used, subnet('10.0.0.0', 16))).toBeUndefined();
});
