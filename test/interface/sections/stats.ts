import { expect, test } from 'vitest';
import type { SectionTests } from '../suite.ts';

export const statsTests: SectionTests = (site) => {
  test('the lists name everything that has graphs', async () => {
    const { api, traits } = site();
    const pools = await api.listPools();
    expect((await api.listPoolNames()).map(({ displayName }) => displayName).sort()).toEqual(
      pools.map(({ name }) => name).sort(),
    );
    const buckets = await api.listS3Buckets();
    expect((await api.listS3BucketNames()).map(({ queryName }) => queryName).sort()).toEqual(
      buckets.map(({ bucket }) => bucket).sort(),
    );
    const users = await api.listS3Users();
    expect((await api.listS3UserNames()).map(({ queryName }) => queryName).sort()).toEqual(
      users.map(({ uid }) => uid).sort(),
    );
    expect(pools.map(({ name }) => name)).toContain(traits.imagePool);
  });

  test('graphs of the cluster, of a pool and of a server are returned', async () => {
    const { api, traits } = site();
    const names = await api.listPoolNames();
    const pool = names.find(({ displayName }) => displayName === traits.imagePool)?.queryName ?? '';
    const [server] = await api.listServerNames();
    const id = server?.id ?? 0;
    for (const query of [
      { graph: 'cluster-iops' },
      { graph: 'pool-iops', 'template-pool-name': pool },
      { graph: 'server-cpu', 'template-server-id': id },
    ]) {
      const drawn = await site().eventually(
        () => api.getGraph({ query: { ...query, startTime: -600 } }),
        ({ graphs = [] }) =>
          graphs.length > 0 &&
          graphs.every(({ datapoints = [] }) => datapoints.some(({ v }) => v !== undefined)),
      );
      expect(drawn).toMatchObject({ name: query.graph, axis1: { unit: expect.stringMatching(/^[A-Z_]+$/) } });
    }
    const { graphs = [] } = await api.getGraph({ query: { graph: 'cluster-iops', maxDataPoints: 2 } });
    for (const { datapoints = [] } of graphs) expect(datapoints.length).toBeLessThanOrEqual(2);
  });

  test('a graph of another server is returned, or refused because that server cannot be reached', async () => {
    const other = (await site().api.listServerNames()).at(-1)?.id ?? 0;
    const query = { graph: 'server-cpu', 'template-server-id': other };
    if (await site().limited('getGraph', /cannot (?:be )?reach/, { query })) return;
    const { graphs = [] } = await site().api.getGraph({ query });
    expect(graphs.every(({ serverId }) => serverId === other)).toBe(true);
  });

  test.each([
    ['that does not exist', 404, /nix/, { graph: 'nix' }],
    ['without the name of its pool', 400, /template-pool-name/, { graph: 'pool-iops' }],
    ['of an unknown pool', 404, /nix/, { graph: 'pool-iops', 'template-pool-name': 'nix' }],
    ['of an unknown server', 404, /424242/, { graph: 'server-cpu', 'template-server-id': 424_242 }],
    ['that ends before it begins', 400, /startTime/, { graph: 'cluster-iops', startTime: -1, endTime: -2 }],
    ['with no points', 400, /maxDataPoints/, { graph: 'cluster-iops', maxDataPoints: 0 }],
    ['without a name', 400, /graph/, {}],
  ])('a request for a graph %s is refused', async (_, status, words, query) => {
    await site().declines('getGraph', status, words, { query });
  });

  test('directories are monitored, and anything else is refused', async () => {
    const { api } = site();
    const before = (await api.listMonitoredDirectories()).map(({ queryName = '' }) => queryName);
    const monitored = async () => (await api.listMonitoredDirectories()).map(({ queryName }) => queryName);
    await api.createDirectory({ body: { dir: '/interface-stats/inner' } });
    await api.replaceMonitoredDirectories({ body: ['/interface-stats'] });
    expect(await monitored()).toEqual(['/interface-stats']);
    await api.addMonitoredDirectories({ body: ['/interface-stats/inner', '/interface-stats/'] });
    expect(await monitored()).toEqual(['/interface-stats', '/interface-stats/inner']);
    for (const id of ['addMonitoredDirectories', 'replaceMonitoredDirectories'] as const) {
      await site().declines(id, 404, /nix/, { body: ['/interface-stats/nix'] });
      await site().declines(id, 400, /relative/, { body: ['relative'] });
    }
    await site().declines('removeMonitoredDirectories', 404, /nix/, { body: ['/nix'] });
    await site().declines('removeMonitoredDirectories', 400, /body/, { body: '/interface-stats' });
    await api.removeMonitoredDirectories({ body: ['/interface-stats'] });
    expect(await monitored()).toEqual(['/interface-stats/inner']);
    await api.replaceMonitoredDirectories({ body: before });
    expect(await monitored()).toEqual(before);
    await site().finished(await api.deleteFiles({ query: { path: ['/interface-stats'] } }));
  });
};
