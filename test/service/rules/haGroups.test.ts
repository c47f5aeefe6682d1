import { expect, test } from 'vitest';
import { readNetwork } from '../../../src/service/networks/plan.ts';
import { Numbered } from '../../../src/service/numbered.ts';
import { refuseSettings, refuseVirtualIp } from '../../../src/service/rules/haGroups.ts';
import { readIp } from '../../../src/service/values/readIp.ts';

test('an address moves within an hour', () => {
  const service = 'nfs' as const;
  expect(refuseSettings({ service, failoverTime: 0, failbackTime: 3600 })).toBeUndefined();
  expect(refuseSettings({ service, failoverTime: -1 })?.message).toContain('failoverTime must be 0 to 3600');
  expect(refuseSettings({ service, failbackTime: 3601 })?.message).toContain(
    'failbackTime must be 0 to 3600',
  );
});

test('only a group for NFS evicts NFS clients', () => {
  expect(refuseSettings({ service: 'nfs', evictNfsClientsOnFailback: true })).toBeUndefined();
  expect(refuseSettings({ service: 'rgw', evictNfsClientsOnFailback: true })?.status).toBe(400);
});

test('a floating address must be free and within a network', () => {
  const networks = new Numbered<ReturnType<typeof readNetwork>>('network');
  networks.add(readNetwork({ ip: '10.0.0.0', netmask: 24, gateway: '10.0.0.1' }));
  const refuse = (text: string) =>
    refuseVirtualIp(readIp('virtualIp', text), text, [{ ip: readIp('ip', '10.0.0.5'), holder: 'server a' }], {
      networks,
    });
  expect(refuse('10.0.0.6')).toBeUndefined();
  expect(refuse('10.0.0.5')).toEqual({
    status: 409,
    message: '10.0.0.5 is the address of server a: choose a free one',
  });
  expect(refuse('10.0.0.1')?.message).toContain('is the gateway of a network');
  expect(refuse('10.0.1.1')?.message).toContain('no network has room for 10.0.1.1');
});
