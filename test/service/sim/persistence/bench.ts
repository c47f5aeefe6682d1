import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createApi, type Api } from '../../../../src/api/client.ts';
import { embeddedTransport } from '../../../../src/service/embedded.ts';
import type { SimEngine } from '../../../../src/service/sim/engine.ts';
import { directoryPersistence } from '../../../../src/service/sim/persistence/directoryPersistence.ts';
import type { Persistence } from '../../../../src/service/sim/persistence/persistence.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { simulate } from '../support.ts';

/** The path of a test's data directory, which may not exist yet. */
export function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'storedeck-persistence-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A small file system for a test, undefined if this user may not mount one. */
export function smallDisk(): string | undefined {
  const path = directory();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', path]));
  return path;
}

export interface Session extends AsyncDisposable {
  readonly api: Api;
  readonly engine: SimEngine;
  /** Advances the simulated time until no task is open. */
  finish(): Promise<void>;
}

/** A cluster with a data directory or another store. It is closed with the session, or as if it were killed. */
export function open(path: string, persistence: Persistence = directoryPersistence(path)): Session {
  const engine = simulate({ persistence, scale: 12 });
  const transport = embeddedTransport(engine, (message) => {
    throw new Error(message);
  });
  const api = createApi({ transport, readOnly: () => false, clock: fakeClock() });
  return {
    api,
    engine,
    async finish() {
      for (let second = 0; second < 10_000; second++) {
        const { data = [] } = await api.listTasks({ query: {} });
        if (data.every(({ done }) => done === true)) return;
        engine.cluster.step();
      }
    },
    [Symbol.asyncDispose]: () => transport.close(),
  };
}
