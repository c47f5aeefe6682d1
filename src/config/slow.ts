import type { Environment } from '../lib/environment.ts';
import type { Config } from './config.ts';
import { ConfigError } from './error.ts';

/** The setting for slow links and its source. */
export interface SlowSetting {
  readonly slow: 'auto' | 'on' | 'off';
  readonly origin: string;
}

const WORDS: Readonly<Record<string, SlowSetting['slow']>> = {
  '1': 'on',
  on: 'on',
  true: 'on',
  yes: 'on',
  '0': 'off',
  off: 'off',
  false: 'off',
  no: 'off',
  auto: 'auto',
};

/**
 * Determines the setting for slow links: the command line overrides STOREDECK_SLOW, which overrides the file. The default
 * is `auto`, by the measured round trip.
 * @throws ConfigError
 */
export function slowSetting(
  asked: boolean | undefined,
  env: Environment,
  { screen }: Pick<Config, 'screen'>,
): SlowSetting {
  if (asked !== undefined)
    return asked ? { slow: 'on', origin: '--slow' } : { slow: 'off', origin: '--no-slow' };
  const word = env['STOREDECK_SLOW'] ?? '';
  if (word !== '') {
    const slow = Object.hasOwn(WORDS, word.toLowerCase()) ? WORDS[word.toLowerCase()] : undefined;
    if (slow === undefined)
      throw new ConfigError(`STOREDECK_SLOW must be 1, 0 or auto; it is ${JSON.stringify(word)}`);
    return { slow, origin: 'STOREDECK_SLOW' };
  }
  if (screen.slow !== undefined)
    return { slow: screen.slow ? 'on' : 'off', origin: 'slow in the configuration' };
  return { slow: 'auto', origin: 'no one has said otherwise' };
}
