import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runConsole } from '../../src/app/run.ts';
import type { ConsoleOptions } from '../../src/config/commandLine.ts';
import { ConfigError } from '../../src/config/error.ts';

const DEMO: ConsoleOptions = { target: { demo: true }, simulation: {}, screen: {} };

/** Starts the console without a configuration, with or without a terminal, and returns its output. */
function start(options: ConsoleOptions, { isTTY = true, env = {} }: { isTTY?: boolean; env?: object } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'storedeck-test-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const written: string[] = [];
  const stream = { isTTY, columns: 80, rows: 24, write: (text: string) => void written.push(text) };
  const process = Object.assign(new EventEmitter(), {
    env: { HOME: home, ...env },
    stdin: stream,
    stdout: stream,
    stderr: stream,
  });
  return { run: runConsole(options, process as unknown as NodeJS.Process), written };
}

test('the console requires a terminal, and names the commands for scripts', async () => {
  const { run } = start(DEMO, { isTTY: false });
  await expect(run).rejects.toBeInstanceOf(ConfigError);
  await expect(run).rejects.toThrow(/in a script use storedeck status, logs or call/);
});

test.each<[string, ConsoleOptions, object, RegExp]>([
  ['a scenario that does not exist', { ...DEMO, target: { demo: 'nonsense' } }, {}, /--demo: .*nonsense/],
  ['a context that does not exist', { ...DEMO, target: { context: 'nowhere' } }, {}, /nowhere/],
  ['an invalid setting of the link speed', DEMO, { STOREDECK_SLOW: 'perhaps' }, /STOREDECK_SLOW/],
])('%s is refused before anything is written to the screen', async (_, options, env, message) => {
  const { run, written } = start(options, { env });
  await expect(run).rejects.toThrow(message);
  expect(written).toEqual([]);
});
