import { describe, expect, test } from 'vitest';
import { ASCII_GLYPHS, UNICODE_GLYPHS } from '../../src/lib/glyphs.ts';
import { createLook, detectColour, detectUnicode, type Role } from '../../src/lib/look.ts';
import { attributes, closeOf } from '../../src/lib/sgr.ts';
import { width } from '../../src/lib/text.ts';
import {
  isTheme,
  type Palette,
  SERIES_ROLES,
  THEME_CHOICES,
  THEME_NAMES,
  THEMES,
  type ThemeName,
} from '../../src/lib/themes.ts';

/** A glyph, a list of glyphs or a table by name, as a list. */
const flat = (glyphs: unknown): string[] =>
  typeof glyphs === 'string' ? [glyphs] : Object.values(glyphs as object).flatMap(flat);

describe('glyphs', () => {
  test.each([...Object.entries(UNICODE_GLYPHS), ...Object.entries(ASCII_GLYPHS)] as [
    string,
    string | string[] | Record<string, string>,
  ][])('the glyphs of %s are one column wide each', (_, glyphs) => {
    for (const glyph of flat(glyphs)) expect(width(glyph)).toBe(1);
  });

  test('the ASCII glyphs contain only ASCII', () => {
    expect(flat(ASCII_GLYPHS).join('')).toMatch(/^[\x20-\x7e]+$/);
  });
});

/** The active attributes after `text`, as a terminal keeps them. */
function leftOpen(text: string): string[] {
  const open = new Map<string, string>();
  for (const [, parameters = ''] of text.matchAll(/\x1b\[([\d;]*)m/g)) {
    for (const attribute of attributes(parameters)) {
      const end = closeOf(attribute);
      if (end === undefined) open.delete(attribute);
      else open.set(end, attribute);
    }
  }
  return [...open.values()];
}

describe('paint', () => {
  const themes = Object.keys(THEMES) as ThemeName[];
  const roles = Object.keys(THEMES.dark.rich) as Role[];

  test.each(themes)('in the theme %s each role ends the styles it starts and keeps the text', (theme) => {
    for (const depth of ['none', '16', '256', 'true'] as const) {
      const look = createLook({ depth, unicode: true, theme });
      for (const role of roles) {
        expect(leftOpen(look.paint(role, 'text'))).toEqual([]);
        expect(width(look.paint(role, 'text'))).toBe(4);
      }
    }
  });

  test('paint writes the exact sequence of a role, and none for an empty text', () => {
    const look = createLook({ depth: '16', unicode: true });
    expect(look.paint('error', 'down')).toBe('\x1b[1;31mdown\x1b[22;39m');
    expect(look.paint('error', '')).toBe('');
    expect(look.paint('text', 'down')).toBe('down');
  });

  test('paint returns to the outer role where a nested one ends', () => {
    const look = createLook({ depth: '16', unicode: true });
    const nested = look.paint('error', `a ${look.paint('warn', 'b')} c`);
    expect(nested).toBe('\x1b[1;31ma \x1b[33mb\x1b[39m\x1b[31m c\x1b[22;39m');
    expect(leftOpen(nested)).toEqual([]);
  });

  test('without colour no role sets one, and roles that matter still stand out', () => {
    for (const theme of themes) {
      const look = createLook({ depth: 'none', unicode: true, theme });
      for (const role of roles)
        expect(look.paint(role, 'x')).not.toMatch(/\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9\d|10\d)/);
    }
    const look = createLook({ depth: 'none', unicode: true, theme: 'dark' });
    for (const role of ['title', 'selected', 'error', 'danger'] as const)
      expect(look.paint(role, 'x')).not.toBe('x');
  });

  test('a 16-colour terminal gets its own colours, and a richer one gets those of the theme', () => {
    const paint = (depth: '16' | '256' | 'true') =>
      createLook({ depth, unicode: true, theme: 'dark' }).paint('error', 'x');
    expect(paint('16')).not.toContain('38;5;');
    expect(paint('256')).toContain('38;5;');
    expect(paint('true')).toBe(paint('256'));
  });

  test('the plain look writes no sequence at any colour depth', () => {
    for (const role of roles) {
      expect(createLook({ depth: 'true', unicode: true, theme: 'plain' }).paint(role, 'x')).toBe('x');
      expect(createLook({ depth: 'none', unicode: true, theme: 'plain' }).paint(role, 'x')).toBe('x');
    }
  });
});

