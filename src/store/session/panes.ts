/** The facts of a pane of the deck before its code is loaded. */
export interface PaneFacts {
  readonly title: string;
  /** Its names on the `:` line. */
  readonly names: readonly string[];
  /** The column that it stands in on a wide terminal. */
  readonly column: 'left' | 'right';
  /** Rows that it needs to be of use, its title included; rows beyond which it gains nothing; its share of what is left. */
  readonly room: { readonly least: number; readonly most: number; readonly share: number };
  /** Stays folded to its title until the others have room. */
  readonly opensLast?: true;
  /** Takes no more rows than it has to show; these while it shows nothing, its title included. */
  readonly quiet?: number;
  /** Reasons why its rows cannot be filtered by a text, or to the problems among them. */
  readonly unfiltered?: { readonly text?: string; readonly problems: string };
}

const UNBOUNDED = Number.POSITIVE_INFINITY;
const NONE_FINE = 'this pane has no rows that are fine';

/** The panes of the deck; their order is the order of their digits and of Tab. Each has a line in `screens/panes.ts`. */
const ALL_PANES = {
  health: {
    title: 'Health',
    names: ['health', 'checks'],
    column: 'left',
    room: { least: 7, most: 18, share: 3 },
    // The state, a line each on the cluster, and two to spare.
    quiet: 11,
    unfiltered: { text: 'the health checks are few: they are not filtered', problems: NONE_FINE },
  },
  placement: {
    title: 'Placement groups',
    names: ['pg', 'pgs'],
    column: 'left',
    room: { least: 3, most: 12, share: 2 },
    // Its header and a row of space stand under its title.
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
    room: { least: 5, most: UNBOUNDED, share: 4 },
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
    // Its header and a row of space stand under its title.
    quiet: 3,
  },
} as const satisfies Readonly<Record<string, PaneFacts>>;

export type PaneId = keyof typeof ALL_PANES;

export const PANE_FACTS: Readonly<Record<PaneId, PaneFacts>> = ALL_PANES;

/** The ids of the panes, in their order. */
export const PANES = Object.keys(ALL_PANES) as readonly PaneId[];
