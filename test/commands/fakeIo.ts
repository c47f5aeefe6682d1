import type { CommandIo } from '../../src/commands/io.ts';
import { systemClock } from '../../src/lib/clock.ts';

export interface FakeIo extends CommandIo {
  /** The text written to standard output and standard error. */
  readonly written: { out: string; err: string };
  stop(): void;
}

/** An isolated environment for a command: no configuration, no terminal, the real clock. */
export function fakeIo(
  options: {
    readonly env?: Record<string, string>;
    readonly input?: string;
    readonly unicode?: boolean;
  } = {},
): FakeIo {
  const stop = new AbortController();
  const written = { out: '', err: '' };
  return {
    written,
    out: async (text) => void (written.out += text),
    err: (text) => void (written.err += text),
    input: async () => options.input ?? '',
    unicode: options.unicode ?? true,
    env: { HOME: '/nonexistent', ...options.env },
    clock: systemClock({ background: true }),
    stopped: stop.signal,
    interruptible: (work) => work(),
    stop: () => stop.abort(),
  };
}