describe('themes', () => {
  const coloured = THEME_NAMES.filter((name) => name !== 'mono');
  const palettes = coloured.flatMap((name): [ThemeName, 'rich' | 'basic', Palette][] => [
    [name, 'rich', THEMES[name].rich],
    [name, 'basic', THEMES[name].basic],
  ]);

  test.each(palettes)('the theme %s (%s) has a style for each role', (_, _colours, palette) => {
    for (const role of Object.keys(THEMES.dark.rich) as Role[])
      expect(palette[role], role).toMatch(/^\d+(?:;\d+)*$/);
    for (const role of ['strong', 'title', 'error', 'danger'] as const)
      expect(palette[role], role).toMatch(role === 'title' ? /^(?:1|1;.*)$/ : /^1(?:;|$)/);
  });

  test.each(palettes)(
    'in the theme %s (%s) no state looks like another, nor a series like another',
    (_, _colours, palette) => {
      const states = (['ok', 'warn', 'error', 'danger', 'info', 'dim', 'selected'] as const).map(
        (role) => palette[role],
      );
      expect(new Set(states).size).toBe(states.length);
      const series = SERIES_ROLES.map((role) => palette[role]);
      expect(new Set(series).size).toBe(6);
      for (const role of ['warn', 'error', 'danger'] as const) expect(series).not.toContain(palette[role]);
    },
  );

  test('the theme without colour makes what matters bold, inverse or underlined', () => {
    expect(THEMES.mono.basic).toBe(THEMES.mono.rich);
    expect(THEMES.mono.rich).toEqual({
      strong: '1',
      title: '1',
      accent: '1',
      key: '1',
      letter: '4',
      error: '1',
      danger: '1;7',
      match: '4',
      selected: '7',
    });
  });

  test('a terminal can switch to every theme but the plain one', () => {
    expect(['dark', 'light', 'terminal', 'colour-blind', 'mono', 'plain', 'auto'].filter(isTheme)).toEqual(
      THEME_NAMES,
    );
    expect(isTheme('plain')).toBe(false);
    expect(THEME_CHOICES).toEqual([...THEME_NAMES, 'plain', 'auto']);
  });
});

/** The relative luminance of an entry of the 256-colour palette, as WCAG 2 defines it. */
function luminance(entry: number): number {
  const cube = [0, 95, 135, 175, 215, 255];
  const grey = 8 + (entry - 232) * 10;
  const levels =
    entry >= 232
      ? [grey, grey, grey]
      : [36, 6, 1].map((step) => cube[Math.floor((entry - 16) / step) % 6] ?? 0);
  const [red = 0, green = 0, blue = 0] = levels.map((level) => {
    const part = level / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each([
  ['dark', 16],
  ['colour-blind', 16],
  ['light', 231],
] as const)('the text of %s is legible, 4.5:1 or better', (theme, background) => {
  for (const [role, parameters] of Object.entries(THEMES[theme].rich)) {
    const [, text] = /(?:^|;)38;5;(\d+)/.exec(parameters) ?? [];
    if (text === undefined || role === 'rule') continue;
    const behind = Number(/(?:^|;)48;5;(\d+)/.exec(parameters)?.[1] ?? background);
    const [low = 0, high = 0] = [luminance(Number(text)), luminance(behind)].sort((a, b) => a - b);
    expect((high + 0.05) / (low + 0.05), role).toBeGreaterThanOrEqual(4.5);
  }
});

test.each([
  [{ TERM: 'xterm-256color' }, '256'],
  [{ TERM: 'xterm-256color', COLORTERM: 'truecolor' }, 'true'],
  [{ TERM: 'xterm-kitty', COLORTERM: '24bit' }, 'true'],
  [{ TERM: 'xterm' }, '16'],
  [{ TERM: 'linux', COLORTERM: 'truecolor' }, '16'],
  [{ TERM: 'vt100' }, '16'],
  [{ TERM: 'screen', COLORTERM: 'truecolor' }, '16'],
  [{ TERM: 'screen-256color' }, '256'],
  [{ TERM: 'dumb', COLORTERM: 'truecolor' }, 'none'],
  [{}, 'none'],
  [{ TERM: 'xterm-256color', NO_COLOR: '1' }, 'none'],
  [{ TERM: 'xterm-256color', NO_COLOR: '' }, '256'],
  [{ TERM: 'xterm-256color', CI: 'true' }, '256'],
])('in %j the colour depth is %s', (environment, depth) => {
  expect(detectColour(environment)).toBe(depth);
});

test('an explicit colour option overrides the environment', () => {
  expect(detectColour({ NO_COLOR: '1', TERM: 'dumb' }, { colour: '16' })).toBe('16');
});

test.each([
  [{ TERM: 'xterm', LANG: 'en_US.UTF-8' }, true],
  [{ TERM: 'xterm', LANG: 'C.utf8' }, true],
  [{ TERM: 'xterm', LANG: 'C' }, false],
  [{ TERM: 'xterm' }, false],
  [{ TERM: 'xterm', LANG: 'en_US.UTF-8', LC_ALL: 'C' }, false],
  [{ TERM: 'xterm', LANG: 'C', LC_CTYPE: 'de_DE.UTF-8' }, true],
  [{ TERM: 'xterm', LC_ALL: '', LANG: 'de_DE.UTF-8' }, true],
  [{ TERM: 'linux', LANG: 'en_US.UTF-8' }, false],
  [{ TERM: 'vt220', LANG: 'en_US.UTF-8' }, false],
])('in %j Unicode support is %s', (environment, unicode) => {
  expect(detectUnicode(environment)).toBe(unicode);
});

test('--ascii and --unicode override the environment', () => {
  expect(detectUnicode({ TERM: 'xterm', LANG: 'en_US.UTF-8' }, { ascii: true })).toBe(false);
  expect(detectUnicode({ TERM: 'linux', LANG: 'C' }, { unicode: true })).toBe(true);
});
