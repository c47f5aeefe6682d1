import { expect, test } from 'vitest';
import {
  clusterExists,
  otherCluster,
  refuseMainIp,
  refuseMonitors,
} from '../../../src/service/rules/setup.ts';

const own = [
  { interfaceName: 'eno1', ip: '10.0.0.1' },
  { interfaceName: 'eno1', ip: '10.0.0.2' },
  { interfaceName: 'eno2', ip: '10.1.0.1' },
];

test('the main address must be one that the server has on that interface', () => {
  expect(refuseMainIp({ interfaceName: 'eno1', ip: '10.0.0.2' }, 'host1', own)).toBeUndefined();
  expect(refuseMainIp({ interfaceName: 'eno1', ip: '10.1.0.1' }, 'host1', own)).toEqual({
    status: 400,
    message: '10.1.0.1 is not configured on eno1, which has 10.0.0.1, 10.0.0.2',
  });
  expect(refuseMainIp({ interfaceName: 'eth7', ip: '10.1.0.1' }, 'host1', own)).toEqual({
    status: 404,
    message: 'host1 has no network interface "eth7": choose one of eno1, eno2',
  });
});

test.each(['10.0.0.1', 'host1:6789', '[v2:10.0.0.1:3300/0,v1:10.0.0.1:6789/0]'])(
  '%s is accepted as a monitor',
  (mon) => {
    expect(refuseMonitors([mon])).toBeUndefined();
  },
);

test.each(['', 'a b', '10.0.0.1;reboot', 'x'.repeat(301)])('%j is not a valid monitor address', (mon) => {
  expect(refuseMonitors(['10.0.0.1', mon])).toMatchObject({ status: 400 });
});

test('a service that has a cluster neither creates nor imports another', () => {
  expect(clusterExists()).toMatchObject({ status: 409 });
  expect(otherCluster('f-1').message).toContain('already manages the cluster f-1');
});
