import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../lib/clock.ts';
import { writeDurably } from '../../../lib/durableFile.ts';
import { waitFor, within } from '../client/timeouts.ts';
import { GatewayProcess } from '../gateways/daemon.ts';
import { keyedQueue } from '../state/keyedQueue.ts';
import {
  addableExports,
  GANESHA_CONF,
  ganeshaCommand,
  ganeshaConfig,
  problemsIn,
  readStart,
  RELOADED,
  type GaneshaConfig,
} from './ganesha.ts';

/** The configuration values that come from the service definitions. */
export type GaneshaSettings = Omit<GaneshaConfig, 'recovery'>;

export interface GaneshaOptions {
  readonly clock: Clock;
  readonly directory: string;
  readonly onExit: (why: string) => void;
  /** Aborted when the service closes; a start that is under way then fails. */
  readonly closing: AbortSignal;
}

/** The waits for a start and for a reload. */
const READY = { every: 100, within: 10_000 };
/** The time after which failed exports are tried again; each attempt adds lines to the log. */
const RETRY_MS = 60_000;

/** Runs ganesha.nfsd, the NFS gateway of this server, and reloads its exports when they change. */
export class GaneshaGateway {
  readonly #options: GaneshaOptions;
  readonly #settings: GaneshaSettings;
  #daemon: GatewayProcess | undefined;
  #config = '';
  #problems: readonly string[] = [];
  /** The time of the last load of the exports, in elapsed milliseconds. */
  #loadedAt: number;
  #exports: GaneshaSettings['exports'] = [];
  readonly #queue = keyedQueue<'serve'>();

  private constructor(options: GaneshaOptions, settings: GaneshaSettings) {
    this.#options = options;
    this.#settings = settings;
    this.#loadedAt = options.clock.elapsed();
  }

  /** Resolves when the gateway accepts connections. Rejects, with the daemon stopped, when it does not. */
  static async start(options: GaneshaOptions, settings: GaneshaSettings): Promise<GaneshaGateway> {
    const gateway = new GaneshaGateway(options, settings);
    const { clock, directory, onExit } = options;
    await mkdir(join(directory, 'recovery'), { recursive: true, mode: 0o700 });
    await gateway.#write(settings);
    const oldLogLength = await gateway.#log().then(
      ({ length }) => length,
      () => 0,
    );
    gateway.#daemon = await GatewayProcess.start({
      clock,
      name: 'ganesha',
      directory,
      command: ganeshaCommand(directory),
      onStart: () => undefined,
      onExit,
    });
    try {
      gateway.#problems = problemsIn(await gateway.#ready(oldLogLength));
    } catch (failure) {
      await gateway.#daemon.close();
      throw failure;
    }
    return gateway;
  }

  /** The problems of the last load of the exports. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** True if the gateway must be restarted for these settings. */
  needsRestart({ address, port, filesystem }: GaneshaSettings): boolean {
    const present = this.#settings;
    return address !== present.address || port !== present.port || filesystem !== present.filesystem;
  }

  /** Serves exactly these exports. Failed ones are tried again every minute. @returns the new problems */
  serve(exports: GaneshaSettings['exports']): Promise<readonly string[]> {
    return this.#queue.run('serve', () => this.#serve(exports));
  }

  /**
   * Removes all exports and stops the gateway. If it exited with exports, it would not release its capabilities, and other
   * clients of the filesystem would wait until the metadata server evicts it a minute later.
   */
  async close(): Promise<void> {
    await within(this.#options.clock, READY.within, this.serve([])).catch(() => undefined);
    await this.#daemon?.close();
  }

  get #conf(): string {
    return join(this.#options.directory, GANESHA_CONF);
  }
  #log(): Promise<Buffer> {
    return readFile(join(this.#options.directory, 'ganesha.log'));
  }

  async #serve(exports: GaneshaSettings['exports']): Promise<readonly string[]> {
    const before = new Set(this.#problems);
    const addable = addableExports(this.#exports, exports);
    if (addable.length < exports.length) await this.#reload(addable);
    await this.#reload(exports);
    return this.#problems.filter((problem) => !before.has(problem));
  }

  /** Makes the gateway load these exports, unless it has them. */
  async #reload(exports: GaneshaSettings['exports']): Promise<void> {
    const { clock } = this.#options;
    const before = this.#config;
    await this.#write({ ...this.#settings, exports });
    const isDue = this.#problems.length > 0 && clock.elapsed() - this.#loadedAt > RETRY_MS;
    if (this.#config === before && !isDue) return;
    const { length } = await this.#log();
    this.#daemon?.signal('SIGHUP');
    this.#problems = await this.#reloadSince(length);
    this.#loadedAt = clock.elapsed();
  }

  async #reloadSince(length: number): Promise<readonly string[]> {
    const problems = await waitFor(this.#options.clock, READY, async () => {
      const news = (await this.#log()).subarray(length).toString();
      return news.includes(RELOADED) ? problemsIn(news) : undefined;
    });
    return (
      problems ?? [
        `ganesha.nfsd did not reload its exports: see ${join(this.#options.directory, 'ganesha.log')}`,
      ]
    );
  }

  async #write(settings: GaneshaSettings): Promise<void> {
    const text = ganeshaConfig({ ...settings, recovery: join(this.#options.directory, 'recovery') });
    await writeDurably(this.#conf, text, { replace: true });
    this.#config = text;
    this.#exports = settings.exports;
  }

  /** Waits until the gateway is ready. @returns the log of this start */
  async #ready(oldLogLength: number): Promise<string> {
    const { clock, directory, closing } = this.#options;
    const started = await waitFor(clock, { ...READY, signal: closing }, async () => {
      const log = (await this.#log()).subarray(oldLogLength).toString();
      const { ready, failure } = readStart(log);
      return ready || failure !== undefined ? { log, failure } : undefined;
    });
    if (started && started.failure === undefined) return started.log;
    const why = started ? `: ${started.failure}` : '';
    throw new Error(`ganesha.nfsd does not start${why}; see ${join(directory, 'ganesha.log')}`);
  }
}
