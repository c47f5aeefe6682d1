import type { CrashReport } from '../../api/contract/extensions/crashes.ts';
import { age, dateTime } from '../../lib/format.ts';
import { answeredAs } from '../../store/answers/rowAnswers.ts';
import { resource } from '../../store/cache/resource.ts';
import { signColumn, textColumn } from '../list/columns.ts';
import { listScreen } from '../list/screen.ts';
import { namesPattern } from '../namesPattern.ts';
import type { Screen } from '../screen.ts';
import { archiveAll, archiveCrash } from './actions.ts';

/** The log is of interest from this many seconds before a crash. */
const BEFORE_S = 300;

const levelOf = ({ archived }: CrashReport) => (archived === true ? 'ok' : 'warn');

const stateOf = ({ archived }: CrashReport) =>
  archived === undefined ? undefined : archived ? 'archived' : 'not archived';

/** The crash reports of the cluster. */
export const crashList: Screen = listScreen<CrashReport>()({
  id: 'crashes',
  names: ['crashes', 'crash'],
  group: 'Cluster',
  title: 'Crash reports',
  help: 'Daemons that have crashed, the newest first; Enter shows the stack, A archives a report',
  reads: () => ({ rows: resource('listCrashes') }),
  rows: ({ rows }) => ({ rows }),
  rowId: ({ id = '' }) => id,
  answers: answeredAs('listCrashes'),
  level: levelOf,
  live: true,
  trouble: ({ archived }) => (archived === true ? undefined : 'not archived'),
  columns: [
    signColumn(levelOf),
    textColumn({ id: 'daemon', title: 'DAEMON', width: 14, priority: 0, name: true }, ({ entity }) => entity),
    {
      id: 'age',
      title: 'AGO',
      words: 'how long ago',
      width: 6,
      align: 'right',
      priority: 0,
      cell: ({ timestamp }, { view }) => ({
        text: age(timestamp === undefined ? undefined : view.getState().now / 1000 - timestamp),
      }),
      value: ({ timestamp }) => timestamp,
    },
    textColumn({ id: 'host', title: 'HOST', width: 12, priority: 2 }, ({ hostname }) => hostname),
    textColumn({ id: 'state', title: 'STATE', words: '', width: 12, priority: 1 }, stateOf),
    textColumn({ id: 'reason', title: 'REASON', flex: 2, min: 18, priority: 0 }),
    textColumn({ id: 'version', title: 'VERSION', width: 9, priority: 3 }),
    {
      id: 'when',
      title: 'WHEN',
      width: 20,
      priority: 4,
      cell: ({ timestamp }, { view }) => ({
        text: dateTime(timestamp && timestamp * 1000, view.getState().utc),
      }),
      value: ({ timestamp }) => timestamp,
    },
  ],
  page: {
    noun: 'Crash of',
    state: stateOf,
    more: ({ process, id }) => [
      ['process', process ?? '--'],
      ['id', id ?? '--'],
    ],
  },
  empty: 'There are no crash reports.',
  open: ({ id = '' }) => ({ screen: 'crash', scope: { report: id } }),
  subject: ({ entity, timestamp }) =>
    entity === undefined
      ? undefined
      : {
          names: [entity],
          pattern: namesPattern([entity]),
          ...(timestamp !== undefined && { readFrom: timestamp - BEFORE_S }),
        },
  actions: [archiveCrash, archiveAll],
});
