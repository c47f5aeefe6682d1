import type { Binding } from '../../keys/binding.ts';
import { answered, knownAnswers } from '../../store/answers/rowAnswers.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import type { ScreenView } from '../../store/session/viewState.ts';
import { move } from '../../widgets/viewport.ts';
import { screenList } from '../list/handle.ts';
import { cursorBindings, describeBinding } from '../list/keys.ts';
import { sortBindings } from '../list/sorting.ts';
import { titleDetail } from '../list/title.ts';
import { NO_ROW } from '../list/underCursor.ts';
import { showRaw } from '../raw/rawView.ts';
import { openScreen, type Screen } from '../screen.ts';
import { transfersBinding } from '../transfers.ts';
import { filesActions, operations } from './actions.ts';
import { filesBody } from './body.ts';
import { columns, listOn, listings, selectedOn, shownOn } from './lists.ts';
import { filePage } from './page.ts';
import type { FileRow } from './rows.ts';
import { enter, goUp, stateOf, switchSide, toggleMark, unmarkAll } from './state.ts';

/** The keys that change the directory and the side. */
function navigationBindings(cockpit: Known & Shown, screen: ScreenView, row: FileRow | undefined): Binding[] {
  const mayEnter = row !== undefined && (row.isDirectory || row.type === 'SYMLINK');
  return [
    {
      keys: ['enter', 'right', 'l'],
      label: 'enter',
      help: 'Go into the directory',
      footer: 3,
      disabled: () => (row === undefined ? NO_ROW : mayEnter ? undefined : 'not a directory; d describes it'),
      run: () => enter(cockpit, row?.path ?? '/'),
    },
    {
      keys: ['h', 'left', 'backspace'],
      label: 'up',
      help: 'Go to the directory above',
      footer: 4,
      run: () => void goUp(cockpit, screen),
    },
    {
      keys: ['tab', 'shift-tab'],
      label: stateOf(screen).side === 'local' ? 'cluster' : 'local disk',
      help: 'Switch to the other side',
      footer: 2,
      run: () => switchSide(cockpit),
    },
  ];
}

/** The keys that mark rows. */
function markBindings(cockpit: Shown, row: FileRow | undefined, ids: () => readonly string[]): Binding[] {
  return [
    {
      keys: ['space'],
      label: 'mark',
      help: 'Mark the row, or unmark it',
      footer: 7,
      disabled: () => (row === undefined ? NO_ROW : undefined),
      run: () => {
        toggleMark(cockpit, row?.name ?? '');
        const list = screenList.get(cockpit);
        screenList.change(cockpit, move(list, 1, ids(), screenList.pageRows(cockpit)));
      },
    },
    { keys: ['U'], label: 'unmark', help: 'Clear all marks', run: () => unmarkAll(cockpit) },
  ];
}

/** The keys that show a row's data and related things. */
function viewBindings(cockpit: Cockpit, row: FileRow | undefined): Binding[] {
  return [
    {
      keys: ['y'],
      label: 'raw',
      help: 'What the service answered about the entry, as JSON, and the requests',
      disabled: () => (row?.entry ? undefined : 'this is a file of this machine'),
      run: () =>
        showRaw(cockpit, row?.path ?? '', knownAnswers([answered('listFilesWithStats', row?.entry)])),
    },
    {
      keys: ['o'],
      label: 'related',
      help: 'Go to the directories whose statistics are kept',
      run: () => openScreen(cockpit, 'monitored-directories'),
    },
    transfersBinding(cockpit),
  ];
}

function bindings(cockpit: Cockpit, screen: ScreenView): readonly Binding[] {
  const { side } = stateOf(screen);
  const row = selectedOn(cockpit, side);
  const ids = () => shownOn[side](cockpit).shown.ids;
  const find = (name: string) => shownOn[side](cockpit).shown.rows.find((one) => one.name === name);
  return [
    ...navigationBindings(cockpit, screen, row),
    ...markBindings(cockpit, row, ids),
    ...viewBindings(cockpit, row),
    ...cursorBindings(cockpit, screenList, ids),
    ...sortBindings(cockpit, screenList, columns),
    describeBinding(
      cockpit,
      () => row?.name,
      (name) => {
        const found = find(name);
        return found && filePage(cockpit, found);
      },
      { actions: () => filesActions(cockpit, screen) },
    ),
  ];
}

/** The local disk and the cluster's filesystem, side by side. */
const browser: Screen = {
  id: listings.id,
  names: ['fs', 'files'],
  needs: [],
  optional: ['path', 'local'],
  group: 'Files',
  title: 'Files',
  help: 'The filesystem of the cluster beside the disk of this machine; Tab switches sides',
  operations,
  reads: listings.reads,
  derive: listings.derive,
  body: filesBody,
  status(cockpit, screen) {
    const { side } = stateOf(screen);
    const isKnown = side === 'local' || listings.of(cockpit, screen) !== undefined;
    return titleDetail(cockpit, shownOn[side](cockpit).shown, isKnown);
  },
  list: (cockpit, screen) => listOn(cockpit, stateOf(screen).side),
  bindings,
  actions: filesActions,
};

export const fileScreens: readonly Screen[] = [browser];
