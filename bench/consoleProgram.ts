import { program } from '../scripts/lib/project.mjs';
import type { ScreenOptions } from '../test/support/screen.ts';
import type { Home } from '../test/support/storedeck.ts';
import type { Program } from './program.ts';
import type { Service } from './service.ts';

/** The text that the deck shows once it has the cluster's status. */
export const STATUS = /HEALTH_(OK|WARN|ERR)/;

/** The command of a console on a running service, with its own home directory. */
export function consoleOver({ url, tokenFile }: Service, home: Home, options: ScreenOptions = {}): Program {
  return {
    file: process.execPath,
    args: [program, '--url', url, '--token-file', tokenFile],
    options: { ...options, env: home.env },
    ready: STATUS,
  };
}
