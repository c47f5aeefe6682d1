import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sleep, type Clock } from '../../../lib/clock.ts';

const FIRST_RESTART_DELAY_MS = 500;
const MAX_RESTART_DELAY_MS = 30_000;
/** After a daemon has run for this long, its next restart is quick again. */
const STABLE_MS = 60_000;
/** The time that a daemon may take to exit before it is killed. */
const EXIT_TIMEOUT_MS = 3000;
const EXIT_POLL_MS = 50;
/** The size in bytes above which a log is renamed at the next start of its daemon, replacing the previous one. */
const MAX_LOG_BYTES = 8 * 1024 * 1024;
/** The PATH for daemons and their tools, independent of the PATH of this process. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** The environment variable that marks a daemon of this directory, so that a leftover one can be recognised. */
const MARK = 'STOREDECK_DAEMON';

export interface DaemonOptions {
  readonly clock: Clock;
  /** The base name of its log and PID file. */
  readonly name: string;
  /** A directory of the daemon's own, for its log and PID file. */
  readonly directory: string;
  readonly command: readonly [program: string, ...args: string[]];
  readonly environment?: Readonly<Record<string, string>>;
  /** Called before each start; rejects while the daemon cannot be started. */
  readonly check?: () => Promise<void>;
  /** Called after each start: the new process lacks any configuration that was applied to an earlier one. */
  readonly onStart: () => void;
  /** Called with the reason when the daemon exits or could not be started. */
  readonly onExit: (why: string) => void;
}

/** Keeps a daemon running as a child process until it is closed. */
export class GatewayProcess {
  readonly #options: DaemonOptions;
  #child: ChildProcess | undefined;
  #restart: Disposable | undefined;
  #restarts = 0;
  #startedAt = 0;
  #closed = false;

  private constructor(options: DaemonOptions) {
    this.#options = options;
  }

  /** Starts the daemon after stopping one that a killed service has left in its directory. @throws the errors of `check` */
  static async start(options: DaemonOptions): Promise<GatewayProcess> {
    const daemon = new GatewayProcess(options);
    await stopLeftover(options);
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
   * Stops the daemon and does not restart it.
   * @param stop makes it exit; sends SIGTERM by default
   */
  async close(stop = () => this.signal('SIGTERM')): Promise<void> {
    this.#closed = true;
    this.#restart?.[Symbol.dispose]();
    const child = this.#child;
    if (!child) return;
    const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()));
    stop();
    using _ = this.#options.clock.after(EXIT_TIMEOUT_MS, () => void child.kill('SIGKILL'));
    await ended;
  }

  #start(): void {
    const { clock, name, directory, command, environment, onStart } = this.#options;
    const [program, ...args] = command;
    const log = openLog(join(directory, `${name}.log`));
    // The environment of this process is not passed on: it may hold secrets.
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

  #ended(why: string): void {
    const { clock, onExit } = this.#options;
    this.#child = undefined;
    rmSync(pidFile(this.#options), { force: true });
    if (this.#closed) return;
    onExit(why);
    if (clock.elapsed() - this.#startedAt > STABLE_MS) this.#restarts = 0;
    const delay = Math.min(FIRST_RESTART_DELAY_MS * 2 ** this.#restarts++, MAX_RESTART_DELAY_MS);
    this.#restart = clock.after(delay, () => void this.#startAgain());
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
  if (size > MAX_LOG_BYTES) renameSync(path, `${path}.old`);
  return openSync(path, 'a', 0o600);
}

const pidFile = ({ directory, name }: DaemonOptions): string => join(directory, `${name}.pid`);

/** True if the process was started for this directory; its PID may have been reused by another process. */
function isOurs(pid: number, directory: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`${MARK}=${directory}`);
  } catch {
    return false;
  }
}

async function stopLeftover(options: DaemonOptions): Promise<void> {
  const { clock, directory } = options;
  let pid: number;
  try {
    pid = Number(readFileSync(pidFile(options), 'utf8'));
  } catch {
    return;
  }
  if (!Number.isInteger(pid) || pid <= 0 || !isOurs(pid, directory)) return;
  process.kill(pid, 'SIGTERM');
  for (let waited = 0; isOurs(pid, directory); waited += EXIT_POLL_MS) {
    if (waited === EXIT_TIMEOUT_MS) process.kill(pid, 'SIGKILL');
    await sleep(clock, EXIT_POLL_MS);
  }
}
