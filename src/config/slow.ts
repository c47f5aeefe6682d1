import type { Environment } from '../lib/environment.ts';
import type { Config } from './config.ts';
import { ConfigError } from './error.ts';
import { switchWord } from './switchWord.ts';

/** The setting for slow links and its source. */
export interface SlowSetting {
  readonly slow: 'auto' | 'on' | 'off';
  readonly origin: string;
}

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
    if (word.toLowerCase() === 'auto') return { slow: 'auto', origin: 'STOREDECK_SLOW' };
    const isOn = switchWord(word);
    if (isOn === undefined)
      throw new ConfigError(`STOREDECK_SLOW must be 1, 0 or auto; it is ${JSON.stringify(word)}`);
    return { slow: isOn ? 'on' : 'off', origin: 'STOREDECK_SLOW' };
  }
  if (screen.slow !== undefined)
    return { slow: screen.slow ? 'on' : 'off', origin: 'slow in the configuration' };
  return { slow: 'auto', origin: 'the default' };
}
