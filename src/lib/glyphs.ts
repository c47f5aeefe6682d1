/** The symbols that the screen is drawn with, each exactly one column wide. */
export interface Glyphs {
  readonly horizontal: string;
  readonly vertical: string;
  readonly topLeft: string;
  readonly topRight: string;
  readonly bottomLeft: string;
  readonly bottomRight: string;
  /** On an axis: a position that has a label below it. */
  readonly tick: string;
  /** In a tree: a node with siblings after it; `lastBranch` is for the last sibling. */
  readonly branch: string;
  readonly lastBranch: string;
  readonly cursor: string;
  /** A row that is marked for a bulk action. */
  readonly marked: string;
  /** A row that is one of the operator's favourites. */
  readonly favourite: string;
  /** A row that changed during the operator's absence. */
  readonly changed: string;
  /** A log line whose message is rare. */
  readonly rare: string;
  /** The pane that has the focus. */
  readonly focus: string;
  readonly ok: string;
  readonly warn: string;
  readonly error: string;
  readonly unknown: string;
  readonly running: string;
  /** A row whose object is named as the cause of a problem. */
  readonly blamed: string;
  readonly expanded: string;
  readonly collapsed: string;
  readonly leaf: string;
  readonly ellipsis: string;
  readonly up: string;
  readonly down: string;
  readonly bullet: string;
  readonly barFull: string;
  /** Partial cells of a bar from nearly empty to nearly full; empty in ASCII. */
  readonly barPartial: readonly string[];
  readonly barEmpty: string;
  /** A cell of a bar for a share in a warning state; for an error state, `shareError`. */
  readonly barWarn: string;
  /** In the empty part of a bar: the position of a limit. */
  readonly barLimit: string;
  /** In a chart: one cell of the horizontal line of a limit. */
  readonly limit: string;
  /** Fills of histogram bars, distinguishable without colour: the worse the state, the denser the fill. */
  readonly shareOk: string;
  readonly shareWarn: string;
  readonly shareError: string;
  /** Levels of a sparkline from lowest to highest. */
  readonly spark: readonly string[];
  readonly spinner: readonly string[];
  /** OSDs on the map, a distinct shape for each state. */
  readonly osd: Readonly<
    Record<'up' | 'unknown' | 'out' | 'destroyed' | 'watch' | 'downOut' | 'failing' | 'down', string>
  >;
}

/** The glyphs for terminals that show Unicode. */
export const UNICODE_GLYPHS: Glyphs = {
  horizontal: '─',
  vertical: '│',
  topLeft: '┌',
  topRight: '┐',
  bottomLeft: '└',
  bottomRight: '┘',
  tick: '┬',
  branch: '├',
  lastBranch: '└',
  cursor: '▌',
  marked: '●',
  favourite: '★',
  changed: '•',
  rare: '◆',
  focus: '▶',
  ok: '✓',
  warn: '▲',
  error: '✗',
  unknown: '?',
  running: '◐',
  blamed: '◄',
  expanded: '▾',
  collapsed: '▸',
  leaf: '·',
  ellipsis: '…',
  up: '↑',
  down: '↓',
  bullet: '•',
  barFull: '█',
  barPartial: ['▏', '▎', '▍', '▌', '▋', '▊', '▉'],
  barEmpty: '░',
  barWarn: '▄',
  barLimit: '┊',
  limit: '┄',
  shareOk: '▒',
  shareWarn: '▓',
  shareError: '█',
  spark: ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
  spinner: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
  osd: {
    up: '▪',
    unknown: '?',
    out: '○',
    destroyed: '□',
    watch: '▲',
    downOut: '×',
    failing: '◆',
    down: '✗',
  },
};

/** The glyphs for all other terminals: printable ASCII only. */
export const ASCII_GLYPHS: Glyphs = {
  horizontal: '-',
  vertical: '|',
  topLeft: '+',
  topRight: '+',
  bottomLeft: '+',
  bottomRight: '+',
  tick: '+',
  branch: '|',
  lastBranch: '`',
  cursor: '>',
  marked: '*',
  favourite: '*',
  changed: '~',
  rare: '!',
  focus: '>',
  ok: '+',
  warn: '!',
  error: 'x',
  unknown: '?',
  running: '~',
  blamed: '<',
  expanded: 'v',
  collapsed: '>',
  leaf: '.',
  ellipsis: '~',
  up: '^',
  down: 'v',
  bullet: '*',
  barFull: '#',
  barPartial: [],
  barEmpty: '.',
  barWarn: '!',
  barLimit: '|',
  limit: '-',
  shareOk: '=',
  shareWarn: '!',
  shareError: 'X',
  spark: ['_', '.', '-', '=', '#'],
  spinner: ['|', '/', '-', '\\'],
  osd: {
    up: '.',
    unknown: '?',
    out: 'o',
    destroyed: '-',
    watch: '!',
    downOut: 'x',
    failing: '#',
    down: 'X',
  },
};
