import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { Input, OperationId, Output } from '../../src/api/contract/index.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createCephEngine } from '../../src/service/ceph/engine.ts';
import type { Engine } from '../../src/service/engine.ts';
import { handlerOf } from '../service/handlerOf.ts';
import { TestCluster } from './cluster.ts';

const run = promisify(execFile);

/** A real cluster, the engine on it, and other clients that see the effects of the engine. */
export class Bench {
  readonly cluster: TestCluster;
  readonly engine: Engine;

  private constructor(cluster: TestCluster) {
    this.cluster = cluster;
    this.engine = createCephEngine({ clock: systemClock(), conf: cluster.conf, shareMs: 100 });
  }

  static async create(): Promise<Bench> {
    return new Bench(await TestCluster.create());
  }

  async destroy(): Promise<void> {
    await this.engine.close();
    await this.cluster.destroy();
  }

  /** Calls an operation of the engine. */
  async call<Id extends OperationId>(
    id: Id,
    input: Input<Id>,
    signal = new AbortController().signal,
  ): Promise<Output<Id>> {
    return handlerOf(this.engine.handlers, id)(input, { signal, by: 'test' });
  }

  /** Expects an operation to be declined with a status and a matching message. */
  async declined<Id extends OperationId>(
    status: number,
    words: RegExp,
    id: Id,
    input: Input<Id>,
  ): Promise<void> {
    const message = expect.stringMatching(words) as string;
    await expect(this.call(id, input)).rejects.toMatchObject({ name: 'Refusal', status, message });
  }

  /** Waits for the end of a task and returns it. Without an id it waits for the latest task. */
  async ended(id?: number) {
    const read = async () =>
      id === undefined
        ? (await this.call('listTasks', { query: { limit: 1 } })).data?.[0]
        : this.call('getTask', { params: { id } });
    await expect.poll(async () => (await read())?.done, { timeout: 60_000, interval: 20 }).toBe(true);
    return (await read())!;
  }

  /** The output of the rbd command, parsed as JSON. */
  async rbd(...args: string[]): Promise<unknown> {
    return JSON.parse(await this.rbdText(...args, '--format', 'json'));
  }

  async rbdText(...args: string[]): Promise<string> {
    return (await run('rbd', ['-c', this.cluster.conf, ...args])).stdout;
  }

  /** An operation of another client of the filesystem (filesystemClient.py). */
  cephfs(operation: string, path: string, ...names: string[]): Promise<unknown> {
    return this.cluster.cephfs(operation, path, ...names);
  }
}
