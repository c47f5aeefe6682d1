import { onTestFinished } from 'vitest';
import { createApi, type Api } from '../../../src/api/client.ts';
import type { Task } from '../../../src/api/contract/shapes.ts';
import { ApiError } from '../../../src/api/failure.ts';
import type { Upload } from '../../../src/api/operation.ts';
import { embeddedTransport } from '../../../src/service/embedded.ts';
import type { SimEngine, SimOptions } from '../../../src/service/sim/engine.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { simulate, stepUntil } from './support.ts';

export interface StorageBench {
  readonly engine: SimEngine;
  readonly api: Api;
  /** Advances the simulated time until the task has ended. */
  finish(task: Promise<Task>): Promise<Task>;
}

/** A calm cluster whose operations are called as a client calls them, with all checks on the way. */
export function storageBench(options: Partial<SimOptions> = {}): StorageBench {
  const engine = simulate({ scale: 15, ...options });
  const transport = embeddedTransport(engine, (message) => {
    throw new Error(message);
  });
  onTestFinished(() => transport.close());
  const api = createApi({ transport, readOnly: () => false, clock: fakeClock() });
  return {
    engine,
    api,
    async finish(started) {
      const { id = 0 } = await started;
      const { cluster } = engine;
      stepUntil(cluster, 100_000, () => cluster.model.tasks.get(id).done === true);
      return api.getTask({ params: { id } });
    },
  };
}

/** The status and message of a refused call. */
export async function refusal(call: Promise<unknown>): Promise<{ status: number; message: string }> {
  const error: unknown = await call.then(
    () => new Error('the call succeeded'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError) || error.failure.kind !== 'rejected') throw error;
  const { status, message } = error.failure;
  return { status, message };
}

/** Tells whether a call succeeded. It fails for any other error than a refusal. */
export const done = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && error.failure.kind === 'rejected' && error.failure.status < 500)
        return false;
      throw error;
    },
  );

/** Content that is uploaded in chunks. */
export const upload = (...pieces: readonly (string | Uint8Array)[]): Upload => ({
  name: 'upload.bin',
  content: (async function* () {
    for (const piece of pieces) yield Buffer.from(piece);
  })(),
});
