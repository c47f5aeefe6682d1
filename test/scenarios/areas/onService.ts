import { readFileSync } from 'node:fs';
import { createApi, type Api } from '../../../src/api/client.ts';
import { httpTransport } from '../../../src/api/http.ts';
import { Service } from '../../support/service.ts';
import { Home } from '../../support/storedeck.ts';
import { guardIsOver, opened, Session } from '../steps.ts';

/** The console on a simulated cluster behind a service of its own, and a client that sees what comes of it. */
export class Site implements AsyncDisposable {
  readonly deck: Session;
  readonly api: Api;
  readonly #service: Service;
  readonly #home: Home;

  private constructor(home: Home, service: Service, deck: Session) {
    this.#home = home;
    this.#service = service;
    this.deck = deck;
    const token = readFileSync(service.tokenFile, 'utf8').trim();
    this.api = createApi({
      transport: httpTransport({ baseUrl: service.url, token: async () => token }),
      readOnly: () => false,
      now: () => 0,
    });
  }

  static async open(): Promise<Site> {
    const home = new Home();
    const service = await Service.start(home, ['--engine', 'sim', '--scenario', 'calm']);
    const session = new Session([...service.reach, '--utc'], { cols: 120, rows: 36 });
    return new Site(home, service, await opened(session, (text) => /HEALTH_/.test(text)));
  }

  /** Types the word that a dialog asks for. */
  async confirm(word: string): Promise<void> {
    await this.deck.see(new RegExp(`Type ${word} and press Enter`));
    await guardIsOver();
    this.deck.type(word);
    await this.deck.see(new RegExp(`> ${word}`));
    this.deck.press('Enter');
  }

  /** Fills in the field that a form asks for. */
  async fill(field: RegExp, text: string): Promise<void> {
    await this.deck.see(field);
    this.deck.press('ctrl-u');
    await this.deck.see(/\n[^\n]*> +│/);
    this.deck.type(text);
    await this.deck.see((shown) => shown.includes(`> ${text}`));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.deck[Symbol.asyncDispose]();
    await this.#service[Symbol.asyncDispose]();
    this.#home[Symbol.dispose]();
  }
}
