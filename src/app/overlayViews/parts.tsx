import { Box } from 'ink';
import { footerHints } from '../../keys/help.ts';
import { fit, visible } from '../../lib/text.ts';
import type { Cockpit, Shown } from '../../store/cockpit.ts';
import type { Overlay } from '../../store/session/viewState.ts';
import { keyHints } from '../../widgets/keyHints.ts';
import { Pane } from '../../widgets/Pane.tsx';
import { scrollTop } from '../../widgets/viewport.ts';
import type { Rect } from '../frame/layout.ts';
import { layersOf } from '../keys/layers.ts';

/** The props of an overlay's component. */
export interface OverlayProps<K extends Overlay['kind']> {
  readonly cockpit: Cockpit;
  readonly overlay: Extract<Overlay, { kind: K }>;
  readonly area: Rect;
}

/** The key hints of the top layer, for a dialog's last line. */
export function hints(cockpit: Cockpit, columns: number): string {
  const { look } = cockpit;
  return keyHints(footerHints(layersOf(cockpit).slice(0, 1), look.unicode), columns, look).trimEnd();
}

/** The search text for a list's title, or `empty` while nothing is typed. */
export const searchText = ({ look }: Shown, search: string, empty = 'type to search'): string =>
  search === '' ? look.paint('dim', empty) : look.paint('match', visible(search, look.unicode));

/** The window of `height` lines of a list that contains the item under the cursor. */
export function visibleLines(
  lines: readonly { readonly text: string; readonly item?: number }[],
  cursor: number,
  height: number,
): string[] {
  const at = Math.max(
    0,
    lines.findIndex(({ item }) => item === cursor),
  );
  const top = scrollTop(Math.max(0, at - height + 2), at, height, lines.length);
  return lines.slice(top, top + height).map(({ text }) => text);
}

/** The only line of a searched list without results. */
export const NOTHING_MATCHES = ' Nothing matches.';

/** A full-screen overlay: lines under a title. */
export function Page({
  cockpit,
  area,
  title,
  detail,
  lines,
}: {
  readonly cockpit: Shown;
  readonly area: Rect;
  readonly title: string;
  readonly detail: string;
  readonly lines: readonly string[];
}) {
  return (
    <Box position="absolute" left={area.x} top={area.y}>
      <Pane
        title={title}
        detail={detail}
        focused
        lines={lines.map((line) => fit(line, area.width, 'left', cockpit.look.glyphs.ellipsis))}
        width={area.width}
        height={area.height}
        look={cockpit.look}
      />
    </Box>
  );
}
