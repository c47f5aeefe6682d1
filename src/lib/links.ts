/** The most characters of a linked address; terminals refuse longer ones or cut them. */
const LONGEST = 2000;
/** The most addresses that are linked in a session; further ones stay plain text. */
const MOST = 2000;
/** Printable ASCII without the blank: nothing in it can end or start an escape sequence. */
const HARMLESS = /^[\x21-\x7e]+$/;

/** An address as a terminal may get it: encoded, http or https, without a password; undefined for any other text. */
export function linkable(address: string): string | undefined {
  if (address.length > LONGEST || !URL.canParse(address)) return undefined;
  const { protocol, username, password, href } = new URL(address);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  const isSafe = HARMLESS.test(href) && href.length <= LONGEST;
  return isWeb && isSafe && username === '' && password === '' ? href : undefined;
}

/**
 * The addresses that painted text links to, by number. Text only holds the number, as an SGR attribute, so that a link is
 * cut, wrapped and closed like a colour; the output stage puts in the address.
 */
export class Links {
  readonly #numbers = new Map<string, number>();
  readonly #addresses: string[] = [];

  /** The number of an address; undefined if it cannot be linked. */
  numberOf(address: string): number | undefined {
    const href = linkable(address);
    if (href === undefined) return undefined;
    const known = this.#numbers.get(href);
    if (known !== undefined) return known;
    if (this.#addresses.length >= MOST) return undefined;
    this.#numbers.set(href, this.#addresses.length);
    return this.#addresses.push(href) - 1;
  }

  /** The address with a number; undefined for a number that was not given out. */
  address(number: number): string | undefined {
    return this.#addresses[number];
  }
}

/** A web address inside other text, up to a blank, a quote, a bracket or the punctuation after it. */
const IN_TEXT = /https?:\/\/[^\s"'<>()[\]{}]*[^\s"'<>()[\]{}.,;:!?]/g;

/** Replaces the web addresses in a text by what `link` makes of them. */
export const withLinks = (text: string, link: (address: string) => string): string =>
  text.includes('://') ? text.replace(IN_TEXT, (address) => link(address)) : text;
