import { connect } from 'node:net';
import { join } from 'node:path';
import { sleep, type Clock } from '../../../lib/clock.ts';
import { within } from '../patience.ts';
import { Daemon } from './daemon.ts';
import { askTgt, type TgtRequest } from './tgtControl.ts';
import {
  accountFacts,
  connectionsOf,
  GUARD,
  targetFacts,
  type Fact,
  type ImageAccess,
  type Target,
} from './tgtFacts.ts';

export interface TgtOptions {
  readonly clock: Clock;
  readonly directory: string;
  /** Where clients connect to: `ADDRESS:PORT`. */
  readonly portal: string;
  readonly access: ImageAccess;
  readonly onDeath: (why: string) => void;
  /** Told once for each thing that tgtd would not do, until it does. */
  readonly onProblem: (problem: string) => void;
}

/** tgtd names its socket by the path of its environment and the number of its control port. */
const CONTROL_PORT = '0';
const READY_LOOK_MS = 50;
const READY_WITHIN_MS = 5000;

/** The iSCSI gateway of this server: tgtd, made to serve the targets that are wanted and no others. */
export class TgtGateway {
  readonly portal: string;
  readonly #options: TgtOptions;
  readonly #numbers = new Map<string, number>();
  /** What this tgtd has been told, by owner: a target's name, or '' for accounts. */
  #known = new Map<string, Fact[]>();
  #daemon: Daemon | undefined;
  #turn: Promise<void> = Promise.resolve();
  #problems = new Set<string>();

  private constructor(options: TgtOptions) {
    this.#options = options;
    this.portal = options.portal;
  }

  static async start(options: TgtOptions): Promise<TgtGateway> {
    const gateway = new TgtGateway(options);
    const { clock, directory, portal, onDeath } = options;
    gateway.#daemon = await Daemon.start({
      clock,
      name: 'tgtd',
      directory,
      command: ['tgtd', '-f', '-C', CONTROL_PORT, '--iscsi', `portal=${portal}`],
      environment: { TGT_IPC_SOCKET: gateway.#socketBase },
      onStart: () => (gateway.#known = new Map()),
      onDeath,
    });
    return gateway;
  }

  /**
   * Makes tgtd serve just these. What it would not do is tried again with the next call.
   * @returns what it would not do and did before
   */
  apply(targets: readonly Target[]): Promise<readonly string[]> {
    const applied = this.#turn.then(() => this.#apply(targets));
    this.#turn = applied.then(
      () => undefined,
      () => undefined,
    );
    return applied;
  }

  /**
   * tgtd takes no heed of signals, and ends on request once it has no targets. One that is killed leaves its images
   * in use for half a minute.
   */
  async close(): Promise<void> {
    if (this.#daemon?.running === true)
      await within(this.#options.clock, READY_WITHIN_MS, this.apply([])).catch(() => undefined);
    await this.#daemon?.close(() => {
      this.#ask({ mode: 'system', op: 'delete' }).catch(() => undefined);
    });
  }

  get #socketBase(): string {
    return join(this.#options.directory, 'tgt');
  }

  #ask(request: TgtRequest): Promise<string> {
    return askTgt(`${this.#socketBase}.${CONTROL_PORT}`, request, this.#options.clock);
  }

  async #apply(targets: readonly Target[]): Promise<readonly string[]> {
    await this.#ready();
    const wanted = new Map<string, readonly Fact[]>([
      ['', accountFacts([...targets, { name: '', initiators: [], accounts: [GUARD], luns: [] }])],
      ...targets.map((target): [string, readonly Fact[]] => [
        target.name,
        targetFacts(this.#numberOf(target.name), target, this.#options.access).facts,
      ]),
    ]);
    const problems: string[] = [];
    const attempt = async (work: Promise<void>) => {
      await work.catch((failure: Error) => void problems.push(failure.message));
    };
    // An account is unbound before it goes, and there before it is bound.
    for (const owner of [...this.#known.keys()].toReversed()) {
      await attempt(this.#remove(owner, wanted.get(owner) ?? []));
      if (!wanted.has(owner)) this.#numbers.delete(owner);
    }
    for (const [owner, facts] of wanted) await attempt(this.#add(owner, facts));
    const fresh = problems.filter((problem) => !this.#problems.has(problem));
    for (const problem of fresh) this.#options.onProblem(problem);
    this.#problems = new Set(problems);
    return fresh;
  }

  async #remove(owner: string, wanted: readonly Fact[]): Promise<void> {
    const keys = new Set(wanted.map(({ key }) => key));
    const known = this.#known.get(owner) ?? [];
    for (const fact of known.filter(({ key }) => !keys.has(key)).toReversed()) {
      for (const request of fact.remove) await this.#ask(request);
      if (fact.initiator !== undefined) await this.#disconnect(owner, fact.initiator);
      known.splice(known.indexOf(fact), 1);
    }
    if (known.length === 0) this.#known.delete(owner);
  }

  async #add(owner: string, wanted: readonly Fact[]): Promise<void> {
    const known = this.#known.get(owner) ?? [];
    this.#known.set(owner, known);
    for (const fact of wanted) {
      if (known.some(({ key }) => key === fact.key)) continue;
      try {
        for (const request of fact.add) await this.#ask(request);
      } catch (failure) {
        // Half of it may be known by now; the other half would then never be.
        if (fact.add.length > 1) for (const request of fact.remove) await this.#ask(request).catch(() => '');
        const { key } = fact;
        // What the key of an account ends in stands for its password.
        const what = /^(account|bind) /.test(key) ? key.split(' ').slice(0, 2).join(' ') : key;
        throw new Error(`${owner || 'accounts'}: ${what}: ${(failure as Error).message}`, { cause: failure });
      }
      known.push(fact);
    }
  }

  /** That a client may not connect any more does not end the connections that it has. */
  async #disconnect(owner: string, initiator: string): Promise<void> {
    const target = this.#numberOf(owner);
    const text = await this.#ask({ mode: 'connection', op: 'show', target });
    for (const { session, connection } of connectionsOf(text, initiator))
      await this.#ask({ mode: 'connection', op: 'delete', target, session, connection });
  }

  #numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const taken = new Set(this.#numbers.values());
    let number = 1;
    while (taken.has(number)) number++;
    this.#numbers.set(name, number);
    return number;
  }

  /** Waits until tgtd takes connections at its socket. */
  async #ready(): Promise<void> {
    const { clock, directory } = this.#options;
    for (let waited = 0; waited < READY_WITHIN_MS; waited += READY_LOOK_MS) {
      if (this.#daemon?.running === true && (await isOpen(`${this.#socketBase}.${CONTROL_PORT}`))) return;
      await sleep(clock, READY_LOOK_MS);
    }
    throw new Error(`tgtd does not come up: see ${join(directory, 'tgtd.log')}`);
  }
}

const isOpen = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', () => resolve(false));
  });
