import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { contract, sections, type OperationId } from '../../src/api/contract/index.ts';
import { openApiDocument } from '../../src/api/openapi.ts';
import type { Operation } from '../../src/api/operation.ts';
import { runOperation } from '../../src/service/http/runOperation.ts';
import { createSimEngine, type SimEngine } from '../../src/service/sim/engine.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { withBystander } from './fuzz/bystander.ts';
import { requestsTo } from './fuzz/requests.ts';
import { expectDoneOrRefused, send } from './fuzz/send.ts';
import type { Dictionary } from './fuzz/values.ts';
import { serve, TOKEN } from './http/serve.ts';
import { checkInvariants } from './sim/invariants.ts';

/** The requests are the same in each run. Another seed finds other problems. */
const SEED = Number(process.env['STOREDECK_FUZZ_SEED'] ?? 20_261_120);
/** Requests per operation, on average. */
const RUNS = Number(process.env['STOREDECK_FUZZ_RUNS'] ?? 20);
/** The maximum time of a request with its two looks at the state on a busy machine, in milliseconds. */
const MAX_MS = 200;
/** Everything that can be read without a name, and some of what requires one. */
const READS: readonly (readonly [OperationId, object])[] = [
  ...Object.entries<Operation>(contract)
    .filter(([, { method, path, query, stream }]) => {
      const needs = query?.required ?? [];
      return method === 'GET' && !stream && !path.includes('{') && needs.length === 0;
    })
    .map(([id]) => [id as OperationId, {}] as const),
  ['listImages', { params: { pool: 'volumes' } }],
  ['listFilesWithStats', { query: { dir: '/' } }],
  ['listFilesWithStats', { query: { dir: '/scratch' } }],
  ['listS3Objects', { params: { bucketName: 'scratch' } }],
  ['getS3Bucket', { params: { bucketName: 'scratch' } }],
  ['getIscsiService', { params: { serviceId: 1 } }],
  ['getNfsService', { params: { serviceId: 1 } }],
  ['getPoolDetails', { params: { name: 'volumes' } }],
  ['getScript', { params: { id: 1 } }],
];
/** Fields that may change at any time. */
const FIXED = new Set<OperationId>(['getAvailableSettings']);

async function stateOf(engine: SimEngine): Promise<string> {
  const context = { signal: new AbortController().signal, by: 'fuzz' };
  const reads = READS.filter(([id]) => !FIXED.has(id));
  const replies = await Promise.all(
    reads.map(async ([id, input]) => {
      const { json } = await runOperation(engine, id, input, context, () => undefined);
      return `${id} ${json?.toString() ?? ''}`;
    }),
  );
  return replies.join('\n');
}

/** The differences between two states. */
function difference(before: string, after: string): string[] {
  const lines = before.split('\n');
  return after.split('\n').filter((line, index) => line !== lines[index]);
}

const CLIENTS = ['backup', 'hypervisor1', 'new'].map((name) => `iqn.1998-01.com.example:${name}`);

/** Texts that name objects of the simulated cluster. Those under '' are used everywhere. */
const WORDS: Dictionary = {
  '': ['volumes', 'new', 'scratch', '/scratch', '10.2.0.11', 'default', 'a'],
  name: ['volumes', 'new', 'replicated_rule', 'osd_max_backfills', 'iqn.1998-01.com.example:backup'],
  pool: ['volumes', 'storefs-data', 'new', 'vm-disks'],
  thisWillDeleteData: ["I'm really sure that I want to delete this", 'volumes', 'new'],
  startBucket: ['default', 'rack1'],
  independent: ['host', 'osd', 'rack'],
  deviceClass: ['hdd', 'ssd'],
  flag: ['noout'],
  bucketName: ['scratch', 'media-archive', 'new'],
  uid: ['admin', 'media', 'new'],
  owner: ['admin', 'media'],
  key: ['new', 'a/b'],
  dir: ['/', '/scratch', '/new'],
  path: ['/scratch', '/new', '/backups'],
  dstPath: ['/scratch/new', '/new2'],
  group: ['hypervisors', 'new'],
  host: ['iqn.1998-01.com.example:backup', 'iqn.1998-01.com.example:hypervisor1'],
  event: ['OnHealthDegrade'],
  contents: ['#!/bin/sh\nexit 0\n'],
  graph: ['cluster-iops', 'pool-iops', 'server-cpu', 's3-bucket-bytes'],
  'template-pool-name': ['pool-2', 'volumes'],
  serviceId: [1],
  serverId: [1, 2],
  servers: [1, 2],
  server: [1, 2],
  size: [2 ** 30],
  scriptId: [1],
  username: ['demo-initiator'],
  password: ['Demo-only_pw1'],
  ip: ['10.2.0.11', '10.1.0.11', '192.0.2.0'],
  gateway: ['192.0.2.1'],
  subnet: ['192.0.2.0/24', '*'],
  interfaceName: ['eno1', 'ens1f0'],
  permissions: ['read', 'write'],
  hostname: ['stor-01'],
};

