import { Box } from 'ink';
import { useStore } from 'zustand';
import { cut, fit } from '../lib/text.ts';
import type { Cockpit } from '../store/cockpit.ts';
import { DetailTable } from '../widgets/DetailTable.tsx';
import { detailTableHeight } from '../widgets/detailTable.ts';
import { Dialog } from '../widgets/Dialog.tsx';
import { dialogLayout } from '../widgets/dialog.ts';
import { helpLines } from '../widgets/helpLines.ts';
import { scrollTop } from '../widgets/viewport.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { helpItems } from './helpItems.ts';
import { describeLines, fitsInARow } from './describe.ts';
import { Explorer, Json } from './Explorer.tsx';
import { layersOf } from './layers.ts';
import type { Rect } from './layout.ts';
import { blank, hints, type OverlayProps, Page } from './overlayParts.tsx';
import { Picker } from './Picker.tsx';

function Help({ cockpit, overlay, area }: OverlayProps<'help'>) {
  const { look } = cockpit;
  const found = helpItems(cockpit, layersOf(cockpit).slice(1), overlay.search);
  const words = overlay.search.toLowerCase().split(/\s+/).filter(Boolean);
  const lines = helpLines(found, { columns: area.width, words, selected: overlay.cursor }, look);
  const at = Math.max(
    0,
    lines.findIndex((line) => line.item === overlay.cursor),
  );
  const height = area.height - 1;
  const top = scrollTop(Math.max(0, at - height + 2), at, height, lines.length);
  const search =
    overlay.search === ''
      ? look.paint('dim', 'type to search, Enter runs, Esc closes')
      : look.paint('match', overlay.search);
  return (
    <Page
      cockpit={cockpit}
      area={area}
      title="Help"
      detail={search}
      lines={blank(
        lines.slice(top, top + height).map((line) => line.text),
        height,
      )}
    />
  );
}

function Describe({ cockpit, overlay, area }: OverlayProps<'describe'>) {
  useStore(cockpit.data);
  const description = overlay.of();
  const facts = description && fitsInARow(description.facts, area.width - 2) ? description.facts : [];
  const tableHeight = facts.length > 0 ? detailTableHeight(1) : 0;
  const lines = describeLines(cockpit, overlay);
  const height = area.height - 1 - tableHeight;
  const shown = lines.slice(overlay.top, overlay.top + height).map((line) => ` ${line}`);
  const position = `${overlay.top + 1}-${Math.min(lines.length, overlay.top + height)} of ${lines.length}`;
  return (
    <>
      <Page
        cockpit={cockpit}
        area={area}
        title={description?.title ?? 'Details'}
        detail={lines.length > height ? position : ''}
        lines={blank([...Array.from({ length: tableHeight }, () => ''), ...shown], area.height - 1)}
      />
      {facts.length > 0 && (
        <Box position="absolute" left={area.x + 1} top={area.y + 1} flexDirection="column">
          <DetailTable
            titles={facts.map(([name]) => name)}
            rows={[facts.map(([, value]) => value)]}
            columns={area.width - 2}
            look={cockpit.look}
          />
        </Box>
      )}
    </>
  );
}

function Menu({ cockpit, overlay, area }: OverlayProps<'menu'>) {
  useStore(cockpit.data);
  useStore(cockpit.view);
  const { look } = cockpit;
  const items = overlay.items();
  const screen = { columns: area.width, rows: area.height + 2 };
  const label = Math.max(0, ...items.map((item) => item.label.length));
  const selected = items[overlay.cursor];
  const page = Math.max(1, Math.min(items.length, screen.rows - 8));
  const top = scrollTop(0, overlay.cursor, page, items.length);
  const body = items.slice(top, top + page).map((item, index) => {
    const isSelected = top + index === overlay.cursor;
    const sign = isSelected ? look.paint('accent', look.glyphs.cursor) : ' ';
    const text = fit(item.label, label);
    const shown = isSelected
      ? look.paint('selected', text)
      : item.disabled === undefined
        ? text
        : look.paint('dim', text);
    return `${sign} ${shown}  ${look.paint('dim', item.hint ?? '')}`;
  });
  const help = cut(selected?.disabled ?? selected?.help ?? '', area.width - 8, look.glyphs.ellipsis);
  const layout = dialogLayout(
    {
      title: overlay.title,
      body: [...body, '', look.paint('dim', help)],
      footer: hints(cockpit, area.width - 6),
    },
    screen,
    look,
  );
  return <Dialog layout={layout} />;
}

/** What leaving does: it breaks off the files that are on their way. */
function leaveLines({ look, transfers }: Cockpit): string[] {
  const { length } = transfers.store.getState().running;
  const files = length === 1 ? '1 file is' : `${length} files are`;
  return [
    `Press ${look.paint('key', 'y')} to leave. The cluster is not touched by this.`,
    ...(length > 0 ? [look.paint('warn', `${files} on the way, and would not arrive.`)] : []),
  ];
}

function Quit({ cockpit, area }: OverlayProps<'quit'>) {
  const layout = dialogLayout(
    {
      title: 'Leave storedeck?',
      body: leaveLines(cockpit),
      footer: hints(cockpit, area.width - 6),
    },
    { columns: area.width, rows: area.height + 2 },
    cockpit.look,
  );
  return <Dialog layout={layout} />;
}

/** What lies over the deck: the topmost overlay. Prompts are drawn by the footer. */
export function OverlayView({ cockpit, area }: { readonly cockpit: Cockpit; readonly area: Rect }) {
  const overlay = useStore(cockpit.view, (state) => state.overlays.at(-1));
  if (!overlay) return null;
  switch (overlay.kind) {
    case 'help':
      return <Help cockpit={cockpit} overlay={overlay} area={area} />;
    case 'describe':
      return <Describe cockpit={cockpit} overlay={overlay} area={area} />;
    case 'menu':
      return <Menu cockpit={cockpit} overlay={overlay} area={area} />;
    case 'action':
      return <ActionDialog cockpit={cockpit} overlay={overlay} area={area} />;
    case 'explorer':
      return <Explorer cockpit={cockpit} overlay={overlay} area={area} />;
    case 'picker':
      return <Picker cockpit={cockpit} overlay={overlay} area={area} />;
    case 'json':
      return <Json cockpit={cockpit} overlay={overlay} area={area} />;
    case 'quit':
      return <Quit cockpit={cockpit} overlay={overlay} area={area} />;
    case 'prompt':
    case 'sort':
    case 'screen':
      return null;
  }
}
