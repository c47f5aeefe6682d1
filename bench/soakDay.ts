import { getEventListeners } from 'node:events';
import { type CockpitOptions, createCockpit } from '../src/app/cockpit.ts';
import { runCommand } from '../src/app/commandLine/commands.ts';
import { createLook } from '../src/lib/look.ts';
import { embeddedTransport } from '../src/service/embedded.ts';
import { createSimEngine } from '../src/service/sim/engine.ts';
import type { Resource } from '../src/store/cache/resource.ts';
import { resources } from '../src/store/cache/resources.ts';
import type { Cockpit } from '../src/store/cockpit.ts';
import { fakeClock } from '../test/support/fakeClock.ts';
import { type Weather, WeatheredTransport } from './weather.ts';

/** A sample of everything that must not grow. */
export interface DaySample {
  readonly hours: number;
  /** The number of requests so far. */
  readonly requests: number;
  /** The number of requests that failed. */
  readonly failed: number;
  readonly requestsUnderWay: number;
  /** The number of timers, including those of the simulated cluster. */
  readonly timers: number;
  /** The number of listeners on the signal that ends the log. */
  readonly listeners: number;
  readonly logLines: number;
  /** The number of log lines received so far. */
  readonly logReceived: number;
  readonly recordedRequests: number;
  readonly keptScreens: number;
  readonly keptResources: number;
  /** The number of stacked screens and dialogs. */
  readonly overlays: number;
}

const MINUTE_MS = 60_000;
/** Seconds between two ticks of the view's clock; a real console ticks each second. */
const TICK_S = 10;
const LOG_LINES = 5_000;

/** The changes of the service's state in each hour, by minute. The rest of the hour it is fine. */
const TROUBLE: Readonly<Record<number, Weather>> = { 40: 'down', 43: 'broken', 46: 'silent', 49: 'fine' };

/** The commands of a simulated operator, one a minute. */
const LOOKS = [
  'disks',
  'disks osd.1',
  'pools',
  'deck',
  'logs ceph',
  'servers',
  'stats',
  'deck',
  'crush',
  'tasks',
  'audit',
  'health',
] as const;

const nothing = () => undefined;

const QUIET: Omit<CockpitOptions, 'transport' | 'clock'> = {
  look: createLook({ depth: 'none', unicode: true }),
  context: { name: 'soak', address: 'nowhere', demo: true, production: false, deletePhrase: '' },
  readOnly: 'asked',
  utc: true,
  logLines: LOG_LINES,
  openAudit: () => ({ write: nothing, close: () => Promise.resolve() }),
  quit: nothing,
  suspend: nothing,
  edit: () => Promise.resolve({ kind: 'failed', reason: 'no editor' }),
  folder: '/nonexistent',
  copy: () => false,
  showPlain: nothing,
  draw: () => '',
};

/**
 * A console without its screen, on a simulated cluster behind a service that fails in all ways, on a clock that is advanced
 * artificially.
 */
export class AcceleratedConsole implements AsyncDisposable {
  readonly #clock = fakeClock();
  readonly #engine = createSimEngine({ clock: this.#clock, scenario: 'demo', seed: 1 });
  readonly #transport = new WeatheredTransport(embeddedTransport(this.#engine), this.#clock);
  readonly #cockpit: Cockpit & AsyncDisposable;
  #watches: readonly Disposable[] = [];
  #minutes = 0;

  constructor() {
    this.#cockpit = createCockpit({ ...QUIET, transport: this.#transport, clock: this.#clock });
    this.#cockpit.logs.start();
    this.#watch();
  }

  /** Advances the clock by some minutes of use. */
  async run(minutes: number): Promise<void> {
    for (let left = minutes; left > 0; left--) await this.#minute();
  }

  sample(): DaySample {
    const { requests, logs, cache, screens, view } = this.#cockpit;
    const { lines, received } = logs.snapshot();
    const { logSignal, sent, failed, underWay } = this.#transport;
    return {
      hours: this.#minutes / 60,
      requests: sent,
      failed,
      requestsUnderWay: underWay,
      timers: this.#clock.pending(),
      listeners: logSignal ? getEventListeners(logSignal, 'abort').length : 0,
      logLines: lines.end - lines.first,
      logReceived: received,
      recordedRequests: requests.list().length,
      keptScreens: [...screens.visited()].length,
      keptResources: Object.keys(cache.store.getState().slots).length,
      overlays: view.getState().overlays.length,
    };
  }

  /** Closes everything and returns the number of timers still running, which should be 0. */
  async end(): Promise<number> {
    this.#leave();
    await this.#cockpit[Symbol.asyncDispose]();
    await this.#engine.close();
    // Running requests end within their timeout.
    await this.#clock.advance(MINUTE_MS);
    return this.#clock.pending();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }

  async #minute(): Promise<void> {
    this.#transport.weather = TROUBLE[this.#minutes % 60] ?? this.#transport.weather;
    runCommand(this.#cockpit, LOOKS[this.#minutes % LOOKS.length] ?? 'deck');
    // Unsubscribes and subscribes again, as when the operator leaves a screen and returns.
    if (this.#minutes % 5 === 0) {
      this.#leave();
      this.#watch();
    }
    for (let second = 0; second < 60; second += TICK_S) {
      this.#cockpit.view.setState({ now: this.#clock.now() });
      // The link is slow every other hour.
      this.#cockpit.link.measured(this.#minutes % 120 < 60 ? 20 : 400);
      await this.#clock.advance(TICK_S * 1000);
    }
    this.#minutes++;
  }

  #watch(): void {
    const { cache, logs } = this.#cockpit;
    const polled = Object.values<Resource>(resources).map((one) => cache.watch(one));
    const listeners = [cache.store.subscribe(nothing), logs.subscribe(nothing)];
    const unsubscribe = { [Symbol.dispose]: () => listeners.forEach((end) => end()) };
    this.#watches = [...polled, unsubscribe];
  }

  #leave(): void {
    for (const watch of this.#watches) watch[Symbol.dispose]();
    this.#watches = [];
  }
}
