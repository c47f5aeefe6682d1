import { afterAll, beforeAll, describe } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { createSimEngine } from '../../src/service/sim/engine.ts';
import { Site } from './site.ts';
import { interfaceTests } from './suite.ts';

let site: Site;
beforeAll(async () => {
  const engine = createSimEngine({ clock: systemClock(), scenario: 'calm', scale: 24, speed: 100 });
  site = await Site.open({
    engine,
    imagePool: 'volumes',
    timeoutMs: 30_000,
    impossible: new Set(),
    gateways: [
      { hostname: 'stor-01', ip: '10.20.0.11' },
      { hostname: 'stor-02', ip: '10.20.0.12' },
    ],
    alwaysDeclined: new Set([
      'createCluster',
      'migrateToMimic',
      'deleteServerNic',
      'enterMaintenance',
      'leaveMaintenance',
    ] as const),
  });
});
afterAll(() => site.close());

describe('the simulated cluster', () => interfaceTests(() => site));
