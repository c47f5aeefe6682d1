/** A view of the deck that keys lead to, to be drawn: a pane in full, a page, a dialog, a list over it. */
export interface PicturedView {
  readonly name: string;
  readonly title: string;
  readonly scenario: string;
  /** The names of the keys that lead to it from the deck. */
  readonly keys: readonly string[];
}

/** The views that are neither the deck as it opens nor screens of their own. */
export const PICTURED_VIEWS: readonly PicturedView[] = [
  { name: 'health', title: 'Health in full', scenario: 'rack-partition', keys: ['enter'] },
  { name: 'placement', title: 'Placement groups in full', scenario: 'host-down', keys: ['2', 'enter'] },
  { name: 'osds', title: 'Disks and OSDs in full', scenario: 'failing-disk', keys: ['3', 'enter'] },
  {
    name: 'map',
    title: 'All OSDs as a map, a rack down',
    scenario: 'rack-partition',
    keys: ['3', 'enter', 'm'],
  },
  { name: 'map-use', title: 'The map by use', scenario: 'nearfull', keys: ['3', 'enter', 'm', 'v'] },
  { name: 'log', title: 'The log in full', scenario: 'mon-down', keys: ['4', 'enter'] },
  { name: 'crush', title: 'The CRUSH tree in full', scenario: 'host-down', keys: ['5', 'enter'] },
  { name: 'tasks', title: 'Tasks in full', scenario: 'demo', keys: ['6', 'enter'] },
  { name: 'osd', title: 'The page of an OSD', scenario: 'demo', keys: ['3', 'd'] },
  { name: 'related', title: 'What belongs to an OSD', scenario: 'demo', keys: ['3', 'o'] },
  { name: 'actions', title: 'What can be done with an OSD', scenario: 'demo', keys: ['3', 'a'] },
  { name: 'dialog', title: 'Before a change', scenario: 'host-down', keys: ['x'] },
  { name: 'flags', title: 'Flags and recovery speed', scenario: 'demo', keys: ['M'] },
  { name: 'help', title: 'Help', scenario: 'demo', keys: ['3', '?'] },
  { name: 'all-screens', title: 'The list of all screens', scenario: 'demo', keys: ['0'] },
  {
    name: 'go-to',
    title: 'Go to anything by name',
    scenario: 'demo',
    keys: ['ctrl-p', 's', 't', 'o', 'r', '-', '0', '6'],
  },
];

/** The file name of a view's picture, without its extension. */
export const pictureOfView = ({ name }: Pick<PicturedView, 'name'>): string => `view-${name}`;
