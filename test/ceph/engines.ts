import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { Input, OperationId, Output } from '../../src/api/contract/index.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createCephEngine, type CephEngine, type CephEngineOptions } from '../../src/service/ceph/engine.ts';
import { handlerOf } from '../service/handlerOf.ts';
import type { TestCluster } from './cluster.ts';

/** Calls an operation of an engine as the service does. */
export type Call = <Id extends OperationId>(id: Id, input: Input<Id>) => Promise<Output<Id>>;

/** A management node of a test cluster, with a unique name and a temporary directory. */
export interface Node {
  readonly engine: CephEngine;
  readonly directory: string;
  readonly call: Call;
  close(): Promise<void>;
}

/** Resolves once the node is connected. */
export async function startNode(
  cluster: Pick<TestCluster, 'conf'> & Partial<Pick<TestCluster, 's3'>>,
  hostname: string,
  options: Partial<CephEngineOptions> = {},
): Promise<Node> {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'sd-'));
  const engine = createCephEngine({
    clock: systemClock(),
    conf: cluster.conf,
    shareMs: 200,
    hostname,
    directory,
    ...(cluster.s3 !== undefined && { s3: cluster.s3 }),
    ...options,
  });
  const call: Call = async (id, input) => {
    return handlerOf(engine.handlers, id)(input, { signal: new AbortController().signal, by: 'test' });
  };
  await vi.waitFor(() => call('listNetworks', {}), { timeout: 60_000, interval: 250 });
  return {
    engine,
    directory,
    call,
    async close() {
      await engine.close();
      if (options.directory === undefined) rmSync(directory, { recursive: true, force: true });
    },
  };
}

export const eventually = <T>(read: () => Promise<T>, timeout = 60_000) =>
  expect.poll(read, { timeout, interval: 250 });

/** Waits for a task to succeed. */
export async function finished(call: Call, started: { readonly id?: number }): Promise<string> {
  const { id = 0 } = started;
  await eventually(async () => (await call('getTask', { params: { id } })).done).toBe(true);
  const { state, output = '' } = await call('getTask', { params: { id } });
  expect(`${state}: ${output}`).toMatch(/^FINISHED/);
  return output;
}
