import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { program } from '../scripts/lib/project.mjs';
import { FaultyProxy, type ProxyBehaviour } from '../test/scenarios/faultyProxy.ts';
import { Screen } from '../test/support/screen.ts';
import { Home } from '../test/support/storedeck.ts';
import { floodLog } from './floodLog.ts';
import { shownAt } from './measure.ts';
import { memoryMb } from './process.ts';

/** The resources that a console process holds after a garbage collection. */
interface ProbedResources {
  readonly heapMb: number;
  readonly timers: number;
  readonly handles: number;
  readonly listeners: number;
}

/** A sample of the resources, with figures of the operating system, `minutes` after the start. */
export interface ConsoleSample extends ProbedResources {
  readonly minutes: number;
  readonly pssMb: number;
  readonly files: number;
  /** The number of requests that have reached the service so far. */
  readonly requests: number;
}

const LINES_PER_SECOND = 200;
/** The size of the log buffer, which is full within half a minute. */
const BUFFER_LINES = 5_000;
const SETTLE_MS = 1_000;
const STATUS = /HEALTH_(OK|WARN|ERR)/;
const KEYS = ['2', '3', 'Down', 'Down', 'Up', '4', '5', 'Down', '6', '1'];
const COMMANDS = ['pools', 'deck', 'stats', 'deck', 'servers', 'deck', 'disks', 'deck'];

/** The states of the service during a minute, with their seconds. It ends with a healthy state long enough to settle. */
const MINUTE: readonly (readonly [ProxyBehaviour | 'gone', number])[] = [
  ['open', 20],
  ['html', 5],
  ['open', 5],
  ['silent', 5],
  ['gone', 5],
  ['open', 20],
];

class Soak {
  readonly #screen: Screen;
  readonly #proxy: FaultyProxy;
  readonly #probe: string;
  #pressed = 0;

  constructor(screen: Screen, proxy: FaultyProxy, probe: string) {
    this.#screen = screen;
    this.#proxy = proxy;
    this.#probe = probe;
  }

  /** Runs a minute with all states of the service, with key presses. */
  async minute(): Promise<void> {
    for (const [behaviour, seconds] of MINUTE) {
      if (behaviour === 'gone') await this.#proxy.close();
      else this.#proxy.behaviour = behaviour;
      for (let second = 0; second < seconds; second++) {
        this.#use();
        await sleep(1000);
      }
      if (behaviour === 'gone') await this.#proxy.reopen();
    }
  }

  /** Takes a sample, always on the deck, because screens hold different resources. */
  async sample(minutes: number): Promise<ConsoleSample> {
    const { pid } = this.#screen;
    this.#screen.press('Esc');
    await sleep(SETTLE_MS);
    this.#screen.press(':');
    this.#screen.type('deck');
    this.#screen.press('Enter');
    await sleep(SETTLE_MS);
    rmSync(this.#probe, { force: true });
    process.kill(pid, 'SIGUSR2');
    for (let waited = 0; !existsSync(this.#probe); waited += 50) {
      if (waited > 30_000) throw new Error('the console says nothing of itself');
      await sleep(50);
    }
    return {
      ...(JSON.parse(readFileSync(this.#probe, 'utf8')) as ProbedResources),
      minutes,
      pssMb: memoryMb(pid),
      files: readdirSync(`/proc/${pid}/fd`).length,
      requests: this.#proxy.passed.length,
    };
  }

  #use(): void {
    const turn = this.#pressed++;
    this.#screen.press(KEYS[turn % KEYS.length] ?? '1');
    if (turn % 7 !== 6) return;
    this.#screen.press(':');
    this.#screen.type(COMMANDS[Math.floor(turn / 7) % COMMANDS.length] ?? 'deck');
    this.#screen.press('Enter');
  }
}

/** Runs a console on a service that fails in every way each minute and has a running log; sampled after each minute. */
export async function soakConsole(
  folder: string,
  minutes: number,
  say: (line: string) => void,
): Promise<ConsoleSample[]> {
  await using proxy = await FaultyProxy.open({
    scenario: 'demo',
    engine: ({ handlers, ...engine }) => ({
      ...engine,
      handlers: { ...handlers, followLogs: (_, { signal }) => floodLog(LINES_PER_SECOND, signal) },
    }),
  });
  using home = new Home();
  const config = join(home.env.XDG_CONFIG_HOME, 'storedeck');
  mkdirSync(config, { recursive: true });
  writeFileSync(join(config, 'config.toml'), `[logs]\nbuffer-lines = ${BUFFER_LINES}\n`);
  const probe = join(folder, 'probe.json');
  const preload = join(import.meta.dirname, 'soakProbe.cjs');
  await using screen = Screen.start(
    process.execPath,
    [program, '--url', proxy.url, '--token-file', proxy.tokenFile],
    {
      cols: 160,
      rows: 48,
      env: { ...home.env, NODE_OPTIONS: `--expose-gc --require=${preload}`, SOAK_PROBE: probe },
    },
  );
  await shownAt(screen, STATUS);
  const soak = new Soak(screen, proxy, probe);
  const samples: ConsoleSample[] = [];
  for (let minute = 1; minute <= minutes; minute++) {
    await soak.minute();
    const sample = await soak.sample(minute);
    samples.push(sample);
    say(`${minute} of ${minutes} minutes: ${sample.heapMb.toFixed(1)} MB, ${sample.handles} handles`);
  }
  return samples;
}
