/** The properties of a pane of the deck that are known before its code is loaded. */
export interface PaneFacts {
  readonly title: string;
  /** Its names on the `:` line. */
  readonly names: readonly string[];
  /** Its place on a wide terminal: across the whole width, or in one of the two columns below. */
  readonly column: 'across' | 'left' | 'right';
  /** On 80 columns the pane stands to the right of the one that is across the width of a wide terminal, not in the stack below. */
  readonly isBesideAcross?: true;
  /**
   * Its rows, including the title: the minimum to be useful, that of a pane which takes all it can get if it is another one,
   * the maximum, and its share of the remaining space.
   */
  readonly room: {
    readonly least: number;
    readonly leastInTrouble?: number;
    readonly most: number;
    readonly share: number;
  };
  /** The pane stays folded to its title until the other panes have enough room. */
  readonly opensLast?: true;
  /**
   * The pane takes only as many rows as its content needs; this many, including the title, while it has nothing to
   * show.
   */
  readonly quiet?: number;
  /** It shows the log, which has filters of its own, instead of a list. */
  readonly showsLog?: true;
  /** It also says on the deck why its data is not being updated: all panes usually fail for the same reason. */
  readonly saysWhyItFails?: true;
  /** The reasons why its rows cannot be filtered by a text, or restricted to problems. */
  readonly unfiltered?: { readonly text?: string; readonly problems: string };
}

const UNBOUNDED = Number.POSITIVE_INFINITY;
const NONE_FINE = 'this pane has no rows that are fine';

/** The panes of the deck, in the order of their digit keys and of Tab. Each has an entry in `screens/panes.ts`. */
const ALL_PANES = {
  health: {
    title: 'Health',
    names: ['health', 'checks'],
    column: 'across',
    // In trouble its sentences have priority over the first rows of the next pane.
    room: { least: 7, leastInTrouble: 9, most: 18, share: 3 },
    // The health status, the lines about the cluster, and two spare rows.
    quiet: 11,
    saysWhyItFails: true,
    unfiltered: { text: 'the health checks cannot be filtered', problems: NONE_FINE },
  },
  placement: {
    title: 'Placement groups',
    names: ['pg', 'pgs'],
    column: 'left',
    isBesideAcross: true,
    room: { least: 3, most: 12, share: 2 },
    // The title, the table header and an empty row.
    quiet: 3,
  },
  disks: {
    title: 'Disks and OSDs',
    names: ['osd', 'osds', 'disks'],
    column: 'right',
    room: { least: 5, most: UNBOUNDED, share: 4 },
  },
  logs: {
    title: 'Log',
    names: ['logs', 'log'],
    column: 'right',
    room: { least: 4, most: UNBOUNDED, share: 4 },
    showsLog: true,
    unfiltered: { problems: NONE_FINE },
  },
  crush: {
    title: 'CRUSH tree',
    names: ['crush', 'tree'],
    column: 'left',
    room: { least: 5, most: UNBOUNDED, share: 3 },
    opensLast: true,
  },
  tasks: {
    title: 'Tasks',
    names: ['tasks', 'task'],
    column: 'right',
    room: { least: 4, most: 9, share: 1 },
    // The title, the table header and an empty row.
    quiet: 3,
  },
} as const satisfies Readonly<Record<string, PaneFacts>>;

export type PaneId = keyof typeof ALL_PANES;

export const PANE_FACTS: Readonly<Record<PaneId, PaneFacts>> = ALL_PANES;

/** The ids of the panes, in order. */
export const PANES = Object.keys(ALL_PANES) as readonly PaneId[];
