import { describe, expect, test } from 'vitest';
import type { ClusterStatus } from '../../src/api/contract/cluster.ts';
import { fakeIo } from './fakeIo.ts';
import { onService, run } from './onService.ts';

const status: ClusterStatus = {
  storeStatus: {
    fsid: '8f3c12ab-0000',
    health: {
      status: 'HEALTH_WARN',
      checks: {
        OSDMAP_FLAGS: { severity: 'HEALTH_WARN', summary: { message: 'noscrub set' }, muted: true },
        OSD_DOWN: { severity: 'HEALTH_ERR', summary: { message: '6 osds down\u001b[31m' } },
      },
    },
  },
  placementGroups: [
    { poolName: 'a', okay: 10, warn: 2, error: 1 },
    { poolName: 'b', okay: 5, warn: 0, error: 0 },
  ],
  recoveryTimeRemaining: 6600,
  servers: { online: 11, total: 12 },
  mds: { online: 2, total: 2, up: 1 },
  radosgws: { online: 4, total: 4 },
};
const withHealth = (health: string | undefined): ClusterStatus => ({
  storeStatus: { health: health === undefined ? {} : { status: health } },
});

describe('storedeck status', () => {
  test('tells what matters, gravest first, with nothing that acts on the terminal', async () => {
    const { code, out, err } = await onService({ getClusterStatus: () => status }, ['status']);
    expect(out.split('\n')).toEqual([
      'HEALTH_WARN 8f3c12ab-0000',
      'E OSD_DOWN: 6 osds down␛[31m',
      'W OSDMAP_FLAGS: noscrub set (muted)',
      'placement groups: 15 ok, 2 warn, 1 error',
      'online: servers 11/12, mds 2/2, s3 4/4, iscsi ?/?, nfs ?/?, smb ?/?',
      'recovery: 1h50m left, as the service estimates',
      '',
    ]);
    expect(err).toBe('');
    expect(code).toBe(1);
  });

  test.each([
    ['HEALTH_OK', 0],
    ['HEALTH_WARN', 1],
    ['HEALTH_ERR', 2],
    ['HEALTH_UNKNOWN', 3],
    ['constructor', 3],
    [undefined, 3],
  ])('ends for %s with %i', async (health, code) => {
    expect((await onService({ getClusterStatus: () => withHealth(health) }, ['status'])).code).toBe(code);
  });

  test('gives the whole status as JSON', async () => {
    const { out } = await onService({ getClusterStatus: () => status }, ['status', '--json']);
    expect(JSON.parse(out)).toMatchObject(status);
    expect(out).toContain('\\u001b[31m');
  });

  test('is unknown when the service declines or cannot be reached', async () => {
    const declined = await onService({}, ['status']);
    expect(declined).toMatchObject({ code: 3, out: '' });
    expect(declined.err).toContain('not possible on a tiny cluster');
    const io = fakeIo();
    expect(await run(['status', '--url', 'http://127.0.0.1:1/api'], io)).toBe(3);
    expect(io.written.err).toMatch(/^storedeck: Nothing listens at 127\.0\.0\.1:1/);
  });

  test('is unknown, not bad, when the configuration is wrong', async () => {
    const io = fakeIo();
    expect(await run(['status', '--context', 'prod'], io)).toBe(3);
    expect(io.written.err).toBe('storedeck: --context: no context "prod"; none is configured\n');
  });
});
