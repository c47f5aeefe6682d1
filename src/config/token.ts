import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Clock } from '../lib/clock.ts';
import type { Environment } from '../lib/environment.ts';
import { readSecretFile, SecretFileError } from '../lib/secretFile.ts';
import type { TokenSource } from './config.ts';
import { ConfigError } from './error.ts';

const run = promisify(execFile);

/** The time limit of a token command, which may have to unlock a store or ask for a passphrase. */
const COMMAND_TIMEOUT_MS = 60_000;

/** The most bytes that a token command may print. */
const MAX_BYTES = 64 * 1024;

/** The parts of an error of `execFile` that say why. */
interface ProgramFailure {
  readonly code?: string | number | null;
  readonly killed?: boolean;
  readonly signal?: NodeJS.Signals | null;
}

/** The failure of a token command in words, without its output, which may contain the secret. */
function failureOf({ code, killed, signal }: ProgramFailure): string {
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return `printed more than ${MAX_BYTES / 1024} KB, which is no token`;
  if (killed) return `did not end within ${COMMAND_TIMEOUT_MS / 1000} s`;
  if (code === 'EACCES') return 'cannot be run: this user may not execute it';
  return signal ? `was ended by ${signal}` : `ended with ${code}`;
}

async function fromCommand(argv: readonly string[], env: Environment, signal?: AbortSignal): Promise<string> {
  const [program = '', ...args] = argv;
  const limits = { timeout: COMMAND_TIMEOUT_MS, maxBuffer: MAX_BYTES };
  try {
    const { stdout } = await run(program, args, { ...limits, env: { ...env }, ...(signal && { signal }) });
    return stdout.trim();
  } catch (error) {
    const failure = error as ProgramFailure;
    if (failure.code === 'ENOENT') throw new ConfigError(`token-command: there is no program ${program}`);
    throw new ConfigError(`token-command: ${program} ${failureOf(failure)}`);
  }
}

async function fromFile(path: string): Promise<string> {
  try {
    return await readSecretFile(path);
  } catch (error) {
    throw error instanceof SecretFileError ? new ConfigError(`token-file: ${error.message}`) : error;
  }
}

/**
 * Reads the bearer token from its source.
 * @throws ConfigError that names the source and never shows the token
 */
export async function readToken(
  source: TokenSource,
  env: Environment,
  signal?: AbortSignal,
): Promise<string> {
  let token: string;
  let origin: string;
  switch (source.kind) {
    case 'env':
      token = (env[source.variable] ?? '').trim();
      origin = `environment variable ${source.variable}`;
      break;
    case 'file':
      token = await fromFile(source.path);
      origin = `token-file ${source.path}`;
      break;
    case 'command':
      token = await fromCommand(source.argv, env, signal);
      origin = `token-command ${source.argv[0]}`;
      break;
  }
  if (token === '') throw new ConfigError(`${origin} gives no token: it is empty`);
  // An HTTP header allows no other characters; a token of two lines is probably the wrong file.
  if (!/^[\x21-\x7E]+$/.test(token))
    throw new ConfigError(`${origin} holds more than a token: a token has no blanks`);
  return token;
}

/**
 * The time until a token is read again, in milliseconds. A command may be slow or prompt the user each time. A file is
 * read once for all requests that are sent together, as at the start and every few seconds.
 */
const CACHE_MS: Readonly<Record<TokenSource['kind'], number>> = { env: 0, file: 1_000, command: 300_000 };

/**
 * A function that returns the token for a request. It reads the source again after `CACHE_MS`, so that a replaced token is
 * used within a second for a file and within five minutes for a command.
 */
export function tokenReader(source: TokenSource, env: Environment, clock: Clock): () => Promise<string> {
  let cached: { readonly token: Promise<string>; readonly until: number } | undefined;
  return () => {
    if (cached === undefined || clock.elapsed() >= cached.until) {
      const token = readToken(source, env);
      cached = { token, until: clock.elapsed() + CACHE_MS[source.kind] };
      // After a failure the next request tries again.
      token.catch(() => (cached = undefined));
    }
    return cached.token;
  };
}
