import type { Tier } from '../../api/operation.ts';
import { searchWords } from '../../lib/fuzzy.ts';
import type { Role } from '../../lib/look.ts';
import { unstyled } from '../../lib/sgr.ts';
import { fit, visible } from '../../lib/text.ts';
import { helpLines } from '../../widgets/helpLines.ts';
import { highlight } from '../../widgets/highlight.ts';
import { scrollTop } from '../../widgets/viewport.ts';
import { padLines } from '../frame/padLines.ts';
import { linesOf } from '../keys/json.ts';
import { findOperations } from '../overlays/explore.ts';
import { visibleLines, type OverlayProps, Page, searchText } from './parts.tsx';

const TIER_ROLE = {
  read: 'ok',
  reversible: 'info',
  disruptive: 'warn',
  destructive: 'error',
} as const satisfies Record<Tier, Role>;

/** The searchable list of all operations of the interface by section. */
export function Explorer({ cockpit, overlay, area }: OverlayProps<'explorer'>) {
  const { look } = cockpit;
  const found = findOperations(overlay.search);
  const words = searchWords(overlay.search);
  const items = found.map(({ id, section, operation }) => ({
    layer: section,
    keys: id,
    lead: { role: TIER_ROLE[operation.tier], text: operation.method.padEnd(6) },
    text: operation.summary,
  }));
  const lines = helpLines(items, { columns: area.width, words, selected: overlay.cursor }, look);
  const selected = found[overlay.cursor];
  const path = selected
    ? `${selected.operation.method} ${selected.operation.path}  ${selected.operation.tier}`
    : '';
  const height = area.height - 2;
  const shown = padLines(visibleLines(lines, overlay.cursor, height), height);
  return (
    <Page
      cockpit={cockpit}
      area={area}
      title="Interface"
      detail={`${searchText(cockpit, overlay.search)}  ${found.length} operations`}
      lines={[...shown, look.paint('dim', fit(` ${path}`, area.width))]}
    />
  );
}

/** A JSON value that can be folded and searched. */
export function Json({ cockpit, overlay, area }: OverlayProps<'json'>) {
  const { look } = cockpit;
  const lines = linesOf(cockpit, overlay);
  const about = (overlay.about ?? []).slice(0, Math.max(0, area.height - 8));
  const height = area.height - 1 - about.length;
  const top = scrollTop(Math.max(0, overlay.cursor - height + 2), overlay.cursor, height, lines.length);
  const words = overlay.search === '' ? [] : [overlay.search.toLowerCase()];
  const shown = lines.slice(top, top + height).map((line, index) => {
    const sign = top + index === overlay.cursor ? look.paint('accent', look.glyphs.cursor) : ' ';
    return `${sign}${words.length > 0 ? highlight(unstyled(line.text), words, look) : line.text}`;
  });
  const search =
    overlay.searching || overlay.search !== ''
      ? look.paint('match', `/${visible(overlay.search, look.unicode)}`)
      : '';
  return (
    <Page
      cockpit={cockpit}
      area={area}
      title={overlay.title}
      detail={`${overlay.cursor + 1}/${lines.length} ${search}`}
      lines={padLines(
        [...about.map((line) => look.paint('dim', ` ${visible(line, look.unicode)}`)), ...shown],
        area.height - 1,
      )}
    />
  );
}
