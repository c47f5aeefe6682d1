import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sleep, type Clock } from '../../../lib/clock.ts';

const FIRST_RESTART_MS = 500;
const SLOWEST_RESTART_MS = 30_000;
/** A daemon that ran for so long was healthy: its next restart is quick again. */
const STABLE_MS = 60_000;
/** Milliseconds that a daemon may take to exit before it is killed. */
const EXIT_TIMEOUT_MS = 3000;
const EXIT_POLL_MS = 50;
/** Bytes of a log; a longer one is renamed at the next start, replacing the older one. */
const LONGEST_LOG = 8 * 1024 * 1024;
/** The directories of daemons and of their tools, whatever the PATH of this process is. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** The environment variable that marks a daemon of this directory, so that a leftover one can be recognised. */
const MARK = 'STOREDECK_DAEMON';

export interface DaemonOptions {
  readonly clock: Clock;
  /** Names its files. */
  readonly name: string;
  /** A directory of the daemon's own, for its log and PID file. */
  readonly directory: string;
  readonly command: readonly [program: string, ...args: string[]];
  readonly environment?: Readonly<Record<string, string>>;
  /** Rejects while it cannot be started. */
  readonly check?: () => Promise<void>;
  /** Called for each process that is started: it has none of the configuration of an earlier one. */
  readonly onStart: () => void;
  /** Called when it exits by itself, with the reason. */
  readonly onExit: (why: string) => void;
}

/** Keeps a daemon running as a child of this process, until it is closed. */
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

  /** Starts the daemon; first stops one that a killed service has left running in this directory. @throws what `check` does */
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
   * Stops it for good.
   * @param stop makes it exit; SIGTERM unless given
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
    // Nothing of this process's own environment: it may hold secrets.
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
    const { clock, onExit: onDeath } = this.#options;
    this.#child = undefined;
    rmSync(pidFile(this.#options), { force: true });
    if (this.#closed) return;
    onDeath(how);
    if (clock.elapsed() - this.#startedAt > STABLE_MS) this.#restarts = 0;
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

/** True when the process carries the mark of this directory; the PID may belong to another process by now. */
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
