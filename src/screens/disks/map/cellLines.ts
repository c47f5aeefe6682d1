import { bytes, percent } from '../../../lib/format.ts';
import { cut, visible, wrap } from '../../../lib/text.ts';
import { plural } from '../../../lib/words.ts';
import type { Shown } from '../../../store/cockpit.ts';
import { type Latencies, MAP_STATES, type MapCell, mapState } from '../../../store/facts/osdMap.ts';
import type { OsdRow } from '../../../store/facts/osds.ts';
import { levelRole } from '../../levels.ts';
import type { Box } from '../../view.ts';
import { stateWord } from './signs.ts';

function osdText(row: OsdRow, latencies: Latencies): string[] {
  const ms = latencies.get(row.osdId ?? -1);
  return [
    row.why.length > 0 ? row.why.join(', ') : stateWord(row),
    `${percent(row.usedShare)} of ${bytes(row.capacity)}`,
    ...(ms === undefined ? [] : [`commits in ${Math.round(ms)} ms`]),
    [row.device, row.deviceClass].filter(Boolean).join(' '),
  ];
}

/** "8 OSDs, 3 down, in": the number of OSDs of a cell, and those that are not simply up, worst first. */
function countText({ osds }: MapCell): string {
  const byState = Map.groupBy(osds, mapState);
  const bad = MAP_STATES.toReversed().flatMap((state) => {
    const [first, ...others] = byState.get(state) ?? [];
    return first === undefined || state === 'up' ? [] : [`${others.length + 1} ${stateWord(first)}`];
  });
  return [plural(osds.length, 'OSD'), ...(bad.length > 0 ? bad : ['all up'])].join(', ');
}

/** The selected cell, and the OSD in it that the keys act on. */
interface CellUnderCursor {
  readonly cell: MapCell;
  readonly osd: OsdRow;
  readonly latencies: Latencies;
}

/** The lines that name the selected cell and its state; for a host or rack, also one of its OSDs. */
export function cellLines(
  { look }: Shown,
  { cell, osd, latencies }: CellUnderCursor,
  room: Box,
): readonly string[] {
  const { paint } = look;
  const clean = (text: string) => visible(text, look.unicode);
  const { of, name, above, worst } = cell;
  const role = osd.level === 'ok' ? 'text' : levelRole(osd.level);
  const where = above.length > 0 ? [paint('dim', clean(`on ${above.join(', ')}`))] : [];
  const [state = '', ...more] = osdText(osd, latencies).filter(Boolean).map(clean);
  const parts =
    of === 'osd'
      ? [paint('strong', clean(name)), paint(role, state), ...more, ...where]
      : [
          paint('strong', clean(`${of} ${name}`)),
          clean(countText(cell)),
          `${osd.id === worst.id ? 'worst ' : ''}osd.${osd.osdId}: ${paint(role, state)}`,
          ...where,
        ];
  const lines = wrap(parts.join('  '), Math.max(1, room.width - 2));
  const shown = lines.length > room.height ? [parts.join('  ')] : lines;
  return shown.map((line) => cut(` ${line}`, room.width, look.glyphs.ellipsis));
}
