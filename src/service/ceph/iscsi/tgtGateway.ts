import { join } from 'node:path';
import type { Clock } from '../../../lib/clock.ts';
import { waitFor, within } from '../client/timeouts.ts';
import { GatewayProcess } from '../gateways/daemon.ts';
import { keyedQueue } from '../state/keyedQueue.ts';
import { portalText, requireFreePortal, type Portal } from './portal.ts';
import {
  exchangeHere,
  requestTgt,
  TGT_SOCKET,
  TGT_SOCKET_BASE,
  tgtCommand,
  type TgtRequest,
} from './tgtControl.ts';
import type { ImageAccess, TgtTarget } from './tgtItems.ts';
import { TgtTargets, type TgtProblem } from './tgtTargets.ts';

export interface TgtOptions {
  readonly clock: Clock;
  readonly directory: string;
  readonly portal: Portal;
  readonly access: ImageAccess;
  readonly onExit: (why: string) => void;
  /** Called once for each problem, and again if it recurs after it was solved. */
  readonly onProblem: (problem: string) => void;
}

const READY = { every: 50, within: 5000 };

/** The iSCSI gateway of this server: a tgtd that serves exactly the wanted targets. */
export class TgtGateway {
  /** The address and port that clients connect to. */
  readonly portal: string;
  readonly #options: TgtOptions;
  readonly #targets: TgtTargets;
  #daemon: GatewayProcess | undefined;
  readonly #queue = keyedQueue<'apply'>();
  #problems = new Set<string>();

  private constructor(options: TgtOptions) {
    this.#options = options;
    this.portal = portalText(options.portal);
    this.#targets = new TgtTargets((request) => this.#request(request), options.access);
  }

  static async start(options: TgtOptions): Promise<TgtGateway> {
    const gateway = new TgtGateway(options);
    const { clock, directory, portal, onExit } = options;
    gateway.#daemon = await GatewayProcess.start({
      clock,
      name: 'tgtd',
      directory,
      command: tgtCommand(portal),
      check: () => requireFreePortal(portal),
      environment: { TGT_IPC_SOCKET: join(directory, TGT_SOCKET_BASE) },
      onStart: () => gateway.#targets.forget(),
      onExit,
    });
    return gateway;
  }

  /** Makes tgtd serve exactly these targets. Failed requests are repeated by the next call. @returns the problems */
  apply(targets: readonly TgtTarget[]): Promise<readonly TgtProblem[]> {
    return this.#queue.run('apply', () => this.#apply(targets));
  }

  /**
   * Stops tgtd. It ignores signals, but exits on request once it has no targets. If it has to be killed, its images
   * stay in use for half a minute.
   */
  async close(): Promise<void> {
    if (this.#daemon?.running === true)
      await within(this.#options.clock, READY.within, this.apply([])).catch(() => undefined);
    await this.#daemon?.close(() => {
      this.#request({ mode: 'system', op: 'delete' }).catch(() => undefined);
    });
  }

  #request(request: TgtRequest): Promise<string> {
    const { directory, clock } = this.#options;
    return requestTgt(exchangeHere(join(directory, TGT_SOCKET), clock), request);
  }

  #answers(): Promise<boolean> {
    return this.#request({ mode: 'target', op: 'show' }).then(
      () => true,
      () => false,
    );
  }

  async #apply(targets: readonly TgtTarget[]): Promise<readonly TgtProblem[]> {
    await this.#ready();
    const problems = await this.#targets.apply(targets);
    const messages = new Set(problems.map(({ message }) => message));
    for (const message of messages.difference(this.#problems)) this.#options.onProblem(message);
    this.#problems = messages;
    return problems;
  }

  /** Waits until tgtd answers at its socket. */
  async #ready(): Promise<void> {
    const { clock, directory } = this.#options;
    const isReady = async () => (this.#daemon?.running === true && (await this.#answers())) || undefined;
    if (await waitFor(clock, READY, isReady)) return;
    throw new Error(`tgtd does not start: see ${join(directory, 'tgtd.log')}`);
  }
}
