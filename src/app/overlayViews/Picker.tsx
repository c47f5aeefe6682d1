import { useStore } from 'zustand';
import { searchWords } from '../../lib/fuzzy.ts';
import { columnLines } from '../../widgets/pickerColumns.ts';
import { pickerLines } from '../../widgets/pickerLines.ts';
import { padLines } from '../frame/padLines.ts';
import { foundItems, isInColumns } from '../overlays/found.ts';
import { NOTHING_MATCHES, visibleLines, type OverlayProps, Page, searchText } from './parts.tsx';

/** A searchable full-screen list: grouped while nothing is searched for, then ordered by match. */
export function Picker({ cockpit, overlay, area }: OverlayProps<'picker'>) {
  useStore(cockpit.cache.store);
  useStore(cockpit.view);
  const { look } = cockpit;
  const found = foundItems(overlay);
  const height = area.height - 1;
  const words = searchWords(overlay.search);
  const view = { columns: area.width, words, selected: overlay.cursor, grouped: words.length === 0 };
  const lines = isInColumns(overlay)
    ? columnLines(found, { columns: area.width, height, selected: overlay.cursor }, look)
    : found.length === 0
      ? [look.paint('dim', NOTHING_MATCHES)]
      : visibleLines(pickerLines(found, view, look), overlay.cursor, height);
  return (
    <Page
      cockpit={cockpit}
      area={area}
      title={overlay.title}
      detail={`${searchText(cockpit, overlay.search)}  ${found.length}`}
      lines={padLines(lines, height)}
    />
  );
}
