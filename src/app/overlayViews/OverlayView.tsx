import { Box } from 'ink';
import { useStore } from 'zustand';
import { searchWords } from '../../lib/fuzzy.ts';
import { unstyled } from '../../lib/sgr.ts';
import { cut, fit, visible, width, wrap } from '../../lib/text.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { DetailTable } from '../../widgets/DetailTable.tsx';
import { dialogLayout, widestText } from '../../widgets/dialog.ts';
import { Dialog } from '../../widgets/Dialog.tsx';
import { helpLines } from '../../widgets/helpLines.ts';
import { highlight } from '../../widgets/highlight.ts';
import { scrollTop } from '../../widgets/viewport.ts';
import type { Rect } from '../frame/layout.ts';
import { padLines } from '../frame/padLines.ts';
import { useWatched } from '../frame/useWatched.ts';
import { helpItems } from '../keys/helpItems.ts';
import { layersOf } from '../keys/layers.ts';
import { describeLayout } from '../overlays/describe.ts';
import { dialogScreen } from '../overlays/dialogScreen.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { Explorer, Json } from './Explorer.tsx';
import { NOTHING_MATCHES, hints, visibleLines, type OverlayProps, Page, searchText } from './parts.tsx';
import { Picker } from './Picker.tsx';

function Help({ cockpit, overlay, area }: OverlayProps<'help'>) {
  const { look } = cockpit;
  const found = helpItems(cockpit, layersOf(cockpit).slice(1), overlay.search);
  const words = searchWords(overlay.search);
  const lines =
    found.length === 0
      ? [{ text: look.paint('dim', NOTHING_MATCHES) }]
      : helpLines(found, { columns: area.width, words, selected: overlay.cursor }, look);
  const height = area.height - 1;
  return (
    <Page
      cockpit={cockpit}
      area={area}
      title="Help"
      detail={searchText(cockpit, overlay.search, 'type to search, Enter runs, Esc closes')}
      lines={padLines(visibleLines(lines, overlay.cursor, height), height)}
    />
  );
}

function Describe({ cockpit, overlay, area }: OverlayProps<'describe'>) {
  useStore(cockpit.cache.store);
  // The layout depends on the size, which the view has only after the first drawing at that size.
  useStore(cockpit.view, ({ size }) => size);
  const { title, state, lines, height, table, reads } = describeLayout(cockpit, overlay);
  useWatched(cockpit.cache, [...(overlay.reads ?? []), ...reads]);
  const { look } = cockpit;
  const { search = '', searching, found } = overlay;
  const shown = lines.slice(overlay.top, overlay.top + height).map((line, index) => {
    const sign =
      search !== '' && overlay.top + index === found ? look.paint('accent', look.glyphs.cursor) : ' ';
    return `${sign}${search === '' ? line : highlight(unstyled(line), [search.toLowerCase()], look)}`;
  });
  const sought = searching || search !== '' ? look.paint('match', `/${visible(search, look.unicode)}`) : '';
  const position = `${overlay.top + 1}-${Math.min(lines.length, overlay.top + height)} of ${lines.length}`;
  return (
    <>
      <Page
        cockpit={cockpit}
        area={area}
        title={title}
        detail={[state, lines.length > height ? position : '', sought].filter(Boolean).join('  ')}
        lines={padLines(
          [...shown, ...(table ? ['', ` ${look.paint('strong', visible(table.title, look.unicode))}`] : [])],
          area.height - 1,
        )}
      />
      {table && (
        <Box position="absolute" left={area.x + 1} top={area.y + 1 + shown.length + 2} flexDirection="column">
          <DetailTable titles={table.titles} rows={table.rows} columns={area.width - 2} look={look} />
        </Box>
      )}
    </>
  );
}

/** Columns of a menu entry besides its label and hint: the cursor, and blanks. */
const MENU_GAPS = 4;
/** Rows of the screen besides a menu's entries and the explanation of the selected one. */
const MENU_AROUND = 6;
/** Maximum lines of that help. */
const MAX_HELP = 4;

function Menu({ cockpit, overlay, area }: OverlayProps<'menu'>) {
  useStore(cockpit.cache.store);
  useStore(cockpit.view);
  const { look } = cockpit;
  const items = overlay.items();
  const screen = dialogScreen(area);
  const clean = (text = '') => visible(text, look.unicode);
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(width));
  const inner = widestText(screen);
  const hint = widest(items.map((item) => clean(item.hint)));
  const label = Math.min(
    widest(items.map((item) => clean(item.label))),
    Math.max(Math.floor(inner / 2), inner - hint - MENU_GAPS),
  );
  const explanations = items.map((item) => {
    const cutLabel = width(clean(item.label)) > label ? item.label : undefined;
    const why = clean(item.disabled ?? item.help ?? cutLabel);
    return why === '' ? [] : ['', ...wrap(look.paint('dim', why), inner).slice(0, MAX_HELP)];
  });
  const help = explanations[overlay.cursor] ?? [];
  const longest = Math.max(0, ...explanations.map(({ length }) => length));
  // If all fits, the longest explanation has room from the start, so that the menu keeps its place while the cursor moves.
  const reserved = items.length + MENU_AROUND + longest <= screen.rows ? longest : help.length;
  const page = Math.max(1, Math.min(items.length, screen.rows - MENU_AROUND - reserved));
  const top = scrollTop(0, overlay.cursor, page, items.length);
  const body = items.slice(top, top + page).map((item, index) => {
    const isSelected = top + index === overlay.cursor;
    const sign = isSelected ? look.paint('accent', look.glyphs.cursor) : ' ';
    const text = fit(clean(item.label), label, 'left', look.glyphs.ellipsis);
    const shown = isSelected
      ? look.paint('selected', text)
      : item.disabled === undefined
        ? text
        : look.paint('dim', text);
    // Each entry is cut to one line: `page` counts entries as lines.
    return cut(`${sign} ${shown}  ${look.paint('dim', clean(item.hint))}`, inner, look.glyphs.ellipsis);
  });
  const layout = dialogLayout(
    {
      title: overlay.title,
      body: [...body, ...help, ...Array.from({ length: reserved - help.length }, () => '')],
      footer: hints(cockpit, area.width - 6),
    },
    screen,
    look,
  );
  return <Dialog layout={layout} />;
}

/** The text of the quit dialog, with a warning about transfers that quitting would abort. */
function leaveLines({ look, transfers }: Known & Shown): string[] {
  const { length } = transfers.store.getState().running;
  const files = length === 1 ? '1 file is' : `${length} files are`;
  return [
    `Press ${look.paint('key', 'y')} to leave. The cluster is not touched by this.`,
    ...(length > 0 ? [look.paint('warn', `${files} being transferred, and would not arrive.`)] : []),
  ];
}

function Quit({ cockpit, area }: OverlayProps<'quit'>) {
  const layout = dialogLayout(
    {
      title: 'Leave storedeck?',
      body: leaveLines(cockpit),
      footer: hints(cockpit, area.width - 6),
    },
    dialogScreen(area),
    cockpit.look,
  );
  return <Dialog layout={layout} />;
}

/** The topmost overlay. Prompts are drawn by the footer. */
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
