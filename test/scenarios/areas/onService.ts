import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { program } from '../../../scripts/lib/project.mjs';
import { createApi, type Api } from '../../../src/api/client.ts';
import { httpTransport } from '../../../src/api/http.ts';
import { CONTROL_SOCKET } from '../../../src/service/http/limits.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { Service } from '../../support/service.ts';
import { Home } from '../../support/storedeck.ts';
import { opened, Session } from '../steps.ts';
import { Dialogs } from './dialogs.ts';

/** The console on a simulated cluster behind a service, and a client that sees the effects. */
export class Site extends Dialogs implements AsyncDisposable {
  readonly api: Api;
  readonly #service: Service;
  readonly #home: Home;

  private constructor(home: Home, service: Service, deck: Session) {
    super(deck);
    this.#home = home;
    this.#service = service;
    const token = readFileSync(service.tokenFile, 'utf8').trim();
    this.api = createApi({
      transport: httpTransport({ baseUrl: service.url, token: async () => token }),
      readOnly: () => false,
      clock: fakeClock(),
    });
  }

  /** @param args of the service */
  static async open(args: readonly string[] = ['--scenario', 'calm']): Promise<Site> {
    const home = new Home();
    const service = await Service.start(home, ['--engine', 'sim', ...args]);
    const session = new Session([...service.reach, '--utc'], { cols: 120, rows: 36 });
    return new Site(home, service, await opened(session, (text) => /HEALTH_/.test(text)));
  }

  /** Waits until no task is running. */
  async idle(): Promise<void> {
    for (;;) {
      const { data = [] } = await this.api.listTasks();
      if (data.every(({ done }) => done === true)) return;
      await sleep(200);
    }
  }

  /** Approves a change that waits for the operator of the management node. */
  async approve(change: number): Promise<void> {
    const { folder, env } = this.#home;
    const args = ['changes', 'approve', String(change), '--control', join(folder, CONTROL_SOCKET)];
    await promisify(execFile)(process.execPath, [program, ...args], { env: { ...process.env, ...env } });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.deck[Symbol.asyncDispose]();
    await this.#service[Symbol.asyncDispose]();
    this.#home[Symbol.dispose]();
  }
}
