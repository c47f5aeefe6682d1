import { useStore } from 'zustand';
import { visible } from '../../lib/text.ts';
import { pickerLines } from '../../widgets/pickerLines.ts';
import { columnLines } from '../../widgets/pickerColumns.ts';
import { scrollTop } from '../../widgets/viewport.ts';
import { blank, type OverlayProps, Page } from './parts.tsx';
import { foundItems, isInColumns } from '../keys/picker.ts';

/** A searchable list in the place of the deck: groups while nothing is searched for, then the best first. */
export function Picker({ cockpit, overlay, area }: OverlayProps<'picker'>) {
  useStore(cockpit.cache.store);
  useStore(cockpit.view);
  const { look } = cockpit;
  const found = foundItems(overlay);
  const height = area.height - 1;
  const words = overlay.search.toLowerCase().split(/\s+/).filter(Boolean);
  const view = { columns: area.width, words, selected: overlay.cursor, grouped: words.length === 0 };
  const all = pickerLines(found, view, look);
  const at = Math.max(
    0,
    all.findIndex((line) => line.item === overlay.cursor),
  );
  const top = scrollTop(Math.max(0, at - height + 2), at, height, all.length);
  const search =
    overlay.search === ''
      ? look.paint('dim', 'type to search')
      : look.paint('match', visible(overlay.search, look.unicode));
  const lines = isInColumns(overlay)
    ? columnLines(found, { columns: area.width, height, selected: overlay.cursor }, look)
    : found.length === 0
      ? [look.paint('dim', ' Nothing matches.')]
      : all.slice(top, top + height).map(({ text }) => text);
  return (
    <Page
      cockpit={cockpit}
      area={area}
      title={overlay.title}
      detail={`${search}  ${found.length}`}
      lines={blank(lines, height)}
    />
  );
}
