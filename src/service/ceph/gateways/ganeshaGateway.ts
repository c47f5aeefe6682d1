import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { sleep, type Clock } from '../../../lib/clock.ts';
import { Daemon } from './daemon.ts';
import { complaintsIn, ganeshaConfig, type GaneshaConfig } from './ganesha.ts';

export type GaneshaSettings = Omit<GaneshaConfig, 'recovery'>;

export interface GaneshaOptions {
  readonly clock: Clock;
  readonly directory: string;
  readonly onDeath: (why: string) => void;
}

const LOOK_MS = 100;
const PATIENCE_MS = 10_000;
/** What it writes when it has read its exports again. */
const REREAD = 'Reread exports complete';

/** The NFS gateway of this server: ganesha.nfsd, which reads its exports again when they change. */
export class GaneshaGateway {
  readonly #options: GaneshaOptions;
  readonly #settings: GaneshaSettings;
  #daemon: Daemon | undefined;
  #served = '';
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(options: GaneshaOptions, settings: GaneshaSettings) {
    this.#options = options;
    this.#settings = settings;
  }

  /** Resolves when it takes connections. Rejects, with nothing left running, when it does not. */
  static async start(options: GaneshaOptions, settings: GaneshaSettings): Promise<GaneshaGateway> {
    const gateway = new GaneshaGateway(options, settings);
    const { clock, directory, onDeath } = options;
    await mkdir(join(directory, 'recovery'), { recursive: true, mode: 0o700 });
    await gateway.#write(settings);
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
      await gateway.#ready();
    } catch (failure) {
      await gateway.#daemon.close();
      throw failure;
    }
    return gateway;
  }

  /** Whether it must be started anew to be as these settings say. */
  differs({ address, port, filesystem }: GaneshaSettings): boolean {
    const present = this.#settings;
    return address !== present.address || port !== present.port || filesystem !== present.filesystem;
  }

  /** Serves these exports and no others. @returns what it complains of */
  serve(exports: GaneshaSettings['exports']): Promise<readonly string[]> {
    const served = this.#turn.then(() => this.#serve(exports));
    this.#turn = served.catch(() => undefined);
    return served;
  }

  async close(): Promise<void> {
    await this.#turn;
    await this.#daemon?.close();
  }

  get #conf(): string {
    return join(this.#options.directory, 'ganesha.conf');
  }
  #log(): Promise<Buffer> {
    return readFile(join(this.#options.directory, 'ganesha.log'));
  }

  async #serve(exports: GaneshaSettings['exports']): Promise<readonly string[]> {
    const before = this.#served;
    await this.#write({ ...this.#settings, exports });
    if (this.#served === before) return [];
    const { length } = await this.#log();
    this.#daemon?.signal('SIGHUP');
    for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
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
  }

  async #ready(): Promise<void> {
    const { clock, directory } = this.#options;
    const { address, port } = this.#settings;
    for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
      if (this.#daemon?.running === true && (await answers(port, address))) return;
      await sleep(clock, LOOK_MS);
    }
    const complaints = complaintsIn((await this.#log()).toString())
      .slice(-2)
      .join('; ');
    throw new Error(
      `ganesha.nfsd does not come up${complaints && `: ${complaints}`}; see ${join(directory, 'ganesha.log')}`,
    );
  }
}

/** An address that stands for all of a server is not one to connect to. */
const ANY = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

const answers = (port: number, address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = connect(port, ANY.get(address) ?? address);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', () => resolve(false));
  });
