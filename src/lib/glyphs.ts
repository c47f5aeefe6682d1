/** The signs that the screen is drawn with, each exactly one column wide; the ASCII set stands in where Unicode would break. */
export interface Glyphs {
  readonly horizontal: string;
  readonly vertical: string;
  readonly topLeft: string;
  readonly topRight: string;
  readonly bottomLeft: string;
  readonly bottomRight: string;
  /** On an axis: a place that is written below it. */
  readonly tick: string;
  /** In a tree: a node with siblings after it, and the last one. */
  readonly branch: string;
  readonly lastBranch: string;
  readonly cursor: string;
  /** A row that is marked for a bulk action. */
  readonly marked: string;
  /** A row that the operator wants at hand. */
  readonly favourite: string;
  /** A row that changed while nobody looked. */
  readonly changed: string;
  /** A line of the log that says what hardly another says. */
  readonly rare: string;
  /** The pane that has the keys. */
  readonly focus: string;
  readonly ok: string;
  readonly warn: string;
  readonly error: string;
  readonly unknown: string;
  readonly running: string;
  /** Before the row of what is to blame. */
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
  /** A cell of a bar for what is not well but goes on; for what does not, `shareError`. */
  readonly barWarn: string;
  /** In a bar: where a limit stands in the part that is empty. */
  readonly barLimit: string;
  /** In a chart: a piece of the line of a limit. */
  readonly limit: string;
  /** Fillings of the bars of a histogram, told apart without colour: the worse, the heavier. */
  readonly shareOk: string;
  readonly shareWarn: string;
  readonly shareError: string;
  /** Levels of a sparkline from lowest to highest. */
  readonly spark: readonly string[];
  readonly spinner: readonly string[];
  /** OSDs on the map, each state a shape of its own. */
  readonly osd: Readonly<
    Record<'up' | 'unknown' | 'out' | 'destroyed' | 'watch' | 'downOut' | 'failing' | 'down', string>
  >;
}

/** For terminals that show Unicode. */
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

/** For everything else: no sign beyond printable ASCII. */
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
