import type { Links } from '../lib/links.ts';
import { attributes, closeOf, linkOf } from '../lib/sgr.ts';

/** The number of the default style; other styles are numbers assigned by `Styles`. */
export const PLAIN = 0;

interface Style {
  /** A bit for each of the SGR attributes 1 (bold) to 9 (struck through). */
  readonly set: number;
  /** SGR parameters of the colours; empty for the terminal's default. */
  readonly foreground: string;
  readonly background: string;
  /** The number of the link; undefined outside links. */
  readonly link: number | undefined;
}

const NONE: Style = { set: 0, foreground: '', background: '', link: undefined };

/** Ends a link (OSC 8). */
const LINK_ENDS = '\x1b]8;;\x1b\\';

/** The position of an omitted parameter, which means 0. */
const LEFT_OUT = /(?<![^;])(?=;|$)/g;

const bits = (...numbers: readonly number[]): number => numbers.reduce((all, n) => all | (1 << n), 0);

/** The attributes that an SGR parameter ends. */
const ENDED: Readonly<Record<string, number>> = {
  22: bits(1, 2),
  23: bits(3),
  24: bits(4),
  25: bits(5, 6),
  27: bits(7),
  28: bits(8),
  29: bits(9),
};

/** Attributes that are visible on a blank: underlined, inverse, struck through. */
const SEEN_ON_BLANKS = bits(4, 7, 9);

const MARK = bits(7);

const starting = (set: number): string[] =>
  Array.from({ length: 9 }, (_, index) => index + 1)
    .filter((n) => set & bits(n))
    .map(String);

function applied(style: Style, attribute: string): Style {
  if (attribute === '0') return NONE;
  const colour = closeOf(attribute) ?? attribute;
  if (colour === '39') return { ...style, foreground: attribute === '39' ? '' : attribute };
  if (colour === '49') return { ...style, background: attribute === '49' ? '' : attribute };
  if (colour === '59') return { ...style, link: linkOf(attribute) };
  const ended = ENDED[attribute];
  if (ended !== undefined) return { ...style, set: style.set & ~ended };
  return /^[1-9]$/.test(attribute) ? { ...style, set: style.set | bits(Number(attribute)) } : style;
}

/** The parameters that set a style after a reset. */
const fullParameters = ({ set, foreground, background }: Style): string[] =>
  [...starting(set), foreground, background].filter(Boolean);

const isUnstyled = (style: Style): boolean => fullParameters(style).length === 0;

const sameParameters = (one: Style, other: Style): boolean =>
  fullParameters(one).join(';') === fullParameters(other).join(';');

/** The parameters that change one style to another without a reset. */
function changedParameters(from: Style, to: Style): string[] {
  const gone = from.set & ~to.set;
  const ends = Object.entries(ENDED).filter(([, ended]) => ended & gone);
  const left = ends.reduce((set, [, ended]) => set & ~ended, from.set);
  const colours = [
    ...(from.foreground === to.foreground ? [] : [to.foreground || '39']),
    ...(from.background === to.background ? [] : [to.background || '49']),
  ];
  return [...ends.map(([parameter]) => parameter), ...starting(to.set & ~left), ...colours];
}

/** A registry of styles by number, so that the styles of cells are compared as numbers. */
export class Styles {
  readonly #endsAttributes: boolean;
  readonly #links: Links | undefined;
  readonly #styles: Style[] = [NONE];
  readonly #numbers = new Map<string, number>([['0|||', PLAIN]]);
  readonly #after = new Map<string, number>();
  readonly #changes = new Map<string, string>();

  /**
   * @param endsAttributes true if the terminal can end single attributes (SGR 22 to 29); old ones can only reset all
   * @param links the addresses of links; without it links are plain text
   */
  constructor({ endsAttributes, links }: { readonly endsAttributes: boolean; readonly links?: Links }) {
    this.#endsAttributes = endsAttributes;
    this.#links = links;
  }

  /** The style after an SGR sequence with these parameters. */
  after(style: number, parameters: string): number {
    const key = `${style} ${parameters}`;
    const known = this.#after.get(key);
    if (known !== undefined) return known;
    const list = attributes(parameters.replace(LEFT_OUT, '0'));
    const after = list.reduce(applied, this.#style(style));
    const isLinked = after.link !== undefined && this.#links?.address(after.link) !== undefined;
    const number = this.#number(isLinked ? after : { ...after, link: undefined });
    this.#after.set(key, number);
    return number;
  }

  /** True if a blank in this style looks like a plain one. */
  isBare(style: number): boolean {
    const { set, background, link } = this.#style(style);
    return link === undefined && background === '' && (set & SEEN_ON_BLANKS) === 0;
  }

  /** True for a style that is only inverse, which this program uses to mark the input focus. */
  isMark(style: number): boolean {
    const { set, foreground, background } = this.#style(style);
    return set === MARK && foreground === '' && background === '';
  }

  /** The shortest sequence that changes one style to another. */
  change(from: number, to: number): string {
    if (from === to) return '';
    const key = `${from} ${to}`;
    const known = this.#changes.get(key);
    if (known !== undefined) return known;
    const [old, wanted] = [this.#style(from), this.#style(to)];
    const change = this.#parametersChange(old, wanted) + this.#linkChange(old, wanted);
    this.#changes.set(key, change);
    return change;
  }

  /** The sequence that makes the style plain, whatever it was. */
  get reset(): string {
    return this.#links ? `\x1b[m${LINK_ENDS}` : '\x1b[m';
  }

  #parametersChange(from: Style, to: Style): string {
    if (sameParameters(from, to)) return '';
    const reset = isUnstyled(to) ? '' : [...(isUnstyled(from) ? [] : ['0']), ...fullParameters(to)].join(';');
    const parts = changedParameters(from, to).join(';');
    return `\x1b[${this.#endsAttributes && parts.length < reset.length ? parts : reset}m`;
  }

  /** The sequence that ends, starts or changes a link. Parts of a link have the same id, so that terminals see them as one. */
  #linkChange({ link: from }: Style, { link: to }: Style): string {
    if (from === to) return '';
    return to === undefined ? LINK_ENDS : `\x1b]8;id=${to};${this.#links?.address(to) ?? ''}\x1b\\`;
  }

  #style(number: number): Style {
    const style = this.#styles[number];
    if (!style) throw new RangeError(`no style ${number}`);
    return style;
  }

  #number(style: Style): number {
    const key = `${style.set}|${style.foreground}|${style.background}|${style.link ?? ''}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#styles.length);
    return this.#styles.push(style) - 1;
  }
}
