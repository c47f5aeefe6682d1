import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sections } from '../../src/api/contract/index.ts';
import type { Operation } from '../../src/api/operation.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createCephEngine } from '../../src/service/ceph/engine.ts';
import type { Engine } from '../../src/service/engine.ts';
import { createService } from '../../src/service/http/service.ts';
import { withBystander } from '../service/fuzz/bystander.ts';
import { requestsTo } from '../service/fuzz/requests.ts';
import { expectDoneOrRefused, send } from '../service/fuzz/send.ts';
import type { Dictionary } from '../service/fuzz/values.ts';
import { TestCluster } from './cluster.ts';

/** The requests are the same in each run. Another seed finds other problems. */
const SEED = 20_261_120;
/** Requests per operation, on average. */
const RUNS = 10;
const TOKEN = 'a-token-for-tests-0123456789';
/**
 * Sections without fuzzing: other requests would wait for the cluster if OSDs were removed or kept down, unknown
 * monitors would be contacted over the network, and scripts would be run.
 */
const LEFT_OUT = new Set(['disks', 'maintenance', 'setup', 'hooks']);

let cluster: TestCluster;
let engine: Engine;
let service: Awaited<ReturnType<typeof createService>>;
let url = '';
const messages: string[] = [];
const directory = mkdtempSync(join(tmpdir(), 'sd-'));
beforeAll(async () => {
  cluster = await TestCluster.create();
  engine = createCephEngine({
    clock: systemClock(),
    conf: cluster.conf,
    s3: cluster.s3,
    shareMs: 100,
    hostname: 'node1',
    directory,
  });
  const log = (message: string) => void messages.push(message);
  service = await createService({ engine, token: TOKEN, version: '0', log, clock: systemClock() });
  url = `${await service.listen({ host: '127.0.0.1', port: 0 })}/api`;
}, 300_000);
afterAll(async () => {
  await service?.close();
  await engine?.close();
  await cluster?.destroy();
  rmSync(directory, { recursive: true, force: true });
}, 60_000);

/** Texts and numbers that name existing or new objects of the cluster. */
const WORDS: Dictionary = {
  '': ['rbd', 'new', '/new', 'default', 'a'],
  name: ['rbd', 'new', 'a', 'replicated_rule', 'osd_max_backfills'],
  pool: ['rbd'],
  rbd: ['new', 'a'],
  snap: ['a', 'b'],
  size: [2 ** 20],
  servers: [2, 3],
  server: [2, 3],
  serverId: [2, 3],
  pgNum: [8],
  thisWillDeleteData: ["I'm really sure that I want to delete this", 'new', 'a'],
  bucketName: ['new', 'a-bucket', '/new'],
  uid: ['new', 'a'],
  subuser: ['a'],
  owner: ['new'],
  key: ['new', 'a/b'],
  dir: ['/', '/new', '/a'],
  path: ['/new', '/a'],
  dstPath: ['/new/b', '/new2'],
  startBucket: ['default', 'rack1'],
  independent: ['host', 'osd'],
  deviceClass: ['hdd'],
  graph: ['cluster-iops', 'pool-iops', 'server-cpu'],
  'template-pool-name': ['rbd'],
  ip: ['127.0.0.1', '192.0.2.0'],
  netmask: [24],
  permissions: ['read'],
  username: ['demo-initiator'],
  password: ['Demo-only_pw1'],
};

test.each(Object.entries(sections).filter(([section]) => !LEFT_OUT.has(section)))(
  'any request to %s is answered with a message, and other requests are answered meanwhile',
  async (_, operations) => {
    const requests = Object.entries<Operation>(operations).map(([id, operation]) =>
      requestsTo(operation, WORDS).map((request) => ({ id, operation, request })),
    );
    const property = fc.asyncProperty(fc.oneof(...requests), async ({ id, operation, request }) => {
      const answer = await send(url, TOKEN, request, operation.stream === true);
      expect(messages.splice(0), id).toEqual([]);
      expectDoneOrRefused(id, answer);
      // The cluster is complete.
      expect(answer, id).not.toMatchObject({ status: 503 });
    });
    const settings = { numRuns: RUNS * requests.length, seed: SEED, endOnFailure: true };
    await withBystander(url, TOKEN, () => fc.assert(property, settings));
  },
);
