import { bytes, percent } from '../../../lib/format.ts';
import { cut, visible, wrap } from '../../../lib/text.ts';
import { plural } from '../../../lib/words.ts';
import type { GroupsOn } from '../../../store/answers/osdGroups.ts';
import { MAP_STATES, type MapCell, mapState } from '../../../store/answers/osdMap.ts';
import type { OsdRow } from '../../../store/answers/osds.ts';
import type { Shown } from '../../../store/cockpit.ts';
import { levelRole } from '../../levels.ts';
import type { Box } from '../../view.ts';
import type { OsdReports } from './model.ts';
import { stateWord } from './signs.ts';

/** An age in hours: `22h ago`, or `6d ago` from two days on. */
const agoText = (hours: number): string =>
  hours < 1 ? 'within the hour' : `${hours < 48 ? `${hours}h` : `${Math.floor(hours / 24)}d`} ago`;

/** The placement groups of an OSD: "88 PGs, 104% of its share", "oldest deep scrub 6d ago, scrub 22h ago". */
function groupTexts(on: GroupsOn | undefined): string[] {
  if (on === undefined) return [];
  const { pgs, share, scrubAge, deepScrubAge } = on;
  const counted = pgs === undefined ? '' : plural(pgs, 'PG');
  const scrubs = [
    ...(deepScrubAge === undefined ? [] : [`deep scrub ${agoText(deepScrubAge)}`]),
    ...(scrubAge === undefined ? [] : [`scrub ${agoText(scrubAge)}`]),
  ];
  return [
    share === undefined ? counted : `${counted}, ${percent(share)} of its share`,
    scrubs.length === 0 ? '' : `oldest ${scrubs.join(', ')}`,
  ].filter(Boolean);
}

function osdText(row: OsdRow, { latencies, groups }: OsdReports): string[] {
  // The managers may still know the last latency of an OSD that is down.
  const ms = row.status === 'DOWN' ? undefined : latencies.get(row.osdId ?? -1);
  return [
    row.why.length > 0 ? row.why.join(', ') : stateWord(row),
    `${percent(row.usedShare)} of ${bytes(row.capacity)}`,
    ...(ms === undefined ? [] : [`commits in ${Math.round(ms)} ms`]),
    ...groupTexts(groups.get(row.osdId ?? -1)),
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
  readonly reports: OsdReports;
}

/** The lines that name the selected cell and its state; for a host or rack, also one of its OSDs. */
export function cellLines(
  { look }: Shown,
  { cell, osd, reports }: CellUnderCursor,
  room: Box,
): readonly string[] {
  const { paint } = look;
  const clean = (text: string) => visible(text, look.unicode);
  const { of, name, above, worst } = cell;
  const role = osd.level === 'ok' ? 'text' : levelRole(osd.level);
  const where = above.length > 0 ? [paint('dim', clean(`on ${above.join(', ')}`))] : [];
  const [state = '', ...more] = osdText(osd, reports).filter(Boolean).map(clean);
  const parts =
    of === 'osd'
      ? [paint('strong', clean(name)), paint(role, state), ...more, ...where]
      : [
          paint('strong', clean(`${of} ${name}`)),
          clean(countText(cell)),
          `${osd.id === worst.id ? 'worst ' : ''}osd.${osd.osdId}: ${paint(role, state)}`,
          ...groupTexts(reports.groups.get(osd.osdId ?? -1)),
          ...where,
        ];
  const lines = wrap(parts.join('  '), Math.max(1, room.width - 2));
  const shown = lines.length > room.height ? [parts.join('  ')] : lines;
  return shown.map((line) => cut(` ${line}`, room.width, look.glyphs.ellipsis));
}
