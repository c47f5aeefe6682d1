import { attributes, closeOf } from '../lib/sgr.ts';

/** The number of the default style; other styles are numbers assigned by `Styles`. */
export const PLAIN = 0;

interface Style {
  /** A bit for each of the SGR attributes 1 (bold) to 9 (struck through). */
  readonly set: number;
  /** SGR parameters of the colours; empty for the terminal's default. */
  readonly foreground: string;
  readonly background: string;
}

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
  if (attribute === '0') return { set: 0, foreground: '', background: '' };
  const colour = closeOf(attribute) ?? attribute;
  if (colour === '39') return { ...style, foreground: attribute === '39' ? '' : attribute };
  if (colour === '49') return { ...style, background: attribute === '49' ? '' : attribute };
  const ended = ENDED[attribute];
  if (ended !== undefined) return { ...style, set: style.set & ~ended };
  return /^[1-9]$/.test(attribute) ? { ...style, set: style.set | bits(Number(attribute)) } : style;
}

/** The parameters that set a style after a reset. */
const fullParameters = ({ set, foreground, background }: Style): string[] =>
  [...starting(set), foreground, background].filter(Boolean);

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
  readonly #styles: Style[] = [{ set: 0, foreground: '', background: '' }];
  readonly #numbers = new Map<string, number>([['0||', PLAIN]]);
  readonly #after = new Map<string, number>();
  readonly #changes = new Map<string, string>();

  /** @param endsAttributes true if the terminal can end single attributes (SGR 22 to 29); old ones can only reset all */
  constructor({ endsAttributes }: { readonly endsAttributes: boolean }) {
    this.#endsAttributes = endsAttributes;
  }

  /** The style after an SGR sequence with these parameters. */
  after(style: number, parameters: string): number {
    const key = `${style} ${parameters}`;
    const known = this.#after.get(key);
    if (known !== undefined) return known;
    const list = attributes(parameters.replace(LEFT_OUT, '0'));
    const number = this.#number(list.reduce(applied, this.#style(style)));
    this.#after.set(key, number);
    return number;
  }

  /** True if a blank in this style looks like a plain one. */
  isBare(style: number): boolean {
    const { set, background } = this.#style(style);
    return background === '' && (set & SEEN_ON_BLANKS) === 0;
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
    const reset = to === PLAIN ? '' : [...(from === PLAIN ? [] : ['0']), ...fullParameters(wanted)].join(';');
    const parts = changedParameters(old, wanted).join(';');
    const change = `\x1b[${this.#endsAttributes && parts.length < reset.length ? parts : reset}m`;
    this.#changes.set(key, change);
    return change;
  }

  #style(number: number): Style {
    const style = this.#styles[number];
    if (!style) throw new RangeError(`no style ${number}`);
    return style;
  }

  #number(style: Style): number {
    const key = `${style.set}|${style.foreground}|${style.background}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#styles.length);
    return this.#styles.push(style) - 1;
  }
}
