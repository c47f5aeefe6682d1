import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../lib/environment.ts';
import { readRegularFile } from '../lib/regularFile.ts';
import { type Config, emptyConfig } from './config.ts';
import { ConfigError } from './error.ts';

/** An XDG base directory; the specification says to ignore a relative path. */
function baseDirectory(value: string | undefined, fallback: string, env: Environment): string {
  return value?.startsWith('/') ? value : join(env['HOME'] || homedir(), fallback);
}

/** The default path of the configuration file. */
export function defaultConfigFile(env: Environment): string {
  return join(baseDirectory(env['XDG_CONFIG_HOME'], '.config', env), 'storedeck', 'config.toml');
}

/** The directory for the program's own files: tokens, saved views, crash reports, the audit file. */
export function stateDirectory(env: Environment): string {
  return join(baseDirectory(env['XDG_STATE_HOME'], '.local/state', env), 'storedeck');
}

/** Refuses a configuration that names programs to run if other users can write to its file. */
function refuseForeignPrograms(config: Config, file: string, mode: number): void {
  const contexts = [...config.contexts.values()];
  const what = contexts.some((context) => 'via' in context)
    ? 'via'
    : contexts.some((context) => 'token' in context && context.token?.kind === 'command')
      ? 'token-command'
      : config.actions.length > 0
        ? '[[actions]]'
        : undefined;
  if (what !== undefined && (mode & 0o022) !== 0) {
    const problem = `${what} runs what this file says, and others may write to it: chmod go-w ${file}`;
    throw new ConfigError(problem, { file });
  }
}

/**
 * Loads the configuration from the file given by `--config`, else by STOREDECK_CONFIG, else from the default path, where
 * it may be missing.
 * @throws ConfigError
 */
export async function loadConfig(named: string | undefined, env: Environment): Promise<Config> {
  const given = named ?? (env['STOREDECK_CONFIG'] || undefined);
  const file = given ?? defaultConfigFile(env);
  try {
    // Synchronous: the first lines on the screen wait for it, and a turn of the event loop takes longer than the read.
    const { text: source, mode } = readRegularFile(file);
    // Loaded only if there is a file, so that without one the first lines on the screen do not wait for the parser.
    const { readConfig } = await import('./read.ts');
    const config = readConfig(source, file);
    refuseForeignPrograms(config, file, mode);
    return config;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && given === undefined) return emptyConfig;
    throw new ConfigError(code === 'ENOENT' ? 'the configuration file does not exist' : message, { file });
  }
}
