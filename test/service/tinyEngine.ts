import { contract, type OperationId } from '../../src/api/contract/index.ts';
import type { LogEvent } from '../../src/api/contract/logs.ts';
import {
  Refusal,
  type CallContext,
  type Engine,
  type Handlers,
  type Section,
  type Unsupported,
} from '../../src/service/engine.ts';

/** A cluster of three flags, a log and a bucket, which counts its calls and changes. */
export interface TinyEngine extends Engine {
  readonly flags: Map<string, boolean>;
  /** The inputs of the calls that reached a handler, in order. */
  readonly calls: { readonly id: string; readonly input: unknown }[];
  readonly uploads: { readonly key: string; readonly bytes: number; readonly name: string }[];
  /** Log events to be streamed. Closing the list ends the streams. */
  readonly log: LogEvent[];
  readonly streams: { open: number };
  closed: boolean;
}

/** Handlers that decline every operation with its summary as the reason. */
export const declined = Object.fromEntries(
  Object.entries(contract).map(([id, { summary }]) => [id, { unsupported: summary }]),
) as { readonly [Id in OperationId]: Unsupported };

const never = () => new Promise<never>(() => undefined);

export function tinyEngine(more: Section = {}): TinyEngine {
  const flags = new Map([
    ['noout', false],
    ['noscrub', true],
  ]);
  const calls: { id: string; input: unknown }[] = [];
  const uploads: { key: string; bytes: number; name: string }[] = [];
  const log: LogEvent[] = [];
  const streams = { open: 0 };
  const note = (id: string, input: unknown) => calls.push({ id, input });

  async function* follow(_context: CallContext): AsyncGenerator<LogEvent> {
    streams.open++;
    try {
      yield* log;
      await never();
    } finally {
      streams.open--;
    }
  }

  const handlers = {
    ...declined,
    listFlags: () => [...flags].map(([name, currentState]) => ({ name, currentState })),
    setFlag(input) {
      note('setFlag', input);
      const { flag } = input.params;
      if (!flags.has(flag)) throw new Refusal(404, `this cluster has no flag ${flag}`);
      if (flags.get(flag)) throw new Refusal(409, `${flag} is set already`);
      flags.set(flag, true);
    },
    setRecoverySpeed: (input) => void note('setRecoverySpeed', input),
    getRecoverySpeed() {
      throw new Error('the secret is hunter2');
    },
    getS3Bucket(input) {
      note('getS3Bucket', input);
      return { acl: [] };
    },
    deleteS3Bucket(input) {
      note('deleteS3Bucket', input);
      return { id: 1, state: 'WAITING', done: false };
    },
    deleteFiles(input) {
      note('deleteFiles', input);
      return { id: 2, state: 'WAITING', done: false };
    },
    async uploadS3Object({ form }) {
      let bytes = 0;
      for await (const chunk of form.file.content) bytes += chunk.length;
      uploads.push({ key: form.key, bytes, name: form.file.name });
    },
    followLogs: (input, context) => {
      note('followLogs', input);
      return follow(context);
    },
    ...more,
  } satisfies Handlers;
  return {
    name: 'tiny',
    handlers,
    flags,
    calls,
    uploads,
    log,
    streams,
    closed: false,
    async close() {
      this.closed = true;
    },
  };
}
