import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { createCephEngine } from '../../src/service/ceph/engine.ts';
import { LIMITS, UNSUPPORTED } from '../../src/service/ceph/limits.ts';
import { Site } from '../interface/site.ts';
import { interfaceTests } from '../interface/suite.ts';
import { TestCluster } from './cluster.ts';
import { gatewayPorts, otherClients } from './otherClients.ts';

const impossible = new Set(Object.keys(UNSUPPORTED) as (keyof typeof UNSUPPORTED)[]);
const limits = new Map(LIMITS.flatMap(({ operations, why }) => operations.map((id) => [id, why] as const)));

let cluster: TestCluster;
let site: Site;
const directory = mkdtempSync(join(tmpdir(), 'sd-'));
beforeAll(async () => {
  cluster = await TestCluster.create();
  const engineOf = (hostname: string, server: number) =>
    createCephEngine({
      clock: systemClock(),
      conf: cluster.conf,
      s3: cluster.s3,
      shareMs: 100,
      hostname,
      directory: join(directory, hostname),
      gateways: gatewayPorts(cluster, server),
    });
  site = await Site.open({
    engine: engineOf('node1', 0),
    second: engineOf('node2', 1),
    imagePool: 'rbd',
    timeoutMs: 60_000,
    impossible,
    limits,
    alwaysDeclined: new Set([
      'createCluster',
      'migrateToMimic',
      'deleteServerNic',
      'enterMaintenance',
      'leaveMaintenance',
    ] as const),
    ceph: (...args) => cluster.ceph(...args),
    gateways: [
      { hostname: 'node1', ip: '127.0.0.1' },
      { hostname: 'node2', ip: '127.0.0.1' },
    ],
    clients: otherClients(cluster),
  });
}, 300_000);
afterAll(async () => {
  await site?.close();
  await cluster?.destroy();
  rmSync(directory, { recursive: true, force: true });
}, 60_000);

describe('a real cluster', () => interfaceTests(() => site));
