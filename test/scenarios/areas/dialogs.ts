import { waitForGuard, type Session } from '../steps.ts';

/** Goes through the dialogs of actions as a user does: waits for each question, and answers it. */
export class Dialogs {
  readonly deck: Session;

  constructor(deck: Session) {
    this.deck = deck;
  }

  /** Types the word that a dialog requires. */
  async confirm(word: string): Promise<void> {
    await this.deck.see(new RegExp(`Type ${word} and press Enter`));
    await waitForGuard();
    this.deck.type(word);
    await this.deck.see(new RegExp(`> ${word}`));
    this.deck.press('Enter');
  }

  /** Confirms a dialog with one key. */
  async agree(): Promise<void> {
    await this.deck.see(/Press y to go ahead/);
    await waitForGuard();
    this.deck.press('y');
  }

  /** Fills in the field that a form asks for. */
  async fill(field: RegExp | ((shown: string) => boolean), text: string): Promise<void> {
    await this.deck.see(field);
    this.deck.press('ctrl-u');
    await this.deck.see(/\n[^\n]*> +│/);
    this.deck.type(text);
    // A secret is masked while it is typed.
    const lines = [text, '*'.repeat(text.length)].map((line) => `> ${line}`);
    await this.deck.see((shown) => lines.some((line) => shown.includes(line)));
  }

  /** Waits for a form, fills in the given fields in order, and confirms. Other fields stay unchanged. */
  async form(title: string, fields: Readonly<Record<string, string>>): Promise<void> {
    await this.deck.see((text) => text.includes(title));
    await waitForGuard();
    for (const [name, text] of Object.entries(fields)) {
      // A single field has no marker. A page beside the list may have facts of the same name.
      const field = (shown: string) =>
        new RegExp(String.raw`[│|] ${/[│|] ▌ /.test(shown) ? '▌ ' : ''}${name}[ *]`).test(shown);
      while (!field(await this.deck.see(/[│|] > /))) await this.#nextField();
      await this.fill(field, text);
    }
    // Enter completes the form only once its last field is in sight.
    while (/Enter next field/.test(await this.deck.see(/Enter (?:take|next field|go on)/)))
      await this.#nextField();
    this.deck.press('Enter');
  }

  async #nextField(): Promise<void> {
    const current = () => this.deck.lines(/[│|] ▌ /).join('');
    const before = current();
    this.deck.press('Tab');
    await this.deck.see(() => current() !== before);
  }
}
