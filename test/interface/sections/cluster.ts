import { expect, test } from 'vitest';
import type { SectionTests } from '../suite.ts';

export const clusterTests: SectionTests = (site) => {
  test('the status has the identity, the health, the servers and the services of the cluster', async () => {
    const servers = await site().api.listServerNames();
    const { storeStatus, ...status } = await site().eventually(
      () => site().api.getClusterStatus(),
      ({ storeStatus: store }) => store?.health?.status === 'HEALTH_OK',
    );
    expect(storeStatus?.fsid).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(status).toMatchObject({
      servers: { online: servers.length, total: servers.length },
      licenseActive: true,
    });
    expect(status.mds?.up).toBeGreaterThan(0);
    expect(status.radosgws?.online).toBeGreaterThan(0);
    expect(status.mgmtUptime).toBeGreaterThan(0);
    expect(status.storeLastUpdated).toBeGreaterThanOrEqual(0);
  });

  test('the placement groups of every pool are counted by their state', async () => {
    const pools = await site().api.listPools();
    const { placementGroups = [] } = await site().api.getClusterStatus();
    expect(placementGroups.map(({ poolId, poolName, total }) => ({ poolId, poolName, total }))).toEqual(
      pools.map(({ poolId, name, pgNum }) => ({ poolId, poolName: name, total: pgNum })),
    );
    for (const { total, okay = 0, warn = 0, error = 0 } of placementGroups)
      expect(okay + warn + error).toBe(total);
  });

  test('a problem raises a health check with details, which clears when the cause is gone', async () => {
    const { api } = site();
    const checks = async () => Object.keys((await api.getClusterStatusDetail()).checks as object);
    await api.setFlag({ params: { flag: 'noout' } });
    await site().eventually(checks, (codes) => codes.includes('OSDMAP_FLAGS'));
    const detail = await api.getClusterStatusDetail();
    expect(detail).toMatchObject({
      status: 'HEALTH_WARN',
      checks: {
        OSDMAP_FLAGS: {
          severity: 'HEALTH_WARN',
          summary: { message: expect.stringContaining('noout') as string },
        },
      },
    });
    const { storeStatus } = await api.getClusterStatus();
    expect(storeStatus?.health?.status).toBe('HEALTH_WARN');
    await api.unsetFlag({ params: { flag: 'noout' } });
    await site().eventually(checks, (codes) => !codes.includes('OSDMAP_FLAGS'));
  });

  test('a second cluster cannot be created, whatever servers are given as monitors', async () => {
    const candidates = await site().api.listMonitorCandidates();
    const servers = await site().api.listServerNames();
    for (const { id, hostname } of candidates) expect(servers).toContainEqual({ id, hostname });
    const [{ id = 0, hostname = '', ips = [] } = {}] = candidates;
    const mons = [{ hostname: hostname || 'node1', server: id, ip: ips[0] ?? '192.0.2.1' }];
    await site().declines('createCluster', 409, /already manages a cluster/, { body: { mons } });
    await site().declines('createCluster', 400, /mons/, { body: { mons: [] } });
  });
};
