import { homedir } from 'node:os';
import { join } from 'node:path';
import { readRegularFile } from '../lib/regularFile.ts';
import { type Config, emptyConfig } from './config.ts';
import { ConfigError } from './error.ts';

/** The environment variables as they are passed in. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A directory of the XDG base directory specification; a relative one counts as absent, as the specification says. */
function baseDirectory(value: string | undefined, fallback: string, env: Environment): string {
  return value?.startsWith('/') ? value : join(env['HOME'] || homedir(), fallback);
}

/** Where the configuration file stands unless it is named. */
export function defaultConfigFile(env: Environment): string {
  return join(baseDirectory(env['XDG_CONFIG_HOME'], '.config', env), 'storedeck', 'config.toml');
}

/** Where the program keeps what it makes itself: tokens, journals, the audit file. */
export function stateDirectory(env: Environment): string {
  return join(baseDirectory(env['XDG_STATE_HOME'], '.local/state', env), 'storedeck');
}

/** A file that names programs to run must be in no one else's hands. */
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
 * Reads the configuration: the file named by `--config`, else by STOREDECK_CONFIG, else the default one, which
 * may be missing.
 * @throws ConfigError
 */
export async function loadConfig(named: string | undefined, env: Environment): Promise<Config> {
  const given = named ?? (env['STOREDECK_CONFIG'] || undefined);
  const file = given ?? defaultConfigFile(env);
  try {
    // Without a turn of the event loop: the first line on the screen waits for it, and it takes longer than the file.
    const { text: source, mode } = readRegularFile(file);
    // Where there is no file, the first lines on the screen do not wait for what reads one.
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
