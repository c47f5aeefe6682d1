import { ASCII_GLYPHS, UNICODE_GLYPHS, type Glyphs } from './glyphs.ts';
import { SGR, attributes, closeOf, styled } from './sgr.ts';
import { THEMES, type Role, type ThemeName } from './themes.ts';

export type { Glyphs } from './glyphs.ts';
export type { Role, ThemeName } from './themes.ts';

/** The number of colours that the terminal shows: none, 16, 256 or 24 bits of them. */
export type ColourDepth = 'none' | '16' | '256' | 'true';

/** Colours and characters that this terminal is drawn with: passed to widgets and to pure row functions, never a global. */
export interface Look {
  readonly depth: ColourDepth;
  readonly unicode: boolean;
  readonly glyphs: Glyphs;
  /**
   * Wraps `text` in the role's SGR sequences and closes exactly what it opened. Without colour only the roles
   * that must be found at once are set apart, by bold, underline or inverse. Paints nest: where an inner one
   * ends, the outer one goes on.
   */
  readonly paint: (role: Role, text: string) => string;
}

export interface LookOptions {
  readonly depth: ColourDepth;
  readonly unicode: boolean;
  /** Without colour every theme looks like `mono`, save `plain`, which writes no sequences at all. */
  readonly theme?: ThemeName;
}

/** Without colour every theme but `plain` looks like `mono`; 16 colours get a theme's basic palette. */
export function createLook({ depth, unicode, theme = 'terminal' }: LookOptions): Look {
  const { rich, basic } = THEMES[depth === 'none' && theme !== 'plain' ? 'mono' : theme];
  const palette: Partial<Record<Role, string>> = depth === '256' || depth === 'true' ? rich : basic;
  return {
    depth,
    unicode,
    glyphs: unicode ? UNICODE_GLYPHS : ASCII_GLYPHS,
    paint(role, text) {
      const parameters = palette[role] ?? '';
      if (parameters === '' || text === '') return text;
      return styled(parameters, text.includes('\x1b') ? reopened(text, parameters) : text);
    },
  };
}

/** After each sequence in `text` that ends something, starts the outer style's share of it again. */
function reopened(text: string, outer: string): string {
  return text.replace(SGR, (sequence, parameters: string) => {
    const ended = attributes(parameters);
    const again = attributes(outer).filter((attribute) => ended.includes(closeOf(attribute) ?? ''));
    return again.length === 0 ? sequence : `${sequence}\x1b[${again.join(';')}m`;
  });
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Terminals of which nothing but the 16 colours can be expected, whatever the environment inherited says. */
const SIXTEEN_COLOURS = /^(?:linux|screen|vt\d+)/;

/**
 * The number of colours to use: as asked for, else by NO_COLOR (no-color.org: any value but the empty one), else as
 * TERM and COLORTERM promise.
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

/** True where the locale's character set is UTF-8: LC_ALL before LC_CTYPE before LANG, as POSIX has it. */
export const readsUtf8 = ({ LC_ALL, LC_CTYPE, LANG }: Environment): boolean =>
  /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');

/** Consoles whose fonts lack the signs that the Unicode set needs, even where they read UTF-8. */
const LIMITED_FONT = /^(?:linux|vt\d+|dumb)/;

/**
 * True where the Unicode signs can be shown: as asked for, else where the locale's character set is
 * UTF-8 and the terminal is not a bare console.
 */
export function detectUnicode(
  environment: Environment,
  flags: { ascii?: boolean; unicode?: boolean } = {},
): boolean {
  if (flags.ascii) return false;
  if (flags.unicode) return true;
  return !LIMITED_FONT.test(environment['TERM'] ?? '') && readsUtf8(environment);
}
