/** The meaning of a piece of text; the theme decides its appearance. State is never shown by colour alone. */
export type Role =
  | 'text'
  | 'dim'
  | 'strong'
  | 'title'
  | 'accent'
  | 'rule'
  | 'ok'
  | 'warn'
  | 'error'
  | 'info'
  | 'key'
  /** The letter within a word that is also its key. */
  | 'letter'
  | 'match'
  | 'selected'
  | 'danger'
  | SeriesRole;

/** The roles of the series of a chart, in their order. */
export const SERIES_ROLES = ['series1', 'series2', 'series3', 'series4', 'series5', 'series6'] as const;
type SeriesRole = (typeof SERIES_ROLES)[number];

/** SGR parameters by role; a missing role is shown as plain text. */
export type Palette = Readonly<Partial<Record<Role, string>>>;

/**
 * One theme in two palettes: for 256 colours, whose upper 240 entries are the same on every terminal, and for the
 * terminal's own 16.
 */
export interface Theme {
  readonly rich: Palette;
  readonly basic: Palette;
}

type Six = readonly [string, string, string, string, string, string];

/** The colours of the series of a chart: those of no state, so that a second series does not look like a warning. */
const series = ([one, two, three, four, five, six]: Six): Readonly<Record<SeriesRole, string>> => ({
  series1: one,
  series2: two,
  series3: three,
  series4: four,
  series5: five,
  series6: six,
});

/**
 * The palette without colour: only the most important roles are highlighted, by attributes that every terminal
 * supports.
 */
const MONO: Palette = {
  strong: '1',
  title: '1',
  accent: '1',
  key: '1',
  letter: '4',
  error: '1',
  danger: '1;7',
  match: '4',
  selected: '7',
};

const TERMINAL: Palette = {
  ...series(['36', '35', '34', '37', '96', '95']),
  dim: '2',
  strong: '1',
  title: '1',
  accent: '36',
  rule: '2',
  ok: '32',
  warn: '33',
  error: '1;31',
  info: '36',
  key: '1;36',
  letter: '4',
  match: '4;33',
  selected: '7',
  danger: '1;7;31',
};

const DARK: Palette = {
  ...series(['38;5;81', '38;5;176', '38;5;180', '38;5;105', '38;5;252', '38;5;73']),
  dim: '38;5;245',
  strong: '1',
  title: '1;38;5;255',
  accent: '38;5;81',
  rule: '38;5;240',
  ok: '38;5;114',
  warn: '38;5;221',
  error: '1;38;5;210',
  info: '38;5;117',
  key: '38;5;81',
  letter: '4',
  match: '38;5;16;48;5;221',
  selected: '7',
  danger: '1;38;5;231;48;5;160',
};

/** Colours with a contrast of at least 4.5:1 against white; yellow has less, so warnings are brown. */
const LIGHT: Palette = {
  ...series(['38;5;25', '38;5;90', '38;5;23', '38;5;61', '38;5;240', '38;5;16']),
  dim: '38;5;242',
  strong: '1',
  title: '1;38;5;16',
  accent: '38;5;25',
  rule: '38;5;248',
  ok: '38;5;22',
  warn: '38;5;94',
  error: '1;38;5;124',
  info: '38;5;24',
  key: '38;5;25',
  letter: '4',
  match: '38;5;16;48;5;222',
  selected: '7',
  danger: '1;38;5;231;48;5;124',
};

/** Yellow and cyan are hard to read on white, so warnings are magenta and accents are blue. */
const LIGHT_BASIC: Palette = {
  ...TERMINAL,
  ...series(['34', '36', '30', '94', '90', '96']),
  dim: '90',
  rule: '90',
  accent: '34',
  warn: '35',
  info: '34',
  key: '1;34',
  letter: '4',
  match: '4;35',
};

/** Blue, yellow and vermilion from the palette of Okabe and Ito, distinguishable with any kind of colour vision. */
const COLOUR_BLIND: Palette = {
  ...DARK,
  ...series(['38;5;153', '38;5;175', '38;5;252', '38;5;67', '38;5;187', '38;5;103']),
  accent: '38;5;153',
  key: '38;5;153',
  letter: '4',
  ok: '38;5;74',
  warn: '38;5;227',
  error: '1;38;5;208',
  info: '38;5;175',
  danger: '1;38;5;16;48;5;208',
};

const COLOUR_BLIND_BASIC: Palette = {
  ...TERMINAL,
  ...series(['36', '35', '96', '95', '37', '90']),
  ok: '34',
  info: '37',
  error: '1;91',
};

/** The themes by their names in the configuration and on the command line. */
export const THEMES = {
  dark: { rich: DARK, basic: TERMINAL },
  light: { rich: LIGHT, basic: LIGHT_BASIC },
  /** The terminal's own 16 colours, so that it follows the operator's colour scheme. */
  terminal: { rich: TERMINAL, basic: TERMINAL },
  'colour-blind': { rich: COLOUR_BLIND, basic: COLOUR_BLIND_BASIC },
  mono: { rich: MONO, basic: MONO },
  /** No sequences at all, for output that is not a terminal. */
  plain: { rich: {}, basic: {} },
} as const satisfies Record<string, Theme>;

export type ThemeName = keyof typeof THEMES;

/** The themes that a terminal can switch to; `plain` is for output that is not a terminal. */
export const THEME_NAMES = (Object.keys(THEMES) as ThemeName[]).filter((name) => name !== 'plain');

export const isTheme = (word: string): word is ThemeName => (THEME_NAMES as readonly string[]).includes(word);

/** The themes that can be configured: `auto` is dark or light according to the terminal's background. */
export type ThemeChoice = ThemeName | 'auto';
export const THEME_CHOICES: readonly ThemeChoice[] = [...(Object.keys(THEMES) as ThemeName[]), 'auto'];
