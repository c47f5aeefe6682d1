import { expect, test } from 'vitest';
import { refusal, storageBench } from './storage.ts';

test('every server that answers is a candidate for a monitor, with its address in the public network', async () => {
  const { api, engine } = storageBench();
  engine.cluster.killHost('stor-03');
  expect(await api.listMonitorCandidates()).toEqual([
    { id: 1, hostname: 'stor-01', ips: ['10.2.0.11'] },
    { id: 2, hostname: 'stor-02', ips: ['10.2.0.12'] },
  ]);
});

test('a cluster is not created where one is, and servers that are not there are told from it', async () => {
  const { api, engine } = storageBench();
  const create = (hostname: string, server: number, ip: string) =>
    refusal(api.createCluster({ body: { mons: [{ hostname, server, ip }] } }));
  expect(await create('stor-01', 1, '10.2.0.11')).toEqual({
    status: 409,
    message: expect.stringContaining(engine.cluster.model.fsid),
  });
  expect((await create('stor-01', 9, '10.2.0.11')).status).toBe(404);
  expect((await create('stor-02', 1, '10.2.0.11')).message).toContain('server 1 is stor-01');
  expect((await create('stor-01', 1, '10.2.0.99')).message).toContain('is not configured on stor-01');
});
