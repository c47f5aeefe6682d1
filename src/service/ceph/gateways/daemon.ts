import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sleep, type Clock } from '../../../lib/clock.ts';

const FIRST_RESTART_MS = 500;
const SLOWEST_RESTART_MS = 30_000;
/** A daemon that ran for so long was in order: its next restart comes quickly again. */
const STEADY_MS = 60_000;
/** Milliseconds that a daemon may take to end by itself. */
const ENDING_MS = 3000;
const ENDING_LOOK_MS = 50;
/** Bytes of a log; a longer one is set aside at the next start, in the place of the one before. */
const LONGEST_LOG = 8 * 1024 * 1024;
/** The folders of daemons and of the tools that they call, whatever the PATH of this process is. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** Marks a daemon's environment as of this directory, so that a leftover can be told from other processes. */
const MARK = 'STOREDECK_DAEMON';

export interface DaemonOptions {
  readonly clock: Clock;
  /** Names its files. */
  readonly name: string;
  /** Private to the daemon: its log and the number of its process lie here. */
  readonly directory: string;
  readonly command: readonly [program: string, ...args: string[]];
  readonly environment?: Readonly<Record<string, string>>;
  /** Rejects while it cannot be started. */
  readonly check?: () => Promise<void>;
  /** A process has been started, the first or a later one: nothing that it was told before is known to it. */
  readonly onStart: () => void;
  /** Told when it ended by itself, and why. */
  readonly onDeath: (why: string) => void;
}

/** Keeps a daemon running as a child of this process, until it is closed. */
export class Daemon {
  readonly #options: DaemonOptions;
  #child: ChildProcess | undefined;
  #restart: Disposable | undefined;
  #restarts = 0;
  #startedAt = 0;
  #closed = false;

  private constructor(options: DaemonOptions) {
    this.#options = options;
  }

  /** Ends first what an earlier service that was killed has left running in this directory. @throws what `check` does */
  static async start(options: DaemonOptions): Promise<Daemon> {
    const daemon = new Daemon(options);
    await endLeftover(options);
    await options.check?.();
    daemon.#start();
    return daemon;
  }

  get running(): boolean {
    return this.#child !== undefined;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /**
   * Ends it. It is not started again.
   * @param ask makes it end by itself; SIGTERM unless given
   */
  async close(ask = () => this.signal('SIGTERM')): Promise<void> {
    this.#closed = true;
    this.#restart?.[Symbol.dispose]();
    const child = this.#child;
    if (!child) return;
    const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()));
    ask();
    using _ = this.#options.clock.after(ENDING_MS, () => void child.kill('SIGKILL'));
    await ended;
  }

  #start(): void {
    const { clock, name, directory, command, environment, onStart } = this.#options;
    const [program, ...args] = command;
    const log = openLog(join(directory, `${name}.log`));
    // Nothing of this process' own environment: it may hold secrets.
    const env = { PATH, LC_ALL: 'C.UTF-8', ...environment, [MARK]: directory };
    const child = spawn(program, args, { cwd: directory, stdio: ['ignore', log, log], env });
    closeSync(log);
    this.#child = child;
    this.#startedAt = clock.elapsed();
    let failure: string | undefined;
    child.once('error', ({ message }) => (failure = message));
    child.once('close', (code, signal) => this.#ended(failure ?? signal ?? `status ${code}`));
    if (child.pid === undefined) return;
    writeFileSync(pidFile(this.#options), String(child.pid), { mode: 0o600 });
    onStart();
  }

  #ended(how: string): void {
    const { clock, onDeath } = this.#options;
    this.#child = undefined;
    rmSync(pidFile(this.#options), { force: true });
    if (this.#closed) return;
    onDeath(how);
    if (clock.elapsed() - this.#startedAt > STEADY_MS) this.#restarts = 0;
    const pause = Math.min(FIRST_RESTART_MS * 2 ** this.#restarts++, SLOWEST_RESTART_MS);
    this.#restart = clock.after(pause, () => void this.#startAgain());
  }

  async #startAgain(): Promise<void> {
    const obstacle = await this.#options.check?.().catch((failure: Error) => failure.message);
    if (this.#closed) return;
    if (obstacle === undefined) this.#start();
    else this.#ended(obstacle);
  }
}

function openLog(path: string): number {
  const { size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if (size > LONGEST_LOG) renameSync(path, `${path}.old`);
  return openSync(path, 'a', 0o600);
}

const pidFile = ({ directory, name }: DaemonOptions): string => join(directory, `${name}.pid`);

/** The number may belong to another process by now: this one must carry the mark of this directory. */
function isOurs(pid: number, directory: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`${MARK}=${directory}`);
  } catch {
    return false;
  }
}

async function endLeftover(options: DaemonOptions): Promise<void> {
  const { clock, directory } = options;
  let pid: number;
  try {
    pid = Number(readFileSync(pidFile(options), 'utf8'));
  } catch {
    return;
  }
  if (!Number.isInteger(pid) || pid <= 0 || !isOurs(pid, directory)) return;
  process.kill(pid, 'SIGTERM');
  for (let waited = 0; isOurs(pid, directory); waited += ENDING_LOOK_MS) {
    if (waited === ENDING_MS) process.kill(pid, 'SIGKILL');
    await sleep(clock, ENDING_LOOK_MS);
  }
}
