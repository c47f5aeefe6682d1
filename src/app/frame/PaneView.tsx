import { Box } from 'ink';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { changesText } from '../../screens/changes.ts';
import type { Pane as ShownPane } from '../../screens/pane.ts';
import { panes } from '../../screens/panes.ts';
import type { Resource } from '../../store/cache/resource.ts';
import { slotIn } from '../../store/cache/state.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { PANE_FACTS, PANES } from '../../store/session/panes.ts';
import { Pane } from '../../widgets/Pane.tsx';
import { paneAge, paneFailure, summaryOf } from './deckFrame.ts';
import { drawView } from './drawView.ts';
import type { PaneRect } from './layout.ts';
import { PageBeside } from './PageBeside.tsx';
import { usePainted } from './painted.ts';
import { NO_PAGE } from './previewRoom.ts';
import { safely } from './safely.ts';
import { drawThrottled, isThrottledStream } from './streamThrottle.ts';
import { useRested } from './useRested.ts';
import { useWatched } from './useWatched.ts';

export interface PaneViewProps {
  readonly cockpit: Known & Shown;
  readonly rect: PaneRect;
  readonly focused: boolean;
  readonly zoomed: boolean;
}

const NOTHING: readonly Resource[] = [];
const silent = () => undefined;

/** Redraws the pane when something it shows has changed, but not when only other panes' data has. */
function useShown(cockpit: Known & Shown, pane: ShownPane): void {
  const { cache, view } = cockpit;
  const { stream } = pane;
  const isThrottled = isThrottledStream(cockpit, pane);
  const subscribe = useCallback(
    (listener: () => void) =>
      isThrottled ? silent : (stream?.subscribe(cockpit, () => cockpit.pacer.schedule(listener)) ?? silent),
    [cockpit, stream, isThrottled],
  );
  const snapshot = useCallback(() => stream?.snapshot(cockpit), [cockpit, stream]);
  useStore(
    cache.store,
    useShallow((state) =>
      [...pane.reads, ...(pane.alsoReads?.(cockpit) ?? NOTHING)].flatMap((one) => {
        const { data, error } = slotIn(state, one);
        return [data, error];
      }),
    ),
  );
  useStore(
    view,
    useShallow((state) => [
      state.lists[pane.id],
      stream?.shownAs(cockpit),
      state.toggled,
      // The size decides if there is room for the preview.
      state.size,
      // While sorting, the table header shows the letters of the columns.
      state.overlays.at(-1)?.kind === 'sort',
      state.utc,
      // Ages advance with the clock, unless the view is paused.
      state.now,
      state.paused,
      state.absence,
      // With the mouse on, the body reports its regions while it is drawn.
      cockpit.mouse.isOn,
    ]),
  );
  useSyncExternalStore(subscribe, snapshot);
}

/** A pane: its title, and its lines unless it is collapsed. Polls what the pane reads while it is mounted. */
export function PaneView({ cockpit, rect, focused, zoomed }: PaneViewProps) {
  const pane = panes[rect.pane];
  const { look, cache } = cockpit;
  useWatched(cache, pane.reads);
  useWatched(cache, pane.alsoReads?.(cockpit) ?? NOTHING);
  const list = useStore(cockpit.view, (state) => state.lists[pane.id]);
  const isRested = useRested(cockpit, `pane ${pane.id}`, list.cursor);
  const box = { width: rect.width, height: rect.height - 1 };
  const failure = paneFailure(cockpit, pane, { ...box, zoomed });
  useShown(cockpit, pane);
  const draw = () =>
    rect.height <= 1
      ? {
          lines: [],
          listRows: 1,
          preview: NO_PAGE,
          detail: safely(
            () => summaryOf(cockpit, pane),
            () => '',
          ),
        }
      : drawView(cockpit, pane, undefined, {
          box,
          failing: failure,
          list,
          pointed: zoomed ? { view: `pane ${pane.id}`, isRested } : undefined,
          focused,
          zoomed,
          kind: 'pane',
        });
  const { lines, detail, regions, listRows, preview } = drawThrottled(cockpit, pane, rect, focused, draw);
  const rows = Math.max(1, listRows ?? box.height - failure.length - preview.rows - 1);
  useEffect(() => {
    cockpit.view.setState((state) =>
      state.pageRows[pane.id] === rows ? state : { pageRows: { ...state.pageRows, [pane.id]: rows } },
    );
  }, [cockpit, pane, rows]);
  usePainted({ cockpit, pane: pane.id, rect }, regions);
  return (
    <Box position="absolute" left={rect.x} top={rect.y}>
      <Pane
        title={PANE_FACTS[pane.id].title}
        hotkey={String(PANES.indexOf(pane.id) + 1)}
        focused={focused}
        detail={[detail, changesText(cockpit, pane)].filter(Boolean).join(', ')}
        status={safely(
          () => paneAge(cockpit, pane),
          () => [],
        )}
        lines={lines}
        width={rect.width}
        height={rect.height}
        look={look}
      />
      <PageBeside preview={preview} area={rect} />
    </Box>
  );
}
