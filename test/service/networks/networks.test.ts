import { describe, expect, test } from 'vitest';
import { readSettings } from '../../../src/service/haGroups/settings.ts';
import {
  isGateway,
  networkOf,
  readNetwork,
  requireRoom,
  toWire,
  type NetworkPlan,
} from '../../../src/service/networks/plan.ts';
import { Numbered } from '../../../src/service/numbered.ts';
import { parseIp } from '../../../src/service/values/ip.ts';
import { refusal } from '../../support/refusal.ts';

type Body = Parameters<typeof readNetwork>[0];

const body: Body = { ip: '10.0.0.0', netmask: 24 };

function networks(...bodies: Body[]) {
  const all = new Numbered<NetworkPlan>('network');
  for (const one of bodies) all.add(readNetwork(one));
  return { networks: all };
}

describe('a network', () => {
  test('a network requires only an address and a prefix length', () =>
    expect(toWire(4, readNetwork(body))).toEqual({
      id: 4,
      ip: '10.0.0.0',
      netmask: 24,
      type: 'other',
      description: '',
    }));

  test('a network is returned as it was requested', () => {
    const whole = {
      ...body,
      gateway: '10.0.0.1',
      poolStart: '10.0.0.10',
      poolEnd: '10.0.0.10',
      type: 'store_public',
      description: 'for clients',
    } as const;
    expect(toWire(1, readNetwork(whole))).toEqual({ id: 1, ...whole });
  });

  test.each<[string, Partial<Body>, string]>([
    ['without the end of its pool', { poolStart: '10.0.0.10' }, 'both ends'],
    ['without the start of its pool', { poolEnd: '10.0.0.10' }, 'both ends'],
    ['whose pool ends before it begins', { poolStart: '10.0.0.10', poolEnd: '10.0.0.9' }, 'swap'],
    [
      'whose pool contains its gateway',
      { gateway: '10.0.0.10', poolStart: '10.0.0.10', poolEnd: '10.0.0.20' },
      'assigned to a client',
    ],
    [
      'whose pool ends with its gateway',
      { gateway: '10.0.0.20', poolStart: '10.0.0.10', poolEnd: '10.0.0.20' },
      'assigned to a client',
    ],
    [
      'whose gateway is elsewhere',
      { gateway: '10.0.1.1' },
      'gateway 10.0.1.1 is not in the network 10.0.0.0/24',
    ],
    ['whose gateway is its own address', { gateway: '10.0.0.0' }, 'no host can have it'],
    [
      'whose pool contains its broadcast address',
      { poolStart: '10.0.0.10', poolEnd: '10.0.0.255' },
      'poolEnd',
    ],
    ['with an invalid address', { ip: '10.0.0' }, 'ip is not an IP address'],
    ['with a host address', { ip: '10.0.0.4' }, '10.0.0.0/24'],
    ['with too many bits', { netmask: 33 }, '0 to 32 bits'],
  ])('a network %s is refused', (_, more, text) =>
    expect(() => readNetwork({ ...body, ...more })).toThrow(refusal(400, text)),
  );

  test.each<Partial<Body>>([
    { gateway: '10.0.0.9', poolStart: '10.0.0.10', poolEnd: '10.0.0.20' },
    { gateway: '10.0.0.21', poolStart: '10.0.0.10', poolEnd: '10.0.0.20' },
    { gateway: '10.0.0.254', poolStart: '10.0.0.1', poolEnd: '10.0.0.253' },
  ])('a network whose pool does not contain its gateway is accepted: %o', (more) =>
    expect(() => readNetwork({ ...body, ...more })).not.toThrow(),
  );
});

describe('networks among each other', () => {
  const plans = networks(body, { ip: '10.0.1.0', netmask: 24, gateway: '10.0.1.1' });

  test('a network that overlaps with another one is refused, but not with itself', () => {
    const wide = readNetwork({ ip: '10.0.0.0', netmask: 16 });
    expect(() => requireRoom(plans, wide)).toThrow(
      refusal(409, '10.0.0.0/16 overlaps with network 1 (10.0.0.0/24)'),
    );
    const same = readNetwork(body);
    expect(() => requireRoom(plans, same)).toThrow(refusal(409, 'network 1'));
    expect(() => requireRoom(plans, same, 1)).not.toThrow();
    expect(() => requireRoom(plans, readNetwork({ ip: '10.0.2.0', netmask: 24 }))).not.toThrow();
  });

  test('the network that contains a host address is found', () => {
    expect(networkOf(plans, parseIp('10.0.1.7')!)?.ip).toBe('10.0.1.0');
    expect(networkOf(plans, parseIp('10.0.1.255')!)).toBeUndefined();
    expect(networkOf(plans, parseIp('10.0.2.7')!)).toBeUndefined();
  });

  test('a gateway is recognized, however its address is written', () => {
    expect(isGateway(plans, parseIp('10.0.1.1')!)).toBe(true);
    expect(isGateway(plans, parseIp('10.0.0.1')!)).toBe(false);
    expect(
      isGateway(networks({ ip: 'fd00::', netmask: 64, gateway: 'fd00:0::1' }), parseIp('fd00::1')!),
    ).toBe(true);
  });
});

describe('timing of a floating address', () => {
  const terms = { virtualIp: '10.0.0.5', service: 'nfs', servers: [1, 2] } as unknown as Parameters<
    typeof readSettings
  >[0];

  test('the timing of a floating address has defaults if a request does not give it', () =>
    expect(readSettings(terms)).toEqual({
      description: '',
      virtualIp: '10.0.0.5',
      service: 'nfs',
      failback: true,
      failoverTime: 10,
      failbackTime: 60,
      evictNfsClientsOnFailback: false,
    }));

  test('the timing of a floating address is as requested', () => {
    const said = {
      description: 'd',
      failback: false,
      failoverTime: 0,
      failbackTime: 3600,
      evictNfsClientsOnFailback: true,
    };
    expect(readSettings({ ...terms, ...said })).toMatchObject(said);
  });

  test.each([
    [{ failoverTime: -1 }, 'failoverTime must be 0 to 3600 seconds, not -1'],
    [{ failbackTime: 3601 }, 'failbackTime must be 0 to 3600 seconds, not 3601'],
    [{ service: 's3', evictNfsClientsOnFailback: true } as const, 'for the service nfs'],
  ])('the timing of a floating address is refused: %o', (more, text) =>
    expect(() => readSettings({ ...terms, ...more } as typeof terms)).toThrow(refusal(400, text)),
  );
});
