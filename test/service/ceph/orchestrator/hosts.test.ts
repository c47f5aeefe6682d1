import { expect, test } from 'vitest';
import { withMaintenance } from '../../../../src/service/ceph/orchestrator/hosts.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { recordedCeph, refused, type Answer } from '../recordedCeph.ts';

const EACCES = -13;
const record = (status: string): Answer => ({
  rc: 0,
  outs: '',
  text: JSON.stringify({ node1: { hostname: 'node1', status } }),
});

async function modeOf(status: string, kept: Answer) {
  const { ceph, asked } = recordedCeph(fakeClock(), { 'config-key get': kept });
  const [host] = await withMaintenance(ceph, [{ hostname: 'node1', status }]);
  return { inMaintenance: host?.inMaintenance, asked };
}

test.each([
  ['', false],
  ['Maintenance', true],
  ['maintenance', true],
])('a host with the status %j is in maintenance: %s, and only cephadm’s list is read', async (status, is) => {
  const { inMaintenance, asked } = await modeOf(status, record('maintenance'));
  expect(inMaintenance).toBe(is);
  expect(asked).toEqual([]);
});

test.each([
  ['in maintenance mode', record('maintenance'), true],
  ['not in maintenance mode', record(''), false],
  ['in a mode that is not known', refused(EACCES, 'access denied'), undefined],
  ['not in cephadm’s record', { rc: 0, outs: '', text: '{}' }, undefined],
] as const)('a host that is listed offline can be %s', async (_state, kept, is) => {
  expect((await modeOf('Offline', kept)).inMaintenance).toBe(is);
});
