import type { Api } from '../../api/client.ts';
import type { GRAPH_NAMES } from '../../api/contract/stats.ts';
import { composed, type Resource, unawaited } from '../../store/cache/resource.ts';
import { presentValue, roomyCeiling, sparkline, sparkRole } from '../../widgets/bar.ts';
import type { Series } from '../../widgets/chartData.ts';
import { TEMPLATES } from '../figures/graphs.ts';
import { CHARTS_MS, readGraphs, seriesOf } from '../figures/reads.ts';
import { formatOf } from '../figures/units.ts';
import type { ColumnSpec } from '../list/columns.ts';

/** A load of some servers over the last minutes: its lines by the names of the servers, and the unit of their values. */
export interface LoadOfServers {
  readonly unit: string | undefined;
  readonly lines: ReadonlyMap<string, readonly Series[]>;
}

/** The points of a sparkline in a list, and the seconds from one to the next. */
const POINTS = 6;
const STEP_S = 20;

/**
 * A load of servers, read after the list that shows it; a server whose graph cannot be read has no lines. `servers`
 * reads the names of the servers, or their numbers as text.
 */
export const loadOfServers = (
  graph: (typeof GRAPH_NAMES)['server'][number],
  key: string,
  servers: (api: Api, signal: AbortSignal) => Promise<readonly string[]>,
): Resource<LoadOfServers | undefined> =>
  unawaited(
    composed({
      key: [graph, key],
      operations: ['listServerNames', 'getGraph'],
      everyMs: CHARTS_MS,
      async read(api, signal): Promise<LoadOfServers> {
        const [names, wanted] = await Promise.all([
          api.listServerNames({}, { signal }),
          servers(api, signal),
        ]);
        const found = names.filter(
          ({ id, hostname = '' }) => wanted.includes(hostname) || wanted.includes(String(id)),
        );
        const reads = await readGraphs(
          api,
          found.map(({ id = 0, hostname = '' }) => ({
            choice: { graph, template: { key: TEMPLATES.server, value: id, label: hostname } },
            startTime: -POINTS * STEP_S,
            endTime: 0,
            maxDataPoints: POINTS,
          })),
          signal,
        );
        return {
          unit: reads.find((read) => read.graph)?.graph?.axis1?.unit,
          lines: new Map(reads.map((read) => [read.choice.template?.label ?? '', seriesOf(read)])),
        };
      },
    }),
  );

/** The line of a row with the unit of its values; undefined if it is not known. */
interface LoadLine {
  readonly unit: string | undefined;
  readonly series: Series;
}

/** One line of a load. */
export function lineOf(
  load: LoadOfServers | undefined,
  server: string | undefined,
  name?: string,
): LoadLine | undefined {
  const lines = load?.lines.get(server ?? '') ?? [];
  const series = name === undefined ? lines[0] : lines.find((line) => line.name === name);
  return load && series && { unit: load.unit, series };
}

/** The column of a row's present load and its sparkline of the last minutes; it is hidden where no load is known. */
export function loadColumn<Row>(
  { id, title, valueWidth }: { readonly id: string; readonly title: string; readonly valueWidth: number },
  line: (row: Row) => LoadLine | undefined,
): ColumnSpec<Row> {
  const valueOf = (row: Row) => {
    const known = line(row);
    return known && presentValue(known.series.points.map(({ v }) => v));
  };
  return {
    id,
    title,
    words: '',
    width: valueWidth + 1 + POINTS,
    priority: 5,
    ifAny: true,
    value: valueOf,
    cell(row, { look }) {
      const [known, value] = [line(row), valueOf(row)];
      if (known === undefined || value === undefined) return { text: '' };
      const values = known.series.points.map(({ v }) => v);
      const max = known.unit === 'PERCENT' ? 100 : roomyCeiling(values);
      const spark = sparkline(values, POINTS, look, { max, role: sparkRole(values) });
      return { painted: `${formatOf(known.unit, look.unicode)(value).padStart(valueWidth)} ${spark}` };
    },
  };
}
