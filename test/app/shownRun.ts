import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { runConsole } from '../../src/app/run.ts';
import * as start from '../../src/app/start.tsx';
import type { ConsoleOptions } from '../../src/config/commandLine.ts';

export const DEMO: ConsoleOptions = { target: { demo: true }, simulation: {}, screen: {} };

/** A stream of a terminal, which keeps what is written to it and has sent some bytes. */
class Stream extends EventEmitter {
  readonly isTTY: boolean;
  columns = 80;
  rows = 24;
  written = '';
  sent: string | null = null;
  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }
  write(text: string, done?: () => void): boolean {
    this.written += text;
    done?.();
    return true;
  }
  read = () => (this.sent === null ? null : Buffer.from(this.sent, 'latin1'));
  unshift = () => undefined;
  setRawMode = () => this;
  unref = () => this;
}

interface Around {
  readonly isTTY?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** The text of the configuration file, if there is one. */
  readonly config?: string;
  /** The bytes that the terminal has sent. */
  readonly sent?: string;
}

/** Runs the console in a home directory of its own. */
export function run(options: ConsoleOptions, { isTTY = true, env = {}, config, sent }: Around = {}) {
  const home = mkdtempSync(join(tmpdir(), 'storedeck-test-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const file = join(home, 'config.toml');
  if (config !== undefined) writeFileSync(file, config, { mode: 0o600 });
  const [stdin, stdout] = [new Stream(isTTY), new Stream(isTTY)];
  stdin.sent = sent ?? null;
  const process = Object.assign(new EventEmitter(), {
    env: { HOME: home, ...(config !== undefined && { STOREDECK_CONFIG: file }), ...env },
    stdin,
    stdout,
    stderr: new Stream(isTTY),
    exit: () => undefined,
  });
  return { home, process, stdout, code: runConsole(options, process as unknown as NodeJS.Process) };
}

/** Runs the console without showing it: each time it would be shown, it ends in the next of these ways. */
export async function shown(
  options: ConsoleOptions,
  around: Around = {},
  ends: start.Ended[] = [{ code: 0 }],
) {
  const flags: string[] = [];
  const v8 = process.getBuiltinModule('node:v8');
  const setFlags = vi
    .spyOn(v8, 'setFlagsFromString')
    .mockImplementation((flag: string) => void flags.push(flag));
  const given: start.StartOptions[] = [];
  const startConsole = vi.spyOn(start, 'startConsole').mockImplementation(async (one) => {
    given.push(one);
    return ends[given.length - 1] ?? { code: 99 };
  });
  onTestFinished(() => {
    setFlags.mockRestore();
    startConsole.mockRestore();
  });
  const { code, ...rest } = run(options, around);
  return { ...rest, code: await code, given, flags, first: given[0]! };
}
