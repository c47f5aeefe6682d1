import { setImmediate } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import { GatewayProcess, type DaemonOptions } from '../../../../src/service/ceph/gateways/daemon.ts';
import type { FakeClock } from '../../../support/fakeClock.ts';

/**
 * Stands in for the program of a gateway until the test ends: nothing runs, and what the gateway asks for is recorded.
 * @param act what the program does at its start and after a signal
 */
export function fakeDaemon(
  act: { readonly start?: (options: DaemonOptions) => void; readonly signal?: () => void } = {},
) {
  const seen = {
    started: [] as DaemonOptions[],
    running: true,
    signals: [] as string[],
    closed: 0,
  };
  const daemon: Pick<GatewayProcess, 'running' | 'signal' | 'close'> = {
    get running() {
      return seen.running;
    },
    signal: (signal) => {
      seen.signals.push(signal);
      act.signal?.();
    },
    close: async (stop) => {
      stop?.();
      seen.closed++;
    },
  };
  vi.spyOn(GatewayProcess, 'start').mockImplementation(async (options) => {
    await options.check?.();
    seen.started.push(options);
    act.start?.(options);
    options.onStart();
    return daemon as GatewayProcess;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return seen;
}

/** Advances the time whenever something waits for it, until the promise is settled. */
export async function passing<T>(clock: FakeClock, promise: Promise<T>): Promise<T> {
  const state = { ended: false };
  const done = promise.finally(() => (state.ended = true));
  done.catch(() => undefined);
  while (!state.ended) await (clock.pending() > 0 ? clock.advance(50) : setImmediate());
  return done;
}
