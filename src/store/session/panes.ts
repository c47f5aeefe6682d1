/** The panes of the deck; their order is the order of their digits and of Tab. */
export const PANES = ['health', 'placement', 'disks', 'logs', 'crush', 'tasks'] as const;
export type PaneId = (typeof PANES)[number];
