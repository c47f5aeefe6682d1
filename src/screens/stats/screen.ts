import type { Api } from '../../api/client.ts';
import type { MonitoredDirectory } from '../../api/contract/stats.ts';
import { decimal } from '../../lib/decimal.ts';
import { bytes, count, dateTime } from '../../lib/format.ts';
import { answeredAs } from '../../store/answers/rowAnswers.ts';
import { composed, optionally, resource } from '../../store/cache/resource.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { remembered } from '../../store/session/memory.ts';
import type { ScreenView } from '../../store/session/viewState.ts';
import { callPlan } from '../action/call.ts';
import { graphSubjects } from '../figures/graphs.ts';
import { CHARTS_MS, type GraphRead, readGraphs } from '../figures/reads.ts';
import { numberColumn, textColumn } from '../list/columns.ts';
import { listScreen, rowAction, screenAction } from '../list/screen.ts';
import type { Screen } from '../screen.ts';
import { screenSource } from '../source.ts';
import { chartsBody } from './body.ts';
import { statsBindings } from './keys.ts';
import { RANGES, stateOf } from './state.ts';

const GROUP = 'Statistics';

/** Data points per series: more than a chart has columns of dots. */
const POINTS = 400;

/** The resource with the data of the chosen graphs. */
function graphsOf(screen: ScreenView) {
  const { graphs, span, end } = stateOf(screen);
  const range =
    end === undefined ? { startTime: -span, endTime: 0 } : { startTime: end - span, endTime: end };
  const requests = graphs.map((choice) => ({ choice, ...range, maxDataPoints: POINTS }));
  const read = (api: Api, signal: AbortSignal) => readGraphs(api, requests, signal);
  return composed({
    key: ['graphs', graphs, span, end],
    read,
    operations: ['getGraph'],
    everyMs: CHARTS_MS,
  });
}

const source = screenSource('stats', {
  // Flags and tasks are the events on the time axis.
  reads: (screen) => ({
    graphs: graphsOf(screen),
    flags: optionally(resources.flags),
    tasks: optionally(resources.tasks),
  }),
  derive: ({ graphs }) => graphs,
});

/** The last data, which stays in sight while another time range is read. */
const lastReads = remembered<{ reads: readonly GraphRead[] }>(() => ({ reads: [] }));

function readsOf(cockpit: Known & Shown, screen: ScreenView): readonly GraphRead[] {
  const data = source.of(cockpit, screen);
  const last = cockpit.memory.of(lastReads);
  if (data) last.reads = data;
  const known = last.reads;
  return stateOf(screen).graphs.map(
    (choice) =>
      known.find(
        (read) =>
          read.choice.graph === choice.graph && read.choice.template?.value === choice.template?.value,
      ) ?? { choice },
  );
}

/** The moment that counts as the present, in seconds: the time of the newest data, so that charts do not creep. */
const presentOf = (cockpit: Known & Shown, screen: ScreenView): number =>
  Math.floor((cockpit.cache.slot(graphsOf(screen)).at ?? cockpit.view.getState().now) / 1000);

function spanText(span: number): string {
  const known = RANGES.find((range) => range.span === span);
  if (known) return known.label;
  return span < 3600
    ? `${Math.round(span / 60)}m`
    : span < 172_800
      ? `${decimal(span / 3600, 1)}h`
      : `${decimal(span / 86_400, 1)}d`;
}

const statistics: Screen = {
  id: source.id,
  names: ['stats', 'graphs', 'statistics'],
  needs: [],
  group: GROUP,
  title: 'Statistics',
  help: 'Charts of load, latency, space and recovery: of the cluster, its servers, pools, buckets, users and directories',
  operations: ['getGraph', 'listFlags', 'listTasks', ...graphSubjects.operations],
  reads: source.reads,
  derive: source.derive,
  unfiltered: 'charts have no rows; press n to choose them',
  body: (cockpit, { box }, screen) =>
    chartsBody(
      { cockpit, state: stateOf(screen), now: presentOf(cockpit, screen) },
      readsOf(cockpit, screen),
      box,
    ),
  status(cockpit, screen) {
    const { graphs, span, end, cursor } = stateOf(screen);
    const { utc } = cockpit.view.getState();
    const at = cursor === undefined ? [] : [`at ${dateTime(cursor * 1000, utc)}`];
    const until = end === undefined ? [] : [`until ${dateTime(end * 1000, utc)}`];
    return [spanText(span), ...until, ...at, `${graphs.length} graphs`].join(', ');
  },
  bindings: (cockpit, screen) =>
    statsBindings(cockpit, screen, { reads: readsOf(cockpit, screen), now: presentOf(cockpit, screen) }),
};

/** Formats a quota, of which 0 means none. */
const orNone = (format: (value: number) => string) => (quota: number) =>
  quota === 0 ? 'none' : format(quota);

const monitored = listScreen<MonitoredDirectory>()({
  id: 'monitored-directories',
  names: ['monitored'],
  group: GROUP,
  title: 'Monitored directories',
  help: 'Directories of the file system whose usage is recorded over time',
  reads: () => ({ rows: resource('listMonitoredDirectories') }),
  rows: (data) => data,
  rowId: ({ queryName = '', displayName = '' }) => queryName || displayName,
  answers: answeredAs('listMonitoredDirectories'),
  columns: [
    textColumn(
      { id: 'name', title: 'DIRECTORY', flex: 2, min: 16, max: 60, priority: 0, name: true },
      (row) => row.displayName,
    ),
    numberColumn(
      { id: 'bytes', title: 'QUOTA', width: 9, priority: 1 },
      (row) => row.quotaBytes,
      orNone(bytes),
    ),
    numberColumn(
      { id: 'files', title: 'FILE QUOTA', width: 10, priority: 2 },
      (row) => row.quotaFiles,
      orNone(count),
    ),
  ],
  page: { noun: 'Directory' },
  measured: ({ queryName = '' }) => [{ of: 'directory', subject: queryName }],
  empty: 'No directory is monitored. Press n to add some.',
  actions: [
    screenAction(
      'addMonitoredDirectories',
      { id: 'add', keys: ['n'], label: 'add', help: 'Monitor further directories' },
      () => ({
        title: 'Monitor directories',
        target: 'monitored directories',
        fields: { body: { label: 'absolute paths' } },
        undo: 'stop monitoring them',
      }),
    ),
    screenAction(
      'replaceMonitoredDirectories',
      {
        id: 'replace',
        keys: ['e'],
        label: 'replace',
        help: 'Monitor exactly the directories that are typed',
      },
      () => ({
        title: 'Replace the monitored directories',
        target: 'monitored directories',
        fields: { body: { label: 'absolute paths' } },
        effect:
          'Directories that are left out are no longer monitored; what was recorded of them may be lost.',
        undo: 'add the ones left out again',
      }),
    ),
    rowAction(
      'removeMonitoredDirectories',
      { id: 'remove', keys: ['D'], label: 'remove', help: 'Stop monitoring the directory' },
      ({ displayName = '', queryName = '' }, _scope, cockpit) => ({
        title: `Stop monitoring ${displayName}`,
        target: displayName,
        input: { body: [displayName || queryName] },
        undo: 'monitor it again; what was recorded of it may be lost',
        inverse: () => () =>
          callPlan(cockpit, {
            operation: 'addMonitoredDirectories',
            title: `Monitor ${displayName}`,
            target: displayName,
            input: { body: [displayName || queryName] },
            ask: [],
            undo: 'stop monitoring it',
          }),
      }),
    ),
  ],
});

export const statsScreens: readonly Screen[] = [statistics, monitored];
