import { Box } from 'ink';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { visible } from '../../lib/text.ts';
import { screenOf } from '../../screens/screens.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { updateScreen } from '../../store/session/screenView.ts';
import type { ScreenView } from '../../store/session/viewState.ts';
import { Pane } from '../../widgets/Pane.tsx';
import { failureLines, slotAge } from './deckFrame.ts';
import { drawView } from './drawView.ts';
import type { Rect } from './layout.ts';
import { PageBeside } from './PageBeside.tsx';
import { usePainted } from './painted.ts';
import { useRested } from './useRested.ts';

/** The subject of the screen, shown after its title, such as "rbd > disk-1"; a number is marked as one. */
function about({ look }: Shown, { scope }: ScreenView): string {
  const names = Object.values(scope).map((name) =>
    visible(/^\d+$/.test(name) ? `#${name}` : name, look.unicode),
  );
  return names.join(look.unicode ? ' › ' : ' > ');
}

export interface ScreenBodyProps {
  readonly cockpit: Known & Shown;
  readonly view: ScreenView;
  readonly area: Rect;
}

/** A screen shown in place of the deck: its title and its lines. */
export function ScreenBody({ cockpit, view, area }: ScreenBodyProps) {
  const screen = screenOf(view);
  const { look } = cockpit;
  useStore(cockpit.cache.store);
  useStore(cockpit.view);
  const what = `screen ${view.screen} ${JSON.stringify(view.scope)}`;
  const isRested = useRested(cockpit, what, view.list.cursor);
  const failing = failureLines(cockpit, cockpit.screens.slot(view), area);
  const box = { width: area.width, height: area.height - 1 };
  const { lines, detail, regions, listRows, preview } = drawView(cockpit, screen, view, {
    box,
    failing,
    list: view.list,
    pointed: { view: what, isRested },
    focused: true,
    zoomed: true,
    kind: 'screen',
  });
  const rows = Math.max(1, listRows ?? box.height - preview.rows - 1);
  const { pageRows } = view;
  useEffect(() => {
    if (pageRows !== rows) updateScreen(cockpit.view, (now) => ({ ...now, pageRows: rows }));
  }, [cockpit, rows, pageRows]);
  usePainted({ cockpit, rect: area }, regions);
  return (
    <Box position="absolute" left={area.x} top={area.y}>
      <Pane
        title={screen.title}
        detail={[about(cockpit, view), detail].filter(Boolean).join('  ')}
        focused
        status={slotAge(cockpit, cockpit.screens.slot(view))}
        lines={lines}
        width={area.width}
        height={area.height}
        look={look}
      />
      <PageBeside preview={preview} area={area} />
    </Box>
  );
}
