import { openMap } from '../../screens/disks/map/withMap.ts';
import { openPane, openScreen, openScreenRow, showPane, showRow } from '../../screens/screen.ts';
import { screenOf, screens } from '../../screens/screens.ts';
import type { Acts, Cockpit, Shown } from '../../store/cockpit.ts';
import { PANE_FACTS } from '../../store/session/panes.ts';
import { PANES, type PaneId } from '../../store/session/panes.ts';
import { scopeEntries } from '../../store/session/screenView.ts';
import type { PickItem } from '../../store/session/viewState.ts';
import { actionItems } from '../actions/actionItems.ts';
import type { Command, CommandLine } from './command.ts';

/** The rows of the deck's panes: health checks, hosts, pools, tasks, OSDs and disks. */
function deckItems(cockpit: Cockpit): PickItem[] {
  const { facts } = cockpit;
  const item = (group: string, pane: PaneId, id: string, label: string, hint: string): PickItem => ({
    group,
    label,
    hint,
    run: () => showRow(cockpit, pane, id),
  });
  const osds = facts.osds().map((row) => {
    const disk = [row.host, row.device, row.serial, row.status || row.role].filter(Boolean).join(' ');
    return item('OSD or disk', 'disks', row.id, row.osdId === undefined ? row.id : `osd.${row.osdId}`, disk);
  });
  const hosts = facts.servers().map(({ hostname }): PickItem => ({
    group: 'Host',
    label: hostname,
    hint: 'its disks and OSDs',
    run: () => showPane(cockpit, 'disks', `host:${hostname}`),
  }));
  return [
    ...facts.health().checks.map(({ code, message }) => item('Health check', 'health', code, code, message)),
    ...hosts,
    ...facts
      .placement()
      .rows.map(({ id, poolName }) => item('Pool', 'placement', id, poolName, 'placement groups')),
    ...facts
      .tasks()
      .map(({ id, taskId, name, object, state }) =>
        item('Task', 'tasks', id, `task ${taskId ?? ''} ${name}`, `${object} ${state}`.trim()),
      ),
    ...osds,
  ];
}

/** The rows of all screens visited in this session. */
function visitedRows(cockpit: Cockpit): PickItem[] {
  return cockpit.screens.visited().flatMap((visited) => {
    const { title, rowIds } = screenOf(visited);
    const { screen, scope } = visited;
    const about = scopeEntries(scope)
      .map(([, value]) => value)
      .join(' ');
    return (rowIds?.(cockpit, visited) ?? []).map((row): PickItem => ({
      group: title,
      label: row,
      hint: about,
      run: () => openScreenRow(cockpit, screen, scope, row),
    }));
  });
}

const commandItem = (cockpit: Cockpit, line: CommandLine, command: Command): PickItem => ({
  group: 'Command',
  label: `:${command.names.join(' :')}`,
  help: command.help,
  run: () => line.run(cockpit, command.names[0] ?? ''),
});

/** Favourites, the panes of the deck, and the screens that need no scope, by group. */
export function screenItems(cockpit: Shown & Acts): PickItem[] {
  const groups = [...new Set(screens.map(({ group }) => group))];
  const ofDeck = PANES.map((pane): PickItem => ({
    group: 'Deck',
    label: PANE_FACTS[pane].title,
    hint: String(PANES.indexOf(pane) + 1),
    help: 'in full',
    run: () => openPane(cockpit, pane),
  }));
  const others = groups.flatMap((group) =>
    screens
      .filter((screen) => screen.group === group && screen.names.length > 0 && screen.needs.length === 0)
      .map(({ id, title, names, help }): PickItem => ({
        group,
        label: title,
        hint: `:${names[0]}`,
        help,
        run: () => openScreen(cockpit, id),
      })),
  );
  const map: PickItem = {
    group: 'Deck',
    label: 'Map of OSDs',
    hint: ':map',
    help: 'All OSDs as cells by host and rack: state, use, latency',
    run: () => openMap(cockpit),
  };
  const favourites = cockpit.view.getState().favourites.map((favourite): PickItem => ({
    group: 'Favourites',
    label: favourite.name,
    hint: '',
    help: 'goes there',
    run: () => cockpit.openFavourite(favourite),
  }));
  return [...favourites, ...ofDeck, map, ...others];
}

/** Everything to go to or to do: screens, actions on the selected row, loaded rows and commands. */
export const jumpItems = (cockpit: Cockpit, line: CommandLine): PickItem[] => [
  ...screenItems(cockpit),
  ...actionItems(cockpit),
  ...deckItems(cockpit),
  ...visitedRows(cockpit),
  ...line.commands
    .filter(({ names }) => !screens.some((screen) => screen.names[0] === names[0]))
    .map((command) => commandItem(cockpit, line, command)),
];
