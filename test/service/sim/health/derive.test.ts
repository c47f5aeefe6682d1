import { expect, test } from 'vitest';
import type { Severity } from '../../../../src/service/sim/health/check.ts';
import { deriveHealth, overallStatus } from '../../../../src/service/sim/health/derive.ts';
import { simulate } from '../support.ts';

/** A cluster with many problems. */
function ailing() {
  const { model } = simulate({ scale: 15 }).cluster;
  model.flags.add('noout');
  model.osds[0]!.up = false;
  model.unsettled.add(0);
  Object.assign(model.scrubs, { late: 1, lateDeep: 1 });
  model.pools[1]!.quotaMaxObjects = 1;
  model.pools[2]!.pgNumWanted = 48;
  return model;
}

test('health checks come in the order of their codes', () => {
  expect([...deriveHealth(ailing()).keys()]).toEqual([
    'OSDMAP_FLAGS',
    'OSD_DOWN',
    'PG_NOT_DEEP_SCRUBBED',
    'PG_NOT_SCRUBBED',
    'POOL_FULL',
    'POOL_PG_NUM_NOT_POWER_OF_TWO',
  ]);
});

test('a cluster that does not exist yet has no problems', () => {
  const model = ailing();
  Object.assign(model, { created: false });
  expect(deriveHealth(model).size).toBe(0);
});

test.each<[status: string, severities: Severity[]]>([
  ['HEALTH_OK', []],
  ['HEALTH_WARN', ['HEALTH_WARN']],
  ['HEALTH_WARN', ['HEALTH_WARN', 'HEALTH_WARN']],
  ['HEALTH_ERR', ['HEALTH_WARN', 'HEALTH_ERR', 'HEALTH_WARN']],
])('the status of the cluster is %s if its checks are %j', (status, severities) => {
  const check = (severity: Severity) => ({ severity, message: '', count: 1, detail: () => [] });
  expect(overallStatus(new Map(severities.map((one, index) => [`C${index}`, check(one)])))).toBe(status);
});
