import { roughAge } from '../../lib/format.ts';
import type { Look } from '../../lib/look.ts';
import { cut, fit, visible, width } from '../../lib/text.ts';
import { chartTitle } from '../../widgets/chart.ts';
import type { ChartData } from '../../widgets/chartData.ts';
import { partsThatFit } from './parts.ts';

/** A chart of constant series as a single line: its values, and for how many seconds they have been unchanged. */
export function flatLine(
  chart: ChartData,
  { seconds, columns }: { readonly seconds: number; readonly columns: number },
  look: Look,
): string {
  const { ellipsis } = look.glyphs;
  const title = chartTitle(chart, columns, look);
  const values = chart.series.map(({ name, points }) => {
    const value = points.findLast(({ v }) => v !== undefined)?.v;
    return `${visible(name, look.unicode)} ${look.paint('strong', value === undefined ? '--' : chart.format(value))}`;
  });
  const since = look.paint('dim', `unchanged for ${roughAge(seconds, 60)}`);
  const room = columns - width(title) - width(since) - 4;
  const shown = partsThatFit(values, room, (more) => look.paint('dim', `${more} more`));
  return fit(cut([title, shown, since].join('  '), columns, ellipsis), columns, 'left', ellipsis);
}
