import type { Api } from '../../api/client.ts';
import type { FigureHistory } from '../../store/action/action.ts';
import { composed, type Resource } from '../../store/cache/resource.ts';
import { currentData, isStale } from '../../store/cache/slot.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { TEMPLATES } from './graphs.ts';
import { CHARTS_MS, type GraphRead, type GraphRequest, readGraphs, seriesOf } from './reads.ts';

/** An object that the service may have graphs of, as the template of a graph names it. */
export interface Measured {
  /** Its kind. A disk is a line, `plot`, in a graph of its server. */
  readonly of: keyof typeof FIGURES;
  readonly subject: string | number;
  readonly plot?: string;
}

/** A graph whose lines are figures of an object. */
interface Figure {
  readonly graph: string;
  /** The name of its line; of several lines each, after the line's own name. */
  readonly word: string;
  /** Set for an amount, which grows over days; a load is of interest for the last hour. */
  readonly isAmount?: true;
}

const load = (graph: string, word: string): Figure => ({ graph, word });
const amount = (graph: string, word: string): Figure => ({ graph, word, isAmount: true });

const FIGURES = {
  pool: [
    load('pool-throughput', 'throughput'),
    load('pool-iops', 'operations'),
    amount('pool-bytes', 'stored'),
    amount('pool-objects', 'objects'),
  ],
  server: [
    load('server-cpu', 'processors'),
    load('server-load', 'load'),
    load('server-memory', 'memory'),
    load('server-network', 'network'),
    amount('server-disk-usage', 'space used'),
  ],
  disk: [load('server-disk-load', 'busy')],
  bucket: [amount('s3-bucket-bytes', 'stored'), amount('s3-bucket-objects', 'objects')],
  user: [amount('s3-user-bytes', 'stored'), amount('s3-user-objects', 'objects')],
  directory: [amount('storefs-dir-bytes', 'stored'), amount('storefs-dir-files', 'files')],
} as const satisfies Readonly<Record<string, readonly Figure[]>>;

/** A server, if its number is known. */
export const measuredServer = (id: number | undefined): readonly Measured[] =>
  id === undefined ? [] : [{ of: 'server', subject: id }];

/** A disk, if its server and its name there are known. */
export const measuredDisk = (server: number | undefined, name: string | undefined): readonly Measured[] =>
  server === undefined || !name ? [] : [{ of: 'disk', subject: server, plot: name }];

/** The time range of loads and of amounts, with a point a minute, and one each five minutes. */
const LOAD = { startTime: -3600, endTime: 0, maxDataPoints: 60 };
const AMOUNT = { startTime: -86_400, endTime: 0, maxDataPoints: 288 };

/** The requests for the graphs of an object, one for each graph. */
export const figureRequests = ({ of, subject }: Measured): readonly GraphRequest[] =>
  FIGURES[of].map(({ graph, isAmount }: Figure) => ({
    choice: {
      graph,
      template: { key: TEMPLATES[of === 'disk' ? 'server' : of], value: subject, label: '' },
    },
    ...(isAmount ? AMOUNT : LOAD),
  }));

/** The graphs of an object, to be read while its page is open. */
export const figureGraphs = (measured: Measured): Resource<readonly GraphRead[]> =>
  composed({
    key: ['figures', measured.of, measured.subject],
    read: (api: Api, signal: AbortSignal) => readGraphs(api, figureRequests(measured), signal),
    operations: ['getGraph'],
    everyMs: CHARTS_MS,
  });

/** The line of a quota, which is a limit and no figure. */
const QUOTA = 'quota';

/** The figures in the graphs of an object. A graph that could not be read has none. */
export function figuresIn({ of, plot }: Measured, reads: readonly GraphRead[]): readonly FigureHistory[] {
  return FIGURES[of].flatMap(({ graph, word, isAmount }: Figure) => {
    const read = reads.find(({ choice }) => choice.graph === graph);
    if (read === undefined) return [];
    const series = seriesOf(read).filter(({ name }) => (plot === undefined ? name !== QUOTA : name === plot));
    return series.map(({ name, points }) => ({
      name: series.length === 1 ? word : `${name} ${word}`,
      unit: read.graph?.axis1?.unit,
      points,
      isAmount: isAmount === true,
    }));
  });
}

/** The figures of an object over time, as far as they are known at present. */
export function figuresOf({ cache, view }: Known & Shown, measured: Measured): readonly FigureHistory[] {
  const slot = cache.slot(figureGraphs(measured));
  const reads = isStale(slot, view.getState().now) ? undefined : currentData(slot);
  return reads === undefined ? [] : figuresIn(measured, reads);
}
