import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { GUARD_MS } from '../../src/store/action/flow.ts';
import type { Screen, ScreenOptions } from '../support/screen.ts';
import { Home, startStoredeck } from '../support/storedeck.ts';

/** A timeout long enough for a busy machine. Only a failing test waits this long. */
const TIMEOUT_MS = 30_000;

/** The parts of a frame arrive within this time of each other, and frames are further apart. */
const FRAME_MS = 30;

export interface SessionOptions extends ScreenOptions {
  readonly inShell?: boolean;
}

/** One line of the audit file. */
interface AuditLine {
  readonly cluster: string;
  readonly id: string;
  readonly outcome: string;
  readonly input: unknown;
}

/** storedeck in a terminal and a temporary home directory. Both are removed with it. */
export class Session implements AsyncDisposable {
  readonly home = new Home();
  readonly screen: Screen;

  constructor(args: readonly string[], options: SessionOptions = {}) {
    this.screen = startStoredeck(this.home, args, options);
  }

  press(...keys: readonly string[]): void {
    this.screen.press(...keys);
  }

  type(text: string): void {
    this.screen.type(text);
  }

  /** Waits until the screen shows something in a complete frame, and returns its text. */
  async see(wanted: RegExp | ((text: string) => boolean)): Promise<string> {
    const shows = (text: string) => (typeof wanted === 'function' ? wanted(text) : wanted.test(text));
    for (;;) {
      await this.screen.until(wanted, TIMEOUT_MS);
      await this.screen.quiet(FRAME_MS);
      const text = this.screen.text();
      if (shows(text)) return text;
    }
  }

  /** Waits until the screen no longer shows something. */
  seeNo(unwanted: RegExp): Promise<string> {
    return this.see((text) => !unwanted.test(text));
  }

  /** The lines on the screen that match. */
  lines(pattern: RegExp): string[] {
    return this.screen.lines().filter((line) => pattern.test(line));
  }

  /** Runs a command on the `:` line. */
  async command(line: string): Promise<void> {
    this.press(':');
    await this.see(/\n: /);
    this.type(line);
    await this.see((text) => text.includes(`\n:${line}`));
    this.press('Enter');
    // A line that fails stays, with the reason in place of the keys.
    await this.see((text) => !text.includes(`\n:${line}`) || !/Enter run/.test(text));
  }

  /** Sets the filter of the focused pane. */
  async filter(text: string): Promise<void> {
    this.press('/');
    await this.see(/\n\//);
    this.press('ctrl-u');
    await this.see(/\n\/ /);
    this.type(text);
    await this.see((shown) => shown.includes(`\n/${text}`));
    this.press('Enter');
    await this.see((shown) => !shown.includes(`\n/${text}`));
  }

  /** Moves the cursor of a menu to an entry, and chooses it. */
  async choose(entry: string): Promise<void> {
    const line = (marked: string) => {
      const shown = new RegExp(String.raw`[│|] ${marked} ${entry.replace(/\W/g, String.raw`\$&`)}`);
      return this.screen.lines().findIndex((text) => shown.test(text));
    };
    await this.see(() => line('[▌> ]') >= 0);
    const cursor = this.screen.lines().findIndex((text) => /[│|] [▌>] /.test(text));
    for (let steps = line('[▌> ]') - cursor; steps > 0; steps--) this.press('Down');
    await this.see(() => line('[▌>]') >= 0);
    this.press('Enter');
  }

  /** The entries of the audit file, one for each write. */
  audit(): AuditLine[] {
    if (!existsSync(this.auditFile)) return [];
    const lines = readFileSync(this.auditFile, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as AuditLine);
  }

  /** The entries of the audit file, once there are `count`. The file is written independently of the screen. */
  async audited(count: number): Promise<AuditLine[]> {
    await vi.waitFor(() => expect(this.audit().length).toBeGreaterThanOrEqual(count), TIMEOUT_MS);
    return this.audit();
  }

  auditMode(): number {
    return statSync(this.auditFile).mode & 0o777;
  }

  private get auditFile(): string {
    return join(this.home.folder, 'state', 'storedeck', 'audit.jsonl');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.screen[Symbol.asyncDispose]();
    this.home[Symbol.dispose]();
  }
}

/** The text in the header once the service has answered. */
const ANSWERED = /HEALTH_(?:OK|WARN|ERR)/;

/** The session once it shows something. A session that never does is ended, because nothing else would end it. */
export async function opened(session: Session, shows: (text: string) => boolean): Promise<Session> {
  try {
    await session.see(shows);
    return session;
  } catch (error) {
    await session[Symbol.asyncDispose]();
    throw error;
  }
}

/** The console over the simulated cluster, once every visible pane has data. */
export function openDemo(
  scenario: string,
  { args = [], ...options }: SessionOptions & { readonly args?: readonly string[] } = {},
): Promise<Session> {
  const session = new Session([`--demo=${scenario}`, '--utc', ...args], options);
  return opened(
    session,
    (text) => ANSWERED.test(text) && !/waiting for the first answer|no log lines yet/i.test(text),
  );
}

/** The console over a running service. */
export function openUrl(url: string, tokenFile: string, options: SessionOptions = {}): Session {
  return new Session(['--url', url, '--token-file', tokenFile, '--utc'], options);
}

/**
 * Waits until a dialog that has just opened accepts keys. The screen does not show this, so it is the only place
 * that waits for time and not for text.
 */
export const waitForGuard = (): Promise<void> => sleep(GUARD_MS + 100);

/** Checks that keys are still answered, whatever the service does. */
export async function expectAlive(deck: Session): Promise<void> {
  deck.press('5');
  await deck.see(/[▶>] 5 CRUSH/);
  deck.press('1');
  await deck.see(/[▶>] 1 Health/);
}
