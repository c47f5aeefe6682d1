// node bench/crowd.ts TOKEN_FILE OSDS IMAGES CHECKS: serves a simulated cluster with large numbers of everything.
import type { HealthCheck } from '../src/api/contract/cluster.ts';
import type { Input, OperationId, Output } from '../src/api/contract/index.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createSimEngine } from '../src/service/sim/engine.ts';
import { serveEngine } from './serveEngine.ts';

const [tokenFile = '', ...counts] = process.argv.slice(2);
const [osds = 60, images = 0, checks = 0] = counts.map(Number);

const engine = createSimEngine({ clock: systemClock(), scenario: 'calm', scale: osds });
const signal = new AbortController().signal;
const call = <Id extends OperationId>(id: Id, input: Input<Id>): Promise<Output<Id>> =>
  Promise.resolve(engine.handlers[id](input, { signal, by: 'bench' }) as Output<Id>);

const pool = 'crowd';
await call('createPool', { body: { name: pool, pgNum: 8, size: 3, application: 'rbd' } });
for (let index = 0; index < images; index++) {
  const body = { name: `image-${index}`, size: 2 ** 30 };
  await call('createImage', { params: { pool }, body });
}

const more: Record<string, HealthCheck> = {};
for (let index = 0; index < checks; index++) {
  const detail = [{ message: `osd.${index} says that something is amiss` }];
  const summary = { message: `thing ${index} is amiss`, count: 1 };
  more[`AMISS_${index}`] = { severity: index % 3 ? 'HEALTH_WARN' : 'HEALTH_ERR', summary, detail };
}

const handlers: typeof engine.handlers = {
  ...engine.handlers,
  async getClusterStatus() {
    const status = await call('getClusterStatus', {});
    const health = { status: 'HEALTH_ERR' as const, checks: more };
    return { ...status, storeStatus: { ...status.storeStatus, health } };
  },
};
await serveEngine({ ...engine, handlers }, tokenFile);
