import type { Environment } from './environment.ts';
import { ASCII_GLYPHS, UNICODE_GLYPHS, type Glyphs } from './glyphs.ts';
import type { Links } from './links.ts';
import { SGR, attributes, closeOf, linkAttribute, styled } from './sgr.ts';
import { type Palette, THEMES, type Role, type ThemeName } from './themes.ts';

export type { Glyphs } from './glyphs.ts';
export type { Role, ThemeName } from './themes.ts';

/** The colours that the terminal supports: none, 16, 256 or 24-bit colour. */
export type ColourDepth = 'none' | '16' | '256' | 'true';

/**
 * The colours and characters for this terminal. It is passed to widgets and pure row functions, and is never a global.
 */
export interface Look {
  readonly depth: ColourDepth;
  readonly unicode: boolean;
  readonly glyphs: Glyphs;
  /**
   * Wraps `text` in the role's SGR sequences and closes exactly what it opened. Without colour, only the most important
   * roles are highlighted, by bold, underline or inverse. Calls nest: where an inner style ends, the outer one resumes.
   */
  readonly paint: (role: Role, text: string) => string;
  /** Makes `text`, which may be painted, a link to a web address; unchanged if links are off or the address is not safe. */
  readonly link: (text: string, address: string) => string;
  /** The addresses linked to; undefined if links are off. */
  readonly links: Links | undefined;
  /** Changes the colours of all that is painted from now on. */
  readonly setTheme: (theme: ThemeName) => void;
}

export interface LookOptions {
  readonly depth: ColourDepth;
  readonly unicode: boolean;
  /** Without colour every theme looks like `mono`, except `plain`, which writes no sequences at all. */
  readonly theme?: ThemeName;
  /** Keeps the addresses of links; without it links are off. */
  readonly links?: Links;
}

function paletteOf(theme: ThemeName, depth: ColourDepth): Palette {
  const { rich, basic } = THEMES[depth === 'none' && theme !== 'plain' ? 'mono' : theme];
  return depth === '256' || depth === 'true' ? rich : basic;
}

/** Creates the look for a terminal; with 16 colours it uses the theme's basic palette. */
export function createLook({ depth, unicode, theme = 'terminal', links }: LookOptions): Look {
  let palette = paletteOf(theme, depth);
  const wrapped = (parameters: string, text: string) =>
    styled(parameters, text.includes('\x1b') ? reopened(text, parameters) : text);
  return {
    depth,
    unicode,
    links,
    glyphs: unicode ? UNICODE_GLYPHS : ASCII_GLYPHS,
    paint(role, text) {
      const parameters = palette[role] ?? '';
      if (parameters === '' || text === '') return text;
      return wrapped(parameters, text);
    },
    link(text, address) {
      const number = links?.numberOf(address);
      return number === undefined ? text : wrapped(linkAttribute(number), text);
    },
    setTheme(chosen) {
      palette = paletteOf(chosen, depth);
    },
  };
}

/** After each sequence in `text` that ends an attribute, restarts that attribute if the outer style has it. */
function reopened(text: string, outer: string): string {
  return text.replace(SGR, (sequence, parameters: string) => {
    const ended = attributes(parameters);
    const again = attributes(outer).filter((attribute) => ended.includes(closeOf(attribute) ?? ''));
    return again.length === 0 ? sequence : `${sequence}\x1b[${again.join(';')}m`;
  });
}

/** Terminals that may support only 16 colours, even if an inherited COLORTERM says otherwise. */
const SIXTEEN_COLOURS = /^(?:linux|screen|vt\d+)/;

/**
 * The colour depth to use: the requested one, else none if NO_COLOR is set (no-color.org: to any non-empty value), else
 * the depth that TERM and COLORTERM announce.
 */
export function detectColour(environment: Environment, flags: { colour?: ColourDepth } = {}): ColourDepth {
  if (flags.colour !== undefined) return flags.colour;
  const { NO_COLOR, COLORTERM, TERM = 'dumb' } = environment;
  if (NO_COLOR || TERM === 'dumb' || TERM === '') return 'none';
  if (TERM.includes('256color')) return isTrueColour(COLORTERM) ? 'true' : '256';
  if (SIXTEEN_COLOURS.test(TERM)) return '16';
  return isTrueColour(COLORTERM) || TERM.endsWith('-direct') ? 'true' : '16';
}

function isTrueColour(colorTerm: string | undefined): boolean {
  return colorTerm === 'truecolor' || colorTerm === '24bit';
}

/** True if the locale's character set is UTF-8, by LC_ALL, LC_CTYPE and LANG in the precedence that POSIX defines. */
export const readsUtf8 = ({ LC_ALL, LC_CTYPE, LANG }: Environment): boolean =>
  /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');

/** Consoles whose fonts lack some of the Unicode glyphs, even if they accept UTF-8. */
const LIMITED_FONT = /^(?:linux|vt\d+|dumb)/;

/**
 * True if the Unicode glyphs can be shown: as requested, else if the locale's character set is UTF-8 and the terminal
 * is not a bare console.
 */
export function detectUnicode(
  environment: Environment,
  flags: { ascii?: boolean; unicode?: boolean } = {},
): boolean {
  if (flags.ascii) return false;
  if (flags.unicode) return true;
  return !LIMITED_FONT.test(environment['TERM'] ?? '') && readsUtf8(environment);
}
