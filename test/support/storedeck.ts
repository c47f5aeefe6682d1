import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '../../scripts/lib/project.mjs';
import { Screen, type ScreenOptions } from './screen.ts';

/** A temporary home directory, so that no configuration, history or audit file of the user is read or written. */
export class Home implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'storedeck-home-'));
  readonly env = {
    HOME: this.folder,
    XDG_CONFIG_HOME: join(this.folder, 'config'),
    XDG_STATE_HOME: join(this.folder, 'state'),
    XDG_DATA_HOME: join(this.folder, 'data'),
    XDG_RUNTIME_DIR: join(this.folder, 'run'),
  };

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A busy machine must not count as a slow link, because the display depends on it. */
const FAST = { STOREDECK_SLOW: 'off' };

/** Starts the built program in a terminal. `inShell` starts it from a shell, as Screen.startInShell does. */
export function startStoredeck(
  home: Home,
  args: readonly string[],
  { inShell = false, ...options }: ScreenOptions & { inShell?: boolean } = {},
): Screen {
  const start = inShell ? Screen.startInShell : Screen.start;
  const env = { ...FAST, ...home.env, ...options.env };
  return start(process.execPath, [program, ...args], { cwd: home.folder, ...options, env });
}
