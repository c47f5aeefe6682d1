import type { Known, Shown } from '../../store/cockpit.ts';
import { PAGE, topScreen, updateScreen } from '../../store/session/screenView.ts';
import { freshList } from '../../store/session/view.ts';
import type { ListState, ScreenView } from '../../store/session/viewState.ts';
import type { ListHandle } from '../list/handle.ts';
import { screenState } from '../source.ts';
import { toggled } from '../toggled.ts';
import { parentOf, lastName, remotePath } from './paths.ts';

/** A side of the browser: this machine's disk, or the filesystem of the cluster. */
export type Side = 'local' | 'remote';

const NONE: ReadonlySet<string> = new Set();

/** The state of the browser. The focused side uses the list of the screen; the other side's is kept here. */
interface FilesState {
  readonly side: Side;
  /** The local directory; undefined for the one that the program was started in. */
  readonly local: string | undefined;
  readonly other: ListState;
  /** The names that are marked on each side. */
  readonly marks: Readonly<Record<Side, ReadonlySet<string>>>;
}

const FRESH: FilesState = {
  side: 'remote',
  local: undefined,
  other: freshList,
  marks: { local: NONE, remote: NONE },
};

/** The state of the browser; the initial one before anything was changed. */
export const stateOf = screenState('files', FRESH);

/** The directory that a side shows. */
export const directoryOf = (cockpit: Known, screen: ScreenView, side: Side): string =>
  side === 'remote'
    ? remotePath(screen.scope['path'])
    : (stateOf(screen).local ?? cockpit.local.resolve(screen.scope['local'] ?? '.'));

const changeState = (cockpit: Shown, next: (screen: ScreenView, state: FilesState) => Partial<ScreenView>) =>
  updateScreen(cockpit.view, (screen) => ({ ...screen, ...next(screen, stateOf(screen)) }));

/** Moves the focus to the other side. */
export const switchSide = (cockpit: Shown): void =>
  changeState(cockpit, (screen, state) => ({
    list: state.other,
    state: { ...state, side: state.side === 'local' ? 'remote' : 'local', other: screen.list },
  }));

/** Shows another directory on the focused side, with the cursor on a name, and clears its marks. */
function showDirectory(cockpit: Shown, path: string, cursor?: string): void {
  changeState(cockpit, (screen, state) => {
    const { side } = state;
    const next = { ...state, marks: { ...state.marks, [side]: NONE } };
    const list = { ...freshList, cursor };
    return side === 'local'
      ? { list, state: { ...next, local: path }, query: path }
      : { list, state: next, scope: { ...screen.scope, path }, limit: PAGE };
  });
}

/** Shows a directory on the focused side, and clears its marks. */
export const enter = (cockpit: Shown, path: string): void => showDirectory(cockpit, path);

/** Goes to the parent directory. Returns false at the root. */
export function goUp(cockpit: Known & Shown, screen: ScreenView): boolean {
  const path = directoryOf(cockpit, screen, stateOf(screen).side);
  const parent = parentOf(path);
  if (parent !== undefined) showDirectory(cockpit, parent, lastName(path));
  return parent !== undefined;
}

/** Marks or unmarks a name on the focused side. */
export const toggleMark = (cockpit: Shown, name: string): void =>
  changeState(cockpit, (_, state) => {
    const marks = toggled(state.marks[state.side], [name]);
    return { state: { ...state, marks: { ...state.marks, [state.side]: marks } } };
  });

/** Clears the marks of the focused side. */
export const unmarkAll = (cockpit: Shown): void =>
  changeState(cockpit, (_, state) => ({
    state: { ...state, marks: { ...state.marks, [state.side]: NONE } },
  }));

/** Access to the view state of a side's list. */
export const sideList = (side: Side): ListHandle => ({
  get(cockpit) {
    const screen = topScreen(cockpit.view.getState());
    const state = stateOf(screen);
    return (side === state.side ? screen?.list : state.other) ?? freshList;
  },
  change: (cockpit, list) =>
    changeState(cockpit, (screen, state) =>
      side === state.side
        ? { list: { ...screen.list, ...list } }
        : { state: { ...state, other: { ...state.other, ...list } } },
    ),
  pageRows: (cockpit) => topScreen(cockpit.view.getState())?.pageRows ?? 1,
  inDeck: () => false,
  isVisit: () => false,
});