/** Further meanings of a word within a section. */
const OWN_WORDS: Readonly<Partial<Record<keyof typeof sections, Dictionary>>> = {
  iscsi: { '': [...CLIENTS, 'volumes', 'new', 'hypervisors'], name: [...CLIENTS, 'new'] },
  networks: { ip: ['192.0.2.0', '198.51.100.0'], gateway: ['192.0.2.1'], netmask: [24], id: [1, 5, 6] },
  haGroups: { virtualIp: ['10.20.254.77', '10.20.254.78'], nic: [4], vlan: [0], id: [1, 2, 3] },
  nfs: { '': ['/scratch', '/new', '*'], subnet: ['10.20.0.0/16'] },
  config: { name: ['osd_max_backfills', 'osd_memory_target', 'mon_allow_pool_delete'] },
  rbds: { pool: ['volumes'], rbd: ['new', 'a'], name: ['new', 'a', 'b'], snap: ['a', 'b'] },
  crush: { name: ['new', 'replicated_rule'], deviceClass: ['hdd'] },
  pools: { name: ['new', 'a', 'volumes'] },
  s3Users: { uid: ['new', 'a'], subuser: ['a', 'b'] },
};

test.each(Object.entries(sections))(
  'any request to %s is answered, as are others meanwhile, and a refusal has a message and changes nothing',
  async (section, operations) => {
    // The cluster does not advance, so any change comes from a request.
    const clock = fakeClock();
    const engine = createSimEngine({ clock, scale: 6, scenario: 'calm', allowHooks: false });
    onTestFinished(() => engine.close());
    const { url, told } = await serve(engine);
    let before = await stateOf(engine);
    const all = Object.entries<Operation>(operations);
    const words = { ...WORDS, ...OWN_WORDS[section as keyof typeof sections] };
    const requests = all.map(([id, operation]) =>
      requestsTo(operation, words).map((request) => ({ id, operation, request })),
    );
    const property = fc.asyncProperty(fc.oneof(...requests), async ({ id, operation, request }) => {
      const answer = await send(url, TOKEN, request, operation.stream === true);
      expect(told.splice(0), id).toEqual([]);
      expectDoneOrRefused(id, answer);
      // What a read changes all the same appears with the next request that is refused.
      if (operation.method === 'GET' && answer.status < 400) return;
      const after = await stateOf(engine);
      const changes = difference(before, after);
      before = after;
      if (answer.status >= 400) expect(changes, `${id}: ${answer.status} ${answer.text}`).toEqual([]);
    });
    const settings = { numRuns: RUNS * all.length, seed: SEED, endOnFailure: true };
    await withBystander(url, TOKEN, () => fc.assert(property, settings));
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    // The cluster continues with its new data.
    await clock.advance(60_000);
    await checkInvariants(engine);
    expect(told).toEqual([]);
  },
  Math.max(30_000, RUNS * Object.keys(contract).length * MAX_MS),
);

test('every operation of the OpenAPI document is tried', () => {
  const document = openApiDocument({ version: '0', server: '/api' }) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
  };
  const described = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  const tried = Object.values(sections).flatMap((operations) => Object.keys(operations));
  expect(tried.toSorted()).toEqual(described.filter((id) => id !== undefined).toSorted());
});
