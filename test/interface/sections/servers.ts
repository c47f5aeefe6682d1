import { expect, test } from 'vitest';
import type { SectionTests } from '../suite.ts';

export const serverTests: SectionTests = (site) => {
  test('servers have the same ids in every list', async () => {
    const { api } = site();
    const servers = await api.listServerNames();
    const ids = new Set(servers.map(({ id }) => id));
    expect(ids.size).toBe(servers.length);
    const { nodes = [] } = await api.getCrushMap();
    const hosts = nodes.filter(({ type }) => type === 'HOST');
    expect(hosts.length).toBeGreaterThan(0);
    const names = new Map(servers.map(({ id, hostname }) => [id, hostname]));
    for (const { name, serverId } of hosts) expect(names.get(serverId)).toBe(name);
    for (const { hostname, server } of await api.listDisks()) expect(names.get(server)).toBe(hostname);
    for (const { id, hostname } of await api.listServers()) expect(names.get(id)).toBe(hostname);
  });

  test('a server lists its network interfaces with their addresses', async () => {
    const { hostname } = site().traits.gateways[0];
    const servers = await site().eventually(
      () => site().api.listServers(),
      (all) => all.some((server) => server.hostname === hostname && server.nics !== undefined),
    );
    const { nics = [] } = servers.find((server) => server.hostname === hostname) ?? {};
    expect(nics.flatMap(({ addresses = [] }) => addresses)).toContainEqual(
      expect.stringMatching(/^[\d.]+\/\d+$/),
    );
  });

  test('a server without an orchestrator has no maintenance mode', async () => {
    const [{ id = 0 } = {}] = await site().api.listServerNames();
    for (const operation of ['enterMaintenance', 'leaveMaintenance'] as const) {
      await site().declines(operation, 409, /no orchestrator/, { params: { id } });
      await site().declines(operation, 404, /there is no server/, { params: { id: 999_999 } });
    }
  });
};
