import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readArguments } from '../../src/commands/arguments.ts';
import { runCommand } from '../../src/commands/run.ts';
import type { DownloadSource } from '../../src/service/downloads.ts';
import type { Section } from '../../src/service/engine.ts';
import { serve, TOKEN } from '../service/http/serve.ts';
import { tinyEngine } from '../service/tinyEngine.ts';
import { fakeIo, type FakeIo } from './fakeIo.ts';

/** A temporary directory for a test. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'storedeck-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}

/** Runs a command line to its end. */
export async function run(argv: readonly string[], io: FakeIo): Promise<number> {
  const command = readArguments(argv);
  if (command.command === 'console') throw new Error('the console is no command of this kind');
  return runCommand(command, io);
}

/** Runs a command line against a service over HTTP whose engine has these handlers in addition to its own. */
export async function onService(
  handlers: Section,
  argv: readonly string[],
  input = '',
  downloads?: DownloadSource,
  { unicode = true } = {},
) {
  const engine = { ...tinyEngine(handlers), ...(downloads && { downloads }) };
  const { url } = await serve(engine);
  const directory = await temporaryDirectory();
  const tokenFile = join(directory, 'token');
  await writeFile(tokenFile, TOKEN, { mode: 0o600 });
  const io = fakeIo({ input, unicode, env: { XDG_STATE_HOME: directory } });
  const code = await run([...argv, '--url', url, '--token-file', tokenFile], io);
  return { code, engine, directory, ...io.written };
}
