import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sleep, type Clock } from '../../../lib/clock.ts';
import { within } from '../timeouts.ts';
import { Daemon } from '../gateways/daemon.ts';
import { complaintsIn, ganeshaConfig, startIn, withoutSuccessors, type GaneshaConfig } from './ganesha.ts';

/** The configuration by the services' definitions; the gateway chooses itself where it remembers clients. */
export type GaneshaSettings = Omit<GaneshaConfig, 'recovery'>;

export interface GaneshaOptions {
  readonly clock: Clock;
  readonly directory: string;
  readonly onDeath: (why: string) => void;
}

const LOOK_MS = 100;
const TIMEOUT_MS = 10_000;
/** Milliseconds before an export that cannot be served is tried again: each time the log gets longer. */
const RETRY_MS = 60_000;
/** The line that it logs when it has read its exports again. */
const REREAD = 'Reread exports complete';

/** The NFS gateway of this server: ganesha.nfsd, which reads its exports again when they change. */
export class GaneshaGateway {
  readonly #options: GaneshaOptions;
  readonly #settings: GaneshaSettings;
  #daemon: Daemon | undefined;
  #served = '';
  #complaints: readonly string[] = [];
  /** When it has last read its exports, in milliseconds since the epoch. */
  #readAt: number;
  #exports: GaneshaSettings['exports'] = [];
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(options: GaneshaOptions, settings: GaneshaSettings) {
    this.#options = options;
    this.#settings = settings;
    this.#readAt = options.clock.elapsed();
  }

  /** Resolves when it takes connections. Rejects, with nothing left running, when it does not. */
  static async start(options: GaneshaOptions, settings: GaneshaSettings): Promise<GaneshaGateway> {
    const gateway = new GaneshaGateway(options, settings);
    const { clock, directory, onDeath } = options;
    await mkdir(join(directory, 'recovery'), { recursive: true, mode: 0o700 });
    await gateway.#write(settings);
    const before = await gateway.#log().then(
      ({ length }) => length,
      () => 0,
    );
    gateway.#daemon = await Daemon.start({
      clock,
      name: 'ganesha',
      directory,
      command: [
        'ganesha.nfsd',
        '-F',
        '-L',
        'STDOUT',
        '-N',
        'EVENT',
        '-f',
        gateway.#conf,
        '-p',
        join(directory, 'nfsd.pid'),
      ],
      onStart: () => undefined,
      onDeath,
    });
    try {
      gateway.#complaints = complaintsIn(await gateway.#ready(before));
    } catch (failure) {
      await gateway.#daemon.close();
      throw failure;
    }
    return gateway;
  }

  /** Its complaints when it last read its exports. */
  get complaints(): readonly string[] {
    return this.#complaints;
  }

  /** True when it must be started again to be as these settings say. */
  differs({ address, port, filesystem }: GaneshaSettings): boolean {
    const present = this.#settings;
    return address !== present.address || port !== present.port || filesystem !== present.filesystem;
  }

  /**
   * Serves these exports and no others. Those that it cannot serve are tried again now and then.
   * @returns what it complains of and did not before
   */
  serve(exports: GaneshaSettings['exports']): Promise<readonly string[]> {
    const served = this.#turn.then(() => this.#serve(exports));
    this.#turn = served.catch(() => undefined);
    return served;
  }

  /**
   * Its clients lose their exports first: a gateway that ends while it has them mounted does not give back what it
   * holds of the filesystem, and others wait for that until the metadata server takes it for dead, a minute later.
   */
  async close(): Promise<void> {
    await within(this.#options.clock, TIMEOUT_MS, this.serve([])).catch(() => undefined);
    await this.#daemon?.close();
  }

  get #conf(): string {
    return join(this.#options.directory, 'ganesha.conf');
  }
  #log(): Promise<Buffer> {
    return readFile(join(this.#options.directory, 'ganesha.log'));
  }

  async #serve(exports: GaneshaSettings['exports']): Promise<readonly string[]> {
    const known = new Set(this.#complaints);
    const kept = withoutSuccessors(this.#exports, exports);
    if (kept.length < exports.length) await this.#reread(kept);
    await this.#reread(exports);
    return this.#complaints.filter((complaint) => !known.has(complaint));
  }

  /** Has it serve these exports, if it does not yet. */
  async #reread(exports: GaneshaSettings['exports']): Promise<void> {
    const { clock } = this.#options;
    const before = this.#served;
    await this.#write({ ...this.#settings, exports });
    const isDue = this.#complaints.length > 0 && clock.elapsed() - this.#readAt > RETRY_MS;
    if (this.#served === before && !isDue) return;
    const { length } = await this.#log();
    this.#daemon?.signal('SIGHUP');
    this.#complaints = await this.#rereadSince(length);
    this.#readAt = clock.elapsed();
  }

  async #rereadSince(length: number): Promise<readonly string[]> {
    for (let waited = 0; waited < TIMEOUT_MS; waited += LOOK_MS) {
      await sleep(this.#options.clock, LOOK_MS);
      const news = (await this.#log()).subarray(length).toString();
      if (news.includes(REREAD)) return complaintsIn(news);
    }
    return [
      `ganesha.nfsd did not read its exports again: see ${join(this.#options.directory, 'ganesha.log')}`,
    ];
  }

  /** The daemon never sees half a file. */
  async #write(settings: GaneshaSettings): Promise<void> {
    const text = ganeshaConfig({ ...settings, recovery: join(this.#options.directory, 'recovery') });
    await writeFile(`${this.#conf}.new`, text, { mode: 0o600 });
    await rename(`${this.#conf}.new`, this.#conf);
    this.#served = text;
    this.#exports = settings.exports;
  }

  /** Waits until it says so in the log of this start. @returns that log */
  async #ready(before: number): Promise<string> {
    const { clock, directory } = this.#options;
    let failure: string | undefined;
    for (let waited = 0; waited < TIMEOUT_MS && failure === undefined; waited += LOOK_MS) {
      const log = (await this.#log()).subarray(before).toString();
      const start = startIn(log);
      if (start.ready) return log;
      failure = start.failure;
      await sleep(clock, LOOK_MS);
    }
    const why = failure === undefined ? '' : `: ${failure}`;
    throw new Error(`ganesha.nfsd does not come up${why}; see ${join(directory, 'ganesha.log')}`);
  }
}
