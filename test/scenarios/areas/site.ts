import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { program } from '../../../scripts/lib/project.mjs';
import { Service } from '../../support/service.ts';
import { Home } from '../../support/storedeck.ts';
import { guardIsOver, opened, openUrl, type Session } from '../steps.ts';

/** The console over a service of its own, so that what it does can be seen from elsewhere. */
export class Site implements AsyncDisposable {
  readonly #home = new Home();
  #service: Service | undefined;
  #deck: Session | undefined;

  async open(): Promise<Session> {
    this.#service = await Service.start(this.#home, ['--engine', 'sim', '--scenario', 'calm']);
    const deck = openUrl(this.#service.url, this.#service.tokenFile, { cols: 120, rows: 36 });
    this.#deck = await opened(deck, (text) => /HEALTH_OK/.test(text));
    return this.#deck;
  }

  /** What another client of the service is answered. */
  async ask(...operation: readonly string[]): Promise<unknown> {
    const args = [program, 'call', ...operation, ...(this.#service?.reach ?? [])];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { ...process.env, ...this.#home.env },
    });
    return JSON.parse(stdout);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#deck?.[Symbol.asyncDispose]();
    await this.#service?.[Symbol.asyncDispose]();
    this.#home[Symbol.dispose]();
  }
}

/** Fills one field after the other and goes on to the confirmation. */
export async function fill(deck: Session, values: readonly string[]): Promise<void> {
  await guardIsOver();
  for (const [index, value] of values.entries()) {
    if (index > 0) deck.press('Tab');
    deck.press('ctrl-u');
    await deck.see(/[│|] > +[│|]/);
    deck.type(value);
    await deck.see((text) => text.includes(`> ${value}`));
  }
  deck.press('Enter');
}

/** Confirms a disruptive action. */
export async function confirm(deck: Session): Promise<void> {
  await deck.see(/Type yes and press Enter/);
  await guardIsOver();
  deck.type('yes');
  await deck.see(/> yes/);
  deck.press('Enter');
}
